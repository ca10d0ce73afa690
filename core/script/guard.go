package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"hopyard/core/queue"
)

// Limits on what one operation of a program may make, so that counting steps
// bounds its memory and its time. What is larger than a step is charged as steps.
const (
	MaxElements = 1_000_000 // of a list, a range, a text
	MaxBits     = 4096      // of a whole number
)

// protect rewrites what could make something huge in a single step, or take very
// long: +, *, %, <<, comparisons and the methods of texts and lists that do are
// replaced by calls that look first, unless they are plainly of numbers. Tuples, which
// are frozen and hashed with all that is in them, are looked at when they are made.
// It also lets programs say running for machine.running.
//
// The interpreter counts steps, and one step may be [0] * 10**9; it has no hook
// for operators, so that the syntax tree is where they can be caught.
func protect(f *syntax.File) []queue.Fault {
	g := &guard{map[string]bool{}}
	var faults []queue.Fault
	syntax.Walk(f, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LoadStmt:
			faults = append(faults, at(n.Load, "load is not for policies", "write everything in one text"))
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

// binds notes that a program has variables of its own.
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
	case *syntax.BinaryExpr: // a parameter with a usual value
		g.binds(e.X)
	}
}

func (g *guard) bindsAny(all []syntax.Expr) {
	for _, e := range all {
		g.binds(e)
	}
}

// Names of the calls that stand in place of operators. No program can write them.
const (
	binaryCall  = "+"
	augmentCall = "+="
	methodCall  = "."
	tupleCall   = ","
)

// guard knows which of the names that it looks for are variables of the program's.
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

// params are those of a function, of which only usual values are expressions.
func (g *guard) params(all []syntax.Expr) {
	for _, e := range all {
		if b, ok := e.(*syntax.BinaryExpr); ok {
			g.expr(&b.Y)
		}
	}
}

// expr protects an expression in its place.
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

// target protects what is inside of what is assigned to.
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

// harmless reports whether an operation can only be one of numbers that do not
// grow without end, as 870 + x, 0.5 * x and x <= 600, or of a number with what is none.
func (g *guard) harmless(e *syntax.BinaryExpr) bool {
	for _, x := range [...]syntax.Expr{e.X, e.Y} {
		l, ok := x.(*syntax.Literal)
		switch e.Op {
		case syntax.PLUS:
			ok = ok && l.Token == syntax.INT
		case syntax.STAR:
			ok = false
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE: // a literal is not nested
		default:
			return false
		}
		if name, none := x.(*syntax.Ident); ok || g.isFloat(x) || none && name.Name == "None" && e.Op != syntax.STAR && e.Op != syntax.PLUS {
			return true
		}
	}
	return false
}

// isFloat reports whether an expression can only be a float, or fails. Its parts
// have been protected.
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

// grows are the methods whose result, effect or work may be larger than their parts.
var grows = map[string]bool{"join": true, "replace": true, "format": true, "extend": true, "index": true, "remove": true, "count": true}

func call(name string, pos syntax.Position, args ...syntax.Expr) syntax.Expr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: name}, Lparen: pos, Args: args, Rparen: pos}
}

func word(text string, pos syntax.Position) syntax.Expr {
	return &syntax.Literal{Token: syntax.STRING, TokenPos: pos, Raw: `"` + text + `"`, Value: text}
}

func opName(op syntax.Token) string { return op.String()[:len(op.String())-1] }

// operators are those of binaryCall and augmentCall by name.
var operators = map[starlark.String]syntax.Token{
	"+": syntax.PLUS, "*": syntax.STAR, "%": syntax.PERCENT, "<<": syntax.LTLT,
	"==": syntax.EQL, "!=": syntax.NEQ, "<": syntax.LT, ">": syntax.GT, "<=": syntax.LE, ">=": syntax.GE,
	"in": syntax.IN, "not in": syntax.NOT_IN,
}

// operate is an operator that was looked at first: operate(name, x, y).
func operate(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	op := operators[args[0].(starlark.String)]
	x, y := args[1], args[2]
	if err := fits(t, op, x, y); err != nil {
		return nil, err
	}
	switch op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE:
		ok, err := starlark.Compare(op, x, y)
		return starlark.Bool(ok), err
	}
	return starlark.Binary(op, x, y)
}

// tupled is a tuple that was looked at first.
func tupled(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	all := slices.Clone(args)
	return all, charge(t, weight(all), 0)
}

// augment is the right side of x op= y, looked at first: augment(name, y, x), without
// x where that is no plain name.
func augment(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x := starlark.Value(starlark.None)
	if len(args) == 3 {
		x = args[2]
	}
	op := operators[args[0].(starlark.String)]
	if list, ok := x.(*starlark.List); ok && op == syntax.PLUS { // which is extended
		return args[1], charge(t, weight(args[1]), list.Len())
	}
	return args[1], fits(t, op, x, args[1])
}

// fits reports an error if the result of x op y would be too large, and charges
// what it costs to make it.
func fits(t *starlark.Thread, op syntax.Token, x, y starlark.Value) error {
	if isNumber(x) && isNumber(y) {
		return numbersFit(op, x, y)
	}
	switch op {
	case syntax.PLUS, syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE:
		return charge(t, weight(x)+weight(y), 0)
	case syntax.IN, syntax.NOT_IN:
		switch y.(type) {
		case *starlark.List, starlark.Tuple:
			return charge(t, weight(y)+weight(x), 0)
		}
		return charge(t, length(x), 0)
	case syntax.STAR:
		n, many := y.(starlark.Int)
		of := weight(x)
		if !many {
			n, many = x.(starlark.Int)
			of = weight(y)
		}
		if !many || of == 0 {
			return nil
		}
		if times, ok := n.Int64(); !ok || times > 0 && int64(of) > MaxElements/times {
			if n.Sign() < 0 {
				return nil
			}
			return tooLarge(n.String() + " times " + fmt.Sprint(of))
		} else if times > 0 {
			return charge(t, of*int(times), 0)
		}
	case syntax.PERCENT:
		n, err := written(x)
		if err != nil {
			return err
		}
		m, err := written(y)
		if err != nil {
			return err
		}
		return charge(t, n+m, 0)
	}
	return nil
}

func isNumber(v starlark.Value) bool {
	switch v.(type) {
	case starlark.Int, starlark.Float, starlark.Bool:
		return true
	}
	return false
}

// numbersFit bounds whole numbers, which otherwise grow without end.
func numbersFit(op syntax.Token, x, y starlark.Value) error {
	a, whole := x.(starlark.Int)
	b, both := y.(starlark.Int)
	if !whole || !both {
		return nil
	}
	if _, small := a.Int64(); small {
		if _, small := b.Int64(); small && op != syntax.LTLT {
			return nil
		}
	}
	bits := a.BigInt().BitLen()
	switch op {
	case syntax.STAR, syntax.PLUS:
		bits += b.BigInt().BitLen()
	case syntax.LTLT:
		bits += 512 // what the interpreter allows at once
	default:
		return nil
	}
	if bits > MaxBits {
		return wrong("use smaller numbers, or floats", "a whole number would have more than %d bits", MaxBits)
	}
	return nil
}

// charge counts making so many elements as steps; beside are those that are there
// already.
func charge(t *starlark.Thread, elements, beside int) error {
	if elements+beside > MaxElements {
		return tooLarge(fmt.Sprint(elements + beside))
	}
	t.Steps += uint64(elements)
	return nil
}

func tooLarge(how string) error {
	return wrong("make it smaller", "%s values in one are more than the limit of %d, or they are nested deeper than %d", how, MaxElements, maxDepth)
}

// length is how many elements, or bytes, a value has; 0 of what has none.
func length(v starlark.Value) int { return max(0, starlark.Len(v)) }

// weight is how many values there are in a value, and bytes in its texts, again and
// again where one is in it several times; it stops beyond MaxElements.
func weight(v starlark.Value) int {
	left := MaxElements
	weigh(v, &left, 0)
	return MaxElements - left
}

func weigh(v starlark.Value, left *int, depth int) {
	if *left--; depth == maxDepth {
		*left = -1
	}
	switch v := v.(type) {
	case starlark.String:
		*left -= len(v)
	case *starlark.List:
		for i := 0; i < v.Len() && *left >= 0; i++ {
			weigh(v.Index(i), left, depth+1)
		}
	case starlark.Tuple:
		for i := 0; i < len(v) && *left >= 0; i++ {
			weigh(v[i], left, depth+1)
		}
	case *starlark.Dict:
		for _, x := range v.Items() {
			if *left < 0 {
				return
			}
			weigh(x, left, depth+1)
		}
	default:
		*left -= length(v)
	}
}

// maxDepth is how deep values may be in each other where that is looked at.
const maxDepth = 100

// written is how long a value is as a text, at most; an error if that is too long.
// Lists may hold each other again and again, so that writing one could take for
// ever.
func written(v starlark.Value) (int, error) {
	left := MaxElements
	measure(v, &left, 0)
	if left < 0 {
		return 0, wrong("print less of it", "a text of more than %d characters would come out", MaxElements)
	}
	return MaxElements - left, nil
}

func measure(v starlark.Value, left *int, depth int) {
	if *left < 0 {
		return
	}
	switch v := v.(type) {
	case starlark.String:
		*left -= len(v) + 2
	case *starlark.Dict:
		for _, x := range v.Items() {
			measure(x, left, depth+1)
		}
	case starlark.Int:
		*left -= 24
		if _, small := v.Int64(); !small {
			*left -= MaxBits / 3
		}
	case starlark.Iterable:
		*left -= 8
		if depth > maxDepth { // it holds itself
			*left = -1
			return
		}
		it := v.Iterate()
		defer it.Done()
		for x := starlark.Value(nil); *left >= 0 && it.Next(&x); {
			*left -= 2
			measure(x, left, depth+1)
		}
	default:
		*left -= 32
	}
}

// method is a method of a text or a list that was looked at first: method(x, name).
func method(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, name := args[0], string(args[1].(starlark.String))
	has, ok := x.(starlark.HasAttrs)
	if !ok {
		return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
	}
	f, err := has.Attr(name)
	if err != nil || f == nil {
		if err == nil {
			err = fmt.Errorf("%s has no .%s field or method", x.Type(), name)
		}
		return nil, err
	}
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		if err := methodFits(t, name, x, args, named); err != nil {
			return nil, err
		}
		return starlark.Call(t, f, args, named)
	}), nil
}

func methodFits(t *starlark.Thread, name string, x starlark.Value, args starlark.Tuple, named []starlark.Tuple) error {
	switch name {
	case "index", "remove", "count":
		for _, v := range args {
			if err := charge(t, weight(v), 0); err != nil {
				return err
			}
		}
		return charge(t, weight(x), 0)
	}
	all := length(x)
	for _, v := range args {
		n, err := written(v)
		if err != nil {
			return err
		}
		all += n
	}
	for _, v := range named {
		n, err := written(v[1])
		if err != nil {
			return err
		}
		all += n
	}
	switch name {
	case "replace":
		if len(args) >= 2 {
			all = length(x) + (length(x)+1)*length(args[1])
		}
	case "join": // the separator between each two
		if len(args) == 1 {
			all += length(x) * length(args[0])
		}
	case "format":
		all *= 1 + length(x)/2 // each may be told again and again
	case "extend":
		if len(args) == 1 {
			return charge(t, weight(args[0]), length(x))
		}
	}
	return charge(t, all, 0)
}
