package experiment

import "math"

// Estimate is an estimate of a mean from a sample.
type Estimate struct {
	N    int
	Mean float64
	SD   float64 // sample standard deviation, with the divisor N-1; 0 for fewer than two values
	Half float64 // half the width of the 95 % confidence interval; 0 for fewer than two values

	freedom int // degrees of freedom of SD if SD is the standard error of Mean (FromResamples); otherwise 0
}

// Of estimates a mean from a sample, by Student's t. If sample means are normally
// distributed, the true mean lies within Half of Mean in 95 of 100 experiments.
// Sample means are nearly normally distributed unless N is small. Cost: O(len).
func Of(sample []float64) Estimate {
	e := Estimate{N: len(sample)}
	if e.N == 0 {
		return e
	}
	// Values are taken relative to the first value, so that a constant sample has a
	// deviation of exactly 0.
	sum := 0.0
	for _, x := range sample {
		sum += x - sample[0]
	}
	e.Mean = sample[0] + sum/float64(e.N)
	if e.N < 2 {
		return e
	}
	squares := 0.0
	for _, x := range sample {
		squares += float64((x - e.Mean) * (x - e.Mean))
	}
	e.SD = math.Sqrt(squares / float64(e.N-1))
	e.Half = T975(e.N-1) * e.SD / math.Sqrt(float64(e.N))
	return e
}

// Difference estimates the mean of a - b over pairs of values. A pair comes from
// two runs with the same repetition number, which drew the same jobs. Differences
// between repetitions therefore cancel. The samples must have equal length. Cost:
// O(len).
func Difference(a, b []float64) Estimate { return Of(differences(a, b)) }

func differences(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

// Sign returns 1 if the whole confidence interval is above 0, and -1 if it is below
// 0. It returns 0 if the interval contains 0 or the sample has fewer than two
// values.
func (e Estimate) Sign() int {
	switch {
	case e.N < 2:
		return 0
	case e.Mean-e.Half > 0:
		return 1
	case e.Mean+e.Half < 0:
		return -1
	}
	return 0
}

// t975 holds the 0.975 quantiles of Student's t for 1 to 12 degrees of freedom.
var t975 = [...]float64{12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836, 2.446911851,
	2.364624252, 2.306004135, 2.262157163, 2.228138852, 2.200985160, 2.178812830}

// T975 returns the 0.975 quantile of Student's t for a number of degrees of
// freedom, which must be at least 1. For up to 12 degrees it uses a table. For more
// it uses the expansion of Cornish and Fisher, which is accurate to five digits.
// Source: Abramowitz and Stegun 26.7.5; SOURCES.md STAT.1.
func T975(df int) float64 {
	if df <= len(t975) {
		return t975[max(df, 1)-1]
	}
	const (
		x  = 1.959963984540054 // 0.975 quantile of the normal distribution
		x3 = x * x * x
		x5 = x3 * x * x
		x7 = x5 * x * x
		x9 = x7 * x * x
		g1 = (x3 + x) / 4
		g2 = (5*x5 + 16*x3 + 3*x) / 96
		g3 = (3*x7 + 19*x5 + 17*x3 - 15*x) / 384
		g4 = (79*x9 + 776*x7 + 1482*x5 - 1920*x3 - 945*x) / 92160
	)
	n := float64(df)
	return x + (g1+(g2+(g3+g4/n)/n)/n)/n
}

// P returns the p-value of Student's two-sided test. This is the probability that a
// sample mean is at least as far from 0 as this mean, if the true mean is 0. It
// returns 1 for fewer than two values, and also if the mean is 0. If all values are
// equal and not 0, it returns 0.
func (e Estimate) P() float64 {
	switch {
	case e.N < 2 || e.Mean == 0:
		return 1
	case e.SD == 0:
		return 0
	case e.freedom > 0:
		return StudentP(e.Mean/e.SD, e.freedom)
	}
	return StudentP(e.Mean/(e.SD/math.Sqrt(float64(e.N))), e.N-1)
}

// StudentP returns the probability that a value of Student's t is at least as far
// from 0 as x. The number of degrees of freedom must be at least 1. The method is
// the finite series for whole degrees of freedom. Its error is about 1e-15, so
// smaller results are meaningless. Cost: O(df). Source: Abramowitz and Stegun
// 26.7.3 and 26.7.4; SOURCES.md STAT.1.
func StudentP(x float64, df int) float64 {
	n := float64(df)
	theta := math.Atan(math.Abs(x) / math.Sqrt(n))
	sin, cos := math.Sin(theta), math.Cos(theta)
	squared := float64(cos * cos)
	inside := 0.0 // probability that t is nearer to 0 than x
	if df%2 == 0 {
		sum, term := 0.0, 1.0
		for k := 2; k <= df; k += 2 {
			sum += term
			term *= float64(squared * float64(k-1) / float64(k))
		}
		inside = float64(sin * sum)
	} else {
		sum, term := 0.0, cos
		for k := 3; k <= df; k += 2 {
			sum += term
			term *= float64(squared * float64(k-1) / float64(k))
		}
		inside = (theta + float64(sin*sum)) * 2 / math.Pi
	}
	return min(1, max(0, 1-inside))
}
