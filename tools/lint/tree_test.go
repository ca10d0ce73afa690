package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the path of the repository's root, relative to this package.
const root = "../.."

// skipped lists the paths, relative to the root, of third-party and generated
// files. They include .git, which is a file in a linked worktree.
var skipped = []string{".git", ".cache", "tools/build/node_modules", "tools/audit/node_modules", "web/worker/node_modules", "web/dist"}

// walk calls f for every file of the repository with its path relative to the root.
func walk(t *testing.T, f func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case slices.Contains(skipped, name):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			f(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// goFile is a parsed Go file. Its name is the path from the root.
type goFile struct {
	name string
	fset *token.FileSet
	ast  *ast.File
}

func (f goFile) test() bool { return strings.HasSuffix(f.name, "_test.go") }

func (f goFile) line(p token.Pos) int { return f.fset.Position(p).Line }

// parsed holds the result of goFiles, so that all tests share it.
var parsed []goFile

// goFiles parses all Go files of the repository, including those for other
// platforms.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	if parsed != nil {
		return parsed
	}
	var files []goFile
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.Contains(name, "testdata/") {
			return
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, read(t, name), parser.ParseComments)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		files = append(files, goFile{name, fset, file})
	})
	parsed = files
	return files
}
