package lint

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// notVerbs lists words that end in s but do not say what a function does.
var notVerbs = map[string]bool{"is": true, "was": true, "has": true, "does": true, "says": true, "tells": true, "as": true, "its": true, "this": true, "jobs": true, "nodes": true}

// riddle matches the first words of comments like "Limit is what refuses".
var riddle = regexp.MustCompile(`^(An? |The )?\w+ (is|are|was|were|says|tells) (what|who|whom|whoever|whose|how|where|when|why|whether|which|those|of)\b`)

// TestFunctionCommentsBeginWithAVerb checks that comments of functions and of
// methods of interfaces read "Reserve returns …": the name, then a verb in the third
// person.
func TestFunctionCommentsBeginWithAVerb(t *testing.T) {
	for _, f := range goFiles(t) {
		check := func(name *ast.Ident, doc *ast.CommentGroup) {
			if doc == nil || doc.Text() == "" { // the text is "" if the comment has only directives
				return
			}
			words := strings.Fields(doc.Text())
			if len(words) > 1 && words[0] == name.Name {
				verb := strings.Trim(words[1], ",;:")
				if strings.HasSuffix(verb, "s") && !notVerbs[verb] && verb == strings.ToLower(verb) {
					return
				}
			}
			t.Errorf("%s:%d: the comment of %s must begin with its name and a verb, as in %q", f.name, f.line(name.Pos()), name.Name, name.Name+" returns …")
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				check(n.Name, n.Doc)
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					if len(m.Names) == 1 {
						check(m.Names[0], m.Doc)
					}
				}
			}
			return true
		})
	}
}

// TestCommentsAreNoRiddles checks that no comment begins like "Limit is what
// refuses". A comment must begin with a noun that names the thing, as in "Limit is
// the largest number of …", or with a verb.
func TestCommentsAreNoRiddles(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, g := range f.ast.Comments {
			if first := riddle.FindString(g.Text()); first != "" {
				t.Errorf("%s:%d: comment begins with %q: say what it is by a noun, or what it does by a verb", f.name, f.line(g.Pos()), first)
			}
		}
	}
}
