package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"hopyard/tools/build/slim"
)

// cold lists packages that are compiled without inlining, which makes the program one
// percent smaller. Most of their code runs on a click or when a file is read; that of
// packages html, app and page also runs at every step, to update the panels. In the
// other packages inlining saves about as much as it costs.
var cold = []string{"hopyard/core/jsondoc", "hopyard/core/linkcodec", "hopyard/core/scenario", "hopyard/core/scenario/schema", "hopyard/core/workload", "hopyard/core/faults", "hopyard/core/elastic", "hopyard/core/metrics", "hopyard/core/topology/slurm", "hopyard/core/trace", "compress/flate", "fmt", "reflect", "hopyard/wasm/app/...", "hopyard/wasm/html", "hopyard/wasm/page/...", "honnef.co/..."}

// programs lists the four programs for browsers, the largest first, each with the
// function that shrinks it.
var programs = []struct {
	pkg, name string
	shrink    func(program []byte) (contents, error)
}{
	{"./wasm/logworker", "logs.wasm", whole("logs.wasm")},
	{"./wasm/lab", "lab.wasm", whole("lab.wasm")},
	{"./wasm", "hopyard.wasm", parts},
	{"./wasm/policyworker", "own.wasm", whole("own.wasm")},
}

// shrinking holds the code of this package and the lists that determine how a
// program is shrunk. A program need not be shrunk again while these files, package
// slim and the linked program are unchanged.
//
//go:embed *.txt program.go parts.go
var shrinking embed.FS

// makePrograms compiles the programs and shrinks them. It leaves a program that
// package slim cannot parse unchanged: such a program is correct but larger, and the
// check of the budget fails if it is too large.
func (s *site) makePrograms(st *step) (contents, error) {
	linked := filepath.Join(cacheRoot(s.root), "programs")
	if err := s.compile(linked); err != nil {
		return nil, err
	}
	lists, err := hashFiles(shrinking, []string{"."}, nil)
	if err != nil {
		return nil, err
	}
	code, err := hashFiles(os.DirFS(s.root), []string{"tools/build/slim"}, []string{".go"})
	if err != nil {
		return nil, err
	}
	how := []byte(keyOf(lists, code))
	all := make([]contents, len(programs))
	err = parallel(len(programs), func(i int) error {
		p := programs[i]
		program, err := os.ReadFile(filepath.Join(linked, filepath.Base(p.pkg)))
		if err != nil {
			return err
		}
		shrink, as := p.shrink, p.name
		if s.marks && p.name == "hopyard.wasm" {
			shrink, as = marked, "hopyard.wasm, which notes what runs"
		}
		all[i], err = shrinkCached(st, p.name, keyOf([]byte(as), how, program), os.Stderr, func() (contents, error) { return shrink(program) })
		return err
	})
	files := contents{}
	for _, some := range all {
		maps.Copy(files, some)
	}
	return files, err
}

// shrinkCached returns the files of a shrunk program, from the cache if possible.
// If the program cannot be shrunk, it returns the original and writes a line with
// the reason to the given writer.
func shrinkCached(st *step, name, key string, say io.Writer, shrink func() (contents, error)) (contents, error) {
	files, err := st.get(name, key, shrink)
	if large := (*largeError)(nil); errors.As(err, &large) {
		fmt.Fprintf(say, "build: %s stays large and in one part: %v\n", name, large.why)
		return large.files, nil
	}
	return files, err
}

// compile links all programs into a folder, under the names of their package
// folders. The go command does not relink a program that is up to date. GOTMPDIR is
// on the same file system as the folder, so that the go command moves a linked
// program into place instead of copying it. A concurrent build therefore never
// reads a partly written program.
func (s *site) compile(into string) error {
	work := filepath.Join(cacheRoot(s.root), "tmp")
	for _, dir := range []string{into, work} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", into + string(filepath.Separator)}
	for _, p := range cold {
		args = append(args, "-gcflags="+p+"=-l")
	}
	for _, p := range programs {
		args = append(args, p.pkg)
	}
	cmd := wasmCommand(s.root, args...)
	cmd.Env = append(cmd.Env, "GOTMPDIR="+work)
	if msg, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling the programs: %w\n%s", err, msg)
	}
	return nil
}

// largeError reports why a program cannot be shrunk, and holds the files to use
// instead.
type largeError struct {
	why   error
	files contents
}

func (e *largeError) Error() string { return e.why.Error() }

// whole returns a function that shrinks a program and keeps it in one part. It is
// used for programs that few readers load; those readers need the complete program.
func whole(name string) func(program []byte) (contents, error) {
	return func(program []byte) (contents, error) {
		small, err := slim.Program(program)
		if err != nil {
			return nil, &largeError{err, contents{name: program}}
		}
		return contents{name: small}, nil
	}
}

// addGlue adds wasm_exec.js, the script that starts Go programs in a browser. It
// takes the script of the installed version of Go, because the script of another
// version cannot load the program.
func (s *site) addGlue() error {
	goroot, err := goroot()
	if err != nil {
		return err
	}
	path := filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")
	if !s.marks {
		return s.source("wasm_exec.js", path)
	}
	script, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return s.made("wasm_exec.js", append(script, reportMarks...))
}

// reportMarks is JavaScript that makes the marks of a program available, which
// record the functions that ran. On the page, a caller calls self.marks. A worker
// replies with its marks to the message "tell" on the broadcast channel "marks".
var reportMarks = fmt.Sprintf(`
{
	const run = Go.prototype.run, marks = new BroadcastChannel("marks")
	Go.prototype.run = function (program) {
		const tell = () => new Uint8Array(program.exports.mem.buffer, %[1]d, %[2]d).slice()
		if (self.document) self.marks = tell
		else marks.onmessage = e => { if (e.data === "tell") marks.postMessage(tell()) }
		return run.call(this, program)
	}
}
`, slim.MarksAt, slim.MarksBytes)

// wasmCommand returns a go command whose target is WebAssembly in the browser.
func wasmCommand(root string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	return cmd
}

func goroot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}
