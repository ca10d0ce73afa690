package detmath_test

import (
	"fmt"
	"math"

	"hopyard/core/detmath"
)

// Example prints results whose bits are the same on every machine. The results of
// package math may differ.
func Example() {
	fmt.Printf("%x %x\n", math.Float64bits(detmath.Log(2)), math.Float64bits(detmath.Exp(1)))
	fmt.Printf("%.4f %.4f\n", detmath.Pow(2, 0.5), detmath.LowerGamma(1, 1))
	// Output:
	// 3fe62e42fefa39ef 4005bf0a8b14576a
	// 1.4142 0.6321
}
