package detmath

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"
)

// near reports whether got equals want, up to a relative error of rel.
func near(got, want, rel float64) bool {
	return got == want || math.Abs(got-want) <= rel*math.Abs(want)
}

func TestLog(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		x := math.Ldexp(0.5+r.Float64()/2, r.IntN(2000)-1000)
		if r.IntN(3) == 0 {
			x = 1 + (r.Float64()-0.5)/float64(int(1)<<r.IntN(50)) // tests values of x near 1, where ln x is near 0
		}
		if got := Log(x); !near(got, math.Log(x), 1e-15) {
			t.Fatalf("Log(%v) = %v, want %v", x, got, math.Log(x))
		}
	}
	for x, want := range map[float64]float64{
		1: 0, 2: math.Ln2, 0.5: -math.Ln2, math.E: 1,
		0: math.Inf(-1), math.Inf(1): math.Inf(1),
		5e-324: -744.4400719213812, math.MaxFloat64: 709.782712893384,
	} {
		if got := Log(x); got != want {
			t.Errorf("Log(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{-1, math.Inf(-1), math.NaN()} {
		if got := Log(x); got == got {
			t.Errorf("Log(%v) = %v, want NaN", x, got)
		}
	}
}

func TestExp(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for i := range 200_000 {
		x := (r.Float64() - 0.5) * 1400
		if i%2 == 0 {
			x = (r.Float64() - 0.5) * 40
		}
		if got := Exp(x); !near(got, math.Exp(x), 1e-15) {
			t.Fatalf("Exp(%v) = %v, want %v", x, got, math.Exp(x))
		}
	}
	for x, want := range map[float64]float64{
		0: 1, 1: math.E, 709.78: math.Exp(709.78), -745.2: 0, 710: math.Inf(1), 1e300: math.Inf(1),
		math.Inf(1): math.Inf(1), math.Inf(-1): 0, -1e300: 0, -745: math.Exp(-745),
	} {
		if got := Exp(x); !near(got, want, 1e-15) {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	if got := Exp(math.NaN()); got == got {
		t.Errorf("Exp(NaN) = %v", got)
	}
}

func TestPow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 100_000 {
		x := math.Ldexp(0.5+r.Float64(), r.IntN(40)-20)
		y := (r.Float64() - 0.5) * 30
		if got, want := Pow(x, y), math.Pow(x, y); want > 1e-100 && want < 1e100 && !near(got, want, 1e-13) {
			t.Fatalf("Pow(%v, %v) = %v, want %v", x, y, got, want)
		}
	}
}

// TestLowerGamma compares LowerGamma with closed forms for a = 1 and a = 0.5, and
// checks a recurrence for other values of a. For large x the integral must equal
// the gamma function.
func TestLowerGamma(t *testing.T) {
	for x := 0.01; x < 60; x *= 1.3 {
		if got, want := LowerGamma(1, x), -math.Expm1(-x); !near(got, want, 1e-13) {
			t.Errorf("LowerGamma(1, %v) = %v, want %v", x, got, want)
		}
		if got, want := LowerGamma(0.5, x), math.Sqrt(math.Pi)*math.Erf(math.Sqrt(x)); !near(got, want, 1e-13) {
			t.Errorf("LowerGamma(0.5, %v) = %v, want %v", x, got, want)
		}
		// Γ(a+1, x) = a Γ(a, x) - x^a e^-x, rearranged so that nothing cancels
		for _, a := range []float64{0.3, 2.5, 6.1271, 8.1737, 8.9186} {
			got := a * LowerGamma(a, x)
			want := LowerGamma(a+1, x) + math.Pow(x, a)*math.Exp(-x)
			if !near(got, want, 1e-13) {
				t.Errorf("a LowerGamma(%v, %v) = %v, want %v", a, x, got, want)
			}
		}
	}
	for _, a := range []float64{0.1, 1, 3.7, 10, 50} {
		if got := LowerGamma(a, 400); !near(got, math.Gamma(a), 1e-13) {
			t.Errorf("LowerGamma(%v, 400) = %v, want %v", a, got, math.Gamma(a))
		}
	}
	if got := LowerGamma(2, 0); got != 0 {
		t.Errorf("LowerGamma(2, 0) = %v", got)
	}
}

// TestSameBits checks that the results have the same bits on every machine. It
// compares a hash of many results with a stored hash. The stored hash must never
// change, because otherwise old scenarios would run differently.
func TestSameBits(t *testing.T) {
	r, sum := rand.New(rand.NewPCG(4, 4)), fnv.New64a()
	var b [8]byte
	add := func(x float64) {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(x))
		sum.Write(b[:])
	}
	for range 50_000 {
		x := math.Ldexp(0.5+r.Float64()/2, r.IntN(200)-100)
		add(Log(x))
		add(Exp((r.Float64() - 0.5) * 100))
		add(Pow(x, r.Float64()-0.5))
		add(LowerGamma(10*r.Float64()+0.1, 20*r.Float64()))
	}
	if got := sum.Sum64(); got != goldenBits {
		t.Errorf("the bits of the results hash to %#x, not to %#x", got, uint64(goldenBits))
	}
}

const goldenBits = 0xd7025a89eac24fbb

func BenchmarkLog(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		sink = Log(float64(i + 1))
	}
}

func BenchmarkExp(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		sink = Exp(float64(i&15) - 7.3)
	}
}

var sink float64
