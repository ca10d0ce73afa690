package script

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"

	"hopyard/core/detmath"
	"hopyard/core/workload"
)

// predeclared holds the global names of every program. They are the names that this
// package adds to Starlark's own, and the Starlark functions that it replaces by
// versions with limits.
var predeclared = starlark.StringDict{}

func init() {
	for name, f := range map[string]func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error){
		binaryCall: operate, augmentCall: augment, methodCall: method, tupleCall: makeTuple, runningCall: runningJobs,
		"start": start, "reserve": reserve, "backfill": backfill, "promise": promise,
		"range": ranged, "sum": sum,
	} {
		predeclared[name] = starlark.NewBuiltin(name, f)
	}
	// A function that visits all elements of its arguments costs one step per
	// element. A function that converts a value to text is bounded by the length of
	// the text.
	for _, name := range []string{"all", "any", "dict", "enumerate", "list", "reversed", "set", "sorted", "tuple", "zip"} {
		predeclared[name] = charged(name)
	}
	predeclared["max"], predeclared["min"] = minOrMax("max", syntax.GT), minOrMax("min", syntax.LT)
	for _, name := range []string{"fail", "print", "repr", "str", "int"} {
		predeclared[name] = measured(name)
	}
	for _, name := range []string{"bytes", "dir", "getattr", "hasattr", "hash"} {
		predeclared[name] = forbiddenBuiltin(name)
	}
	predeclared["math"] = mathModule
}

func charged(name string) *starlark.Builtin {
	f := starlark.Universe[name].(*starlark.Builtin)
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		for _, v := range args {
			if err := charge(t, weight(v), 0); err != nil {
				return nil, err
			}
		}
		return f.CallInternal(t, args, named)
	})
}

// minOrMax returns the builtin max or min. Calls with exactly two numbers, the
// usual case in formulas, take a fast path.
func minOrMax(name string, better syntax.Token) *starlark.Builtin {
	usual := charged(name)
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		if len(args) != 2 || named != nil || !isNumber(args[0]) || !isNumber(args[1]) {
			return usual.CallInternal(t, args, named)
		}
		second, err := starlark.Compare(better, args[1], args[0])
		if err != nil || !second {
			return args[0], err
		}
		return args[1], nil
	})
}

func measured(name string) *starlark.Builtin {
	f := starlark.Universe[name].(*starlark.Builtin)
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		for _, v := range args {
			n, err := written(v)
			if err == nil && name == "int" && n > MaxBits/3 {
				err = errorWithFix("write a shorter one", "int is given %d characters, the limit is %d", n, MaxBits/3)
			}
			if err == nil {
				err = charge(t, n, 0)
			}
			if err != nil {
				return nil, err
			}
		}
		return f.CallInternal(t, args, named)
	})
}

// forbiddenBuiltin returns a builtin that always fails. It replaces Starlark functions that
// inspect values, which policies do not need.
func forbiddenBuiltin(name string) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		return nil, errorWithFix("write x.name", "%s cannot be used in policies", name)
	})
}

// ranged implements range with at most MaxElements numbers. This limit is needed
// because a builtin that visits all numbers of a range takes a single step.
func ranged(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	v, err := starlark.Universe["range"].(*starlark.Builtin).CallInternal(t, args, named)
	if err == nil && length(v) > MaxElements {
		return nil, tooLarge(fmt.Sprint(length(v)))
	}
	return v, err
}

// sum implements Python's sum for numbers.
func sum(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	var all starlark.Iterable
	total := starlark.Value(starlark.MakeInt(0))
	if err := starlark.UnpackArgs("sum", args, named, "all", &all, "start?", &total); err != nil {
		return nil, err
	}
	if err := charge(t, length(all), 0); err != nil {
		return nil, err
	}
	it := all.Iterate()
	defer it.Done()
	for x := starlark.Value(nil); it.Next(&x); {
		if !isNumber(x) {
			return nil, errorWithFix("sum numbers, as in sum([j.nodes for j in queue])", "sum is given %s", withArticle(x))
		}
		if err := numbersFit(operators["+"], total, x); err != nil {
			return nil, err
		}
		var err error
		if total, err = starlark.Binary(operators["+"], total, x); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// withArticle returns the type of a value with its article: "a job", "an int".
func withArticle(v starlark.Value) string {
	kind := v.Type()
	if v == starlark.None {
		return "None"
	}
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

// shown returns a value as text for an error message, shortened if it is long.
func shown(v starlark.Value) string {
	if _, err := written(v); err != nil {
		return "a " + v.Type() + " without end"
	}
	text := []rune(v.String())
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}

// mathModule is the module math: the functions that formulas in the literature
// need. Package detmath makes their results the same bit for bit natively and in
// every browser.
var mathModule = &starlarkstruct.Module{Name: "math", Members: starlark.StringDict{
	"pi": starlark.Float(math.Pi), "e": starlark.Float(math.E), "inf": starlark.Float(math.Inf(1)),
	"sqrt":  calculated("sqrt", 0, math.Sqrt),
	"exp":   calculated("exp", math.Inf(-1), detmath.Exp),
	"log":   calculated("log", math.SmallestNonzeroFloat64, detmath.Log),
	"log2":  calculated("log2", math.SmallestNonzeroFloat64, func(x float64) float64 { return detmath.Log(x) / math.Ln2 }),
	"log10": calculated("log10", math.SmallestNonzeroFloat64, func(x float64) float64 { return detmath.Log(x) / math.Ln10 }),
	"floor": rounded("floor", math.Floor), "ceil": rounded("ceil", math.Ceil),
	"pow": starlark.NewBuiltin("pow", power),
}}

func calculated(name string, least float64, f func(float64) float64) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		x, err := argument(name, args, named)
		if err != nil {
			return nil, err
		}
		if x < least || math.IsNaN(x) {
			return nil, errorWithFix("look at what it is given; max(1, x) keeps it above 0", "math.%s of %v is not a number", name, x)
		}
		return starlark.Float(f(x)), nil
	})
}

func rounded(name string, f func(float64) float64) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		x, err := argument(name, args, named)
		if err != nil {
			return nil, err
		}
		return starlark.NumberToInt(starlark.Float(f(x)))
	})
}

func argument(name string, args starlark.Tuple, named []starlark.Tuple) (float64, error) {
	if len(args) != 1 || named != nil {
		return 0, errorWithFix("give it one number", "math.%s is given %d arguments", name, len(args)+len(named))
	}
	x, ok := starlark.AsFloat(args[0])
	if !ok {
		return 0, errorWithFix("give it a number", "math.%s is given %s", name, withArticle(args[0]))
	}
	return x, nil
}

func power(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 2 || named != nil {
		return nil, errorWithFix("write math.pow(x, y)", "math.pow is given %d arguments", len(args)+len(named))
	}
	x, ok := starlark.AsFloat(args[0])
	y, both := starlark.AsFloat(args[1])
	if !ok || !both {
		return nil, errorWithFix("give it two numbers", "math.pow is given %s and %s", withArticle(args[0]), withArticle(args[1]))
	}
	if n := math.Abs(y); n == math.Trunc(n) && n <= 64 { // repeated multiplication is exact where possible, and defined for negative numbers
		out := 1.0
		for range int(n) {
			out *= x
		}
		if y < 0 {
			out = 1 / out
		}
		return starlark.Float(out), nil
	}
	if x < 0 {
		return nil, errorWithFix("use a whole exponent, or abs(x)", "math.pow(%v, %v) is not a number", x, y)
	}
	if x == 0 {
		return starlark.Float(0), nil
	}
	return starlark.Float(detmath.Pow(x, y)), nil
}

// printed passes the output of print, with its line, to the scheduling pass.
func printed(t *starlark.Thread, text string) {
	if p, _ := t.Local(passKey).(*pass); p != nil {
		p.say(t, workload.NoJob, text)
	}
}

// MaxText is the largest number of characters in one text of a program: the output
// of one call of print, or one reason. Longer text is cut.
const MaxText = 200

func cut(text string) string {
	if r := []rune(text); len(r) > MaxText {
		return string(r[:MaxText-1]) + "…"
	}
	return text
}
