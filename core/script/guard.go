package script

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"hopyard/core/queue"
)

// protect rewrites the syntax tree so that no single step of a program can build a
// huge value or take very long. It replaces the operators +, *, %, <<, in, not in
// and comparisons, and those methods of strings and lists that can be expensive.
// The replacements are calls of functions that check the operands first. Operations
// that can only involve plain numbers are left alone. Tuples are checked when they
// are made, because Starlark freezes and hashes a tuple with everything in it.
// Function protect also lets programs write running instead of machine.running.
//
// The rewriting is necessary because the interpreter limits only the number of
// steps, and a single step may be [0] * 10**9. The interpreter has no hook for
// operators. The syntax tree is the only place to catch them.
func protect(f *syntax.File) []queue.ProgramError {
	g := &guard{map[string]bool{}}
	var faults []queue.ProgramError
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LoadStmt:
			faults = append(faults, at(n.Load, "load cannot be used in policies", "write everything in one program"))
		case *syntax.AssignStmt:
			g.binds(n.LHS)
		case *syntax.ForStmt:
			g.binds(n.Vars)
		case *syntax.ForClause:
			g.binds(n.Vars)
		case *syntax.DefStmt:
			g.binds(n.Name)
			g.bindsAny(n.Params)
		case *syntax.LambdaExpr:
			g.bindsAny(n.Params)
		}
		return true
	})
	if faults == nil {
		g.stmts(f.Stmts)
	}
	return faults
}

// binds records the variables that an assignment target or a parameter defines.
func (g *guard) binds(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Ident:
		g.own[e.Name] = true
	case *syntax.ParenExpr:
		g.binds(e.X)
	case *syntax.TupleExpr:
		g.bindsAny(e.List)
	case *syntax.ListExpr:
		g.bindsAny(e.List)
	case *syntax.BinaryExpr: // a parameter with a default value
		g.binds(e.X)
	}
}

func (g *guard) bindsAny(all []syntax.Expr) {
	for _, e := range all {
		g.binds(e)
	}
}

// Names of the functions that replace operators. They are not identifiers, so no
// program can use them by accident.
const (
	binaryCall  = "+"
	augmentCall = "+="
	methodCall  = "."
	tupleCall   = ","
)

// guard rewrites a syntax tree. The field own is the set of all variables that the
// program itself defines. Such a variable hides a predeclared name.
type guard struct{ own map[string]bool }

func (g *guard) stmts(all []syntax.Stmt) {
	for _, s := range all {
		switch s := s.(type) {
		case *syntax.AssignStmt:
			g.target(s.LHS)
			g.expr(&s.RHS)
			switch s.Op {
			case syntax.PLUS_EQ, syntax.STAR_EQ, syntax.PERCENT_EQ, syntax.LTLT_EQ:
				args := []syntax.Expr{s.RHS}
				if x, ok := s.LHS.(*syntax.Ident); ok {
					args = append(args, &syntax.Ident{NamePos: x.NamePos, Name: x.Name})
				}
				s.RHS = call(augmentCall, s.OpPos, append([]syntax.Expr{word(opName(s.Op), s.OpPos)}, args...)...)
			}
		case *syntax.DefStmt:
			g.params(s.Params)
			g.stmts(s.Body)
		case *syntax.ExprStmt:
			g.expr(&s.X)
		case *syntax.ForStmt:
			g.target(s.Vars)
			g.expr(&s.X)
			g.stmts(s.Body)
		case *syntax.WhileStmt:
			g.expr(&s.Cond)
			g.stmts(s.Body)
		case *syntax.IfStmt:
			g.expr(&s.Cond)
			g.stmts(s.True)
			g.stmts(s.False)
		case *syntax.ReturnStmt:
			g.expr(&s.Result)
		}
	}
}

func (g *guard) exprs(all ...*syntax.Expr) {
	for _, e := range all {
		g.expr(e)
	}
}

func (g *guard) list(all []syntax.Expr) {
	for i := range all {
		g.expr(&all[i])
	}
}

// params protects the default values of parameters. Parameters contain no other
// expressions.
func (g *guard) params(all []syntax.Expr) {
	for _, e := range all {
		if b, ok := e.(*syntax.BinaryExpr); ok {
			g.expr(&b.Y)
		}
	}
}

// expr protects an expression in place.
func (g *guard) expr(at *syntax.Expr) {
	switch e := (*at).(type) {
	case *syntax.Ident:
		if e.Name == runningCall && !g.own[runningCall] {
			*at = call(runningCall, e.NamePos)
		}
	case *syntax.BinaryExpr:
		if e.Op == syntax.EQ { // a named argument
			g.expr(&e.Y)
			return
		}
		g.exprs(&e.X, &e.Y)
		if _, looked := operators[starlark.String(e.Op.String())]; looked && !g.harmless(e) {
			*at = call(binaryCall, e.OpPos, word(e.Op.String(), e.OpPos), e.X, e.Y)
		}
	case *syntax.CallExpr:
		g.expr(&e.Fn)
		g.list(e.Args)
	case *syntax.DotExpr:
		g.expr(&e.X)
		if grows[e.Name.Name] {
			*at = call(methodCall, e.NamePos, e.X, word(e.Name.Name, e.NamePos))
		}
	case *syntax.Comprehension:
		g.expr(&e.Body)
		for _, clause := range e.Clauses {
			switch c := clause.(type) {
			case *syntax.ForClause:
				g.target(c.Vars)
				g.expr(&c.X)
			case *syntax.IfClause:
				g.expr(&c.Cond)
			}
		}
	case *syntax.CondExpr:
		g.exprs(&e.Cond, &e.True, &e.False)
	case *syntax.DictEntry:
		g.exprs(&e.Key, &e.Value)
	case *syntax.DictExpr:
		g.list(e.List)
	case *syntax.IndexExpr:
		g.exprs(&e.X, &e.Y)
	case *syntax.LambdaExpr:
		g.params(e.Params)
		g.expr(&e.Body)
	case *syntax.ListExpr:
		g.list(e.List)
	case *syntax.ParenExpr:
		g.expr(&e.X)
	case *syntax.SliceExpr:
		g.exprs(&e.X, &e.Lo, &e.Hi, &e.Step)
	case *syntax.TupleExpr:
		g.list(e.List)
		if len(e.List) > 0 {
			first, _ := e.Span()
			*at = call(tupleCall, first, e.List...)
		}
	case *syntax.UnaryExpr:
		g.expr(&e.X)
	}
}

// target protects the expressions inside an assignment target.
func (g *guard) target(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.IndexExpr:
		g.exprs(&e.X, &e.Y)
	case *syntax.DotExpr:
		g.expr(&e.X)
	case *syntax.ParenExpr:
		g.target(e.X)
	case *syntax.TupleExpr:
		g.targets(e.List)
	case *syntax.ListExpr:
		g.targets(e.List)
	}
}

func (g *guard) targets(all []syntax.Expr) {
	for _, e := range all {
		g.target(e)
	}
}

// harmless reports whether an operation is certainly cheap and needs no check. This
// is so in three cases: both operands are numbers and the result cannot grow
// without bound; the operation is sure to fail; or the operation is a comparison
// with a number or another literal. Examples are 870 + x, 0.5 * x and x <= 600.
func (g *guard) harmless(e *syntax.BinaryExpr) bool {
	for _, x := range [...]syntax.Expr{e.X, e.Y} {
		l, ok := x.(*syntax.Literal)
		switch e.Op {
		case syntax.PLUS:
			ok = ok && l.Token == syntax.INT
		case syntax.STAR:
			ok = false
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE: // a literal contains no other values, so comparing with it is cheap
		default:
			return false
		}
		if name, none := x.(*syntax.Ident); ok || g.isFloat(x) || none && name.Name == "None" && e.Op != syntax.STAR && e.Op != syntax.PLUS {
			return true
		}
	}
	return false
}

// isFloat reports whether an expression either yields a float or fails. The parts
// of the expression are already protected.
func (g *guard) isFloat(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Token == syntax.FLOAT
	case *syntax.ParenExpr:
		return g.isFloat(e.X)
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS && g.isFloat(e.X)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.SLASH:
			return true
		case syntax.PLUS, syntax.MINUS, syntax.STAR:
			return g.isFloat(e.X) || g.isFloat(e.Y)
		}
	case *syntax.CallExpr:
		f, ok := e.Fn.(*syntax.DotExpr)
		if !ok || g.own["math"] || f.Name.Name == "floor" || f.Name.Name == "ceil" {
			return false
		}
		module, ok := f.X.(*syntax.Ident)
		return ok && module.Name == "math"
	}
	return false
}

// grows lists the methods that may cost much more than the size of their operands:
// they may return a large result, enlarge a list, or take a long time.
var grows = map[string]bool{"join": true, "replace": true, "format": true, "extend": true, "index": true, "remove": true, "count": true}

func call(name string, pos syntax.Position, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: name}, Lparen: pos, Args: args, Rparen: pos}
}

func word(text string, pos syntax.Position) syntax.Expr {
	return &syntax.Literal{Token: syntax.STRING, TokenPos: pos, Raw: `"` + text + `"`, Value: text}
}

func opName(op syntax.Token) string { return op.String()[:len(op.String())-1] }
