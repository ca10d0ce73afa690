package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits on what one operation of a program may make, so that counting steps
// bounds its memory and its time. What is larger than a step is charged as steps.
const (
	MaxElements = 1_000_000 // of a list, a range, a text
	MaxBits     = 4096      // of a whole number
)

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
