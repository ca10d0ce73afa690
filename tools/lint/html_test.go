package lint

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// templates lists the files that may contain markup as text: those that convert the
// templates of package i18n, fixed elements without any text, and documents in XML.
var templates = []string{
	"tools/dev/site.go",                      // inserts the scripts of the edit loop into index.html
	"tools/hopyard/quizbank/qti.go",          // documents of the QTI standard, in XML
	"wasm/app/i18n/english.go",               // generated; the templates themselves
	"wasm/app/i18n/terms.go",                 // marks terms of the glossary within templates
	"wasm/page/longrunview/make.go",          // fixed elements without texts
	"wasm/app/worksheetpanel/scorm/scorm.go", // a manifest, in XML
}

// trusting lists the files that may convert other strings than literals to
// html.HTML, apart from package html.
var trusting = []string{
	"wasm/app/i18n/catalog.go",        // templates
	"wasm/app/i18n/lettercase.go",     // changes the first letter of markup
	"wasm/app/i18n/terms.go",          // changes the marks of terms within markup
	"wasm/page/lessonview/gallery.go", // pictures of lessons, which tools/build makes
}

var tag = regexp.MustCompile(`</?[a-zA-Z][a-zA-Z0-9]*[ >]|^<!?[a-zA-Z]`)

// TestMarkupIsBuilt checks that HTML is built by package html, which escapes texts:
// no other file contains text with a tag, or turns a string that is not
// a literal into html.HTML.
func TestMarkupIsBuilt(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test() || strings.HasSuffix(path.Dir(f.name), "test") || path.Dir(f.name) == "wasm/html" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && tag.MatchString(text) && !slices.Contains(templates, f.name) {
					t.Errorf("%s:%d: build the element %.20q… with package html", f.name, f.line(n.Pos()), text)
				}
			case *ast.CallExpr:
				to, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || to.Sel.Name != "HTML" || len(n.Args) != 1 {
					return true
				}
				if pkg, ok := to.X.(*ast.Ident); !ok || pkg.Name != "html" || slices.Contains(trusting, f.name) {
					return true
				}
				if _, literal := n.Args[0].(*ast.BasicLit); !literal {
					t.Errorf("%s:%d: converts a string to html.HTML; use html.Text, or build it with package html", f.name, f.line(n.Pos()))
				}
			}
			return true
		})
	}
}
