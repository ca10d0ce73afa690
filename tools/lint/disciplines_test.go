package lint

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/policies"
)

// mayName lists the folders and files that may name a queue discipline. They
// contain the disciplines, their table, and their rules as text; lessons and other
// texts; the permanent link format; the names of queues in generated job logs; the
// disciplines that students confuse; and the file formats of the command convert.
var mayName = []string{"core/workload/lublin_swf.go", "core/queue/", "core/policies/", "scenarios/", "core/scenario/pack.go", "wasm/app/i18n/", "tools/build/lang/", "core/quiz/rules.go", "wasm/app/rule/lines.go", "tools/hopyard/convert/"}

// TestNobodyAsksWhichDiscipline checks that no code outside mayName contains the
// name of a queue discipline, either as a type or as a string. Two names are also
// ordinary words, such as "deadline"; they are allowed where they are not compared
// with a queue.
func TestNobodyAsksWhichDiscipline(t *testing.T) {
	var names []string
	for _, d := range policies.Disciplines() {
		names = append(names, d.Name.Name)
	}
	words := []string{"deadline", "batch", "slurm"}
	types := []string{"FCFS", "EASY", "Deep", "Conservative", "ConservativeRebuild", "MPFSScan", "Hybrid"}
	for _, f := range goFiles(t) {
		if f.test() || strings.Contains(f.name, "queuetest") || slices.ContainsFunc(mayName, func(p string) bool { return strings.HasPrefix(f.name, p) }) {
			continue
		}
		is := func(e ast.Expr, in []string) bool {
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return false
			}
			text, _ := strconv.Unquote(lit.Value)
			return slices.Contains(in, text)
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.SelectorExpr:
				if pkg, ok := x.X.(*ast.Ident); ok && (pkg.Name == "queue" && slices.Contains(types, x.Sel.Name) || (pkg.Name == "batch" || pkg.Name == "deadline" || pkg.Name == "hybrid") && x.Sel.Name == "Policy") {
					t.Errorf("%v names a discipline; ask for what it has (queue/policy.go), or for its line in core/policies", f.fset.Position(x.Pos()))
				}
			case *ast.BinaryExpr:
				if (is(x.X, names) || is(x.Y, names)) && (mentionsQueue(x.X) || mentionsQueue(x.Y)) {
					t.Errorf("%v asks which discipline it is; core/policies says what each has", f.fset.Position(x.Pos()))
				}
			case *ast.SwitchStmt:
				for _, c := range x.Body.List {
					for _, e := range c.(*ast.CaseClause).List {
						if is(e, names) && mentionsQueue(x.Tag) {
							t.Errorf("%v asks which discipline it is; core/policies says what each has", f.fset.Position(e.Pos()))
						}
					}
				}
			case *ast.BasicLit:
				if is(x, names) && !is(x, words) {
					t.Errorf("%v names a discipline; core/policies says what each has", f.fset.Position(x.Pos()))
				}
			}
			return true
		})
	}
}

// mentionsQueue reports whether an expression contains an identifier "queue".
func mentionsQueue(e ast.Expr) bool {
	found := false
	if e != nil {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && strings.EqualFold(id.Name, "queue") {
				found = true
			}
			return true
		})
	}
	return found
}
