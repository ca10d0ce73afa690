package script

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits on the size of a value that one operation of a program may make. Work that
// is larger than one step is charged as several steps, so that the limit on steps
// bounds memory and time.
const (
	MaxElements = 1_000_000 // maximum number of elements of a list or range, or of bytes of a string
	MaxBits     = 4096      // maximum number of bits of an integer
)

// operators maps the first argument of binaryCall and augmentCall to the operator.
var operators = map[starlark.String]syntax.Token{
	"+": syntax.PLUS, "*": syntax.STAR, "%": syntax.PERCENT, "<<": syntax.LTLT,
	"==": syntax.EQL, "!=": syntax.NEQ, "<": syntax.LT, ">": syntax.GT, "<=": syntax.LE, ">=": syntax.GE,
	"in": syntax.IN, "not in": syntax.NOT_IN,
}

// operate evaluates a binary operator after checking its operands. Its arguments
// are the operator's name, x and y.
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

// makeTuple returns its arguments as a tuple after charging for their total size.
func makeTuple(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	all := slices.Clone(args)
	return all, charge(t, weight(all), 0)
}

// augment checks the augmented assignment x op= y and returns y, its right side.
// Its arguments are the operator's name, y, and x if x is a plain name.
func augment(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x := starlark.Value(starlark.None)
	if len(args) == 3 {
		x = args[2]
	}
	op := operators[args[0].(starlark.String)]
	if list, ok := x.(*starlark.List); ok && op == syntax.PLUS { // += extends the list in place
		return args[1], charge(t, weight(args[1]), list.Len())
	}
	return args[1], fits(t, op, x, args[1])
}

// fits returns an error if the result of x op y would be too large. Otherwise it
// charges the cost of the operation.
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

// numbersFit returns an error if the result of an operation on integers would have
// more than MaxBits bits. Starlark's integers have no limit of their own.
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
		bits += 512 // the largest shift that the interpreter allows
	default:
		return nil
	}
	if bits > MaxBits {
		return errorWithFix("use smaller numbers, or floats", "a whole number would have more than %d bits", MaxBits)
	}
	return nil
}

// charge adds the number of new elements to the number of steps. The new elements
// extend a value that already has some elements; their number is the parameter
// beside. charge returns an error if the total exceeds MaxElements.
func charge(t *starlark.Thread, elements, beside int) error {
	if elements+beside > MaxElements {
		return tooLarge(fmt.Sprint(elements + beside))
	}
	t.Steps += uint64(elements)
	return nil
}

func tooLarge(how string) error {
	return errorWithFix("make it smaller", "%s values in one list or text are more than %d, or nested deeper than %d", how, MaxElements, maxDepth)
}

// length returns the number of elements of a value, or the number of bytes of a
// string. It returns 0 for a value that has no length.
func length(v starlark.Value) int { return max(0, starlark.Len(v)) }

// weight returns the total number of values inside a value, plus the bytes of its
// strings. A value that occurs several times counts each time. Counting stops
// beyond MaxElements. A value nested deeper than maxDepth has a weight above
// MaxElements.
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

// maxDepth is the deepest nesting of values that weight and written accept.
const maxDepth = 100

// written returns an upper bound for the length of a value as text. It returns an
// error if the bound exceeds MaxElements. The check is needed because a list may
// contain another list many times, which contains a third one many times, and so
// on. Writing out such a list could take practically forever.
func written(v starlark.Value) (int, error) {
	left := MaxElements
	measure(v, &left, 0)
	if left < 0 {
		return 0, errorWithFix("print less of it", "the text would have more than %d characters", MaxElements)
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
		if depth > maxDepth { // a list that contains itself
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

// method returns a method of a value, wrapped in a check of the arguments with
// which it is called. Its own arguments are the value and the name of the method.
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
	case "join": // the result also contains the separators between the parts
		if len(args) == 1 {
			all += length(x) * length(args[0])
		}
	case "format":
		all *= 1 + length(x)/2 // the format may repeat each argument many times
	case "extend":
		if len(args) == 1 {
			return charge(t, weight(args[0]), length(x))
		}
	}
	return charge(t, all, 0)
}
