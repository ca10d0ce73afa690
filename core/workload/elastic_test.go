package workload_test

import (
	"math"
	"testing"

	"hopyard/core/workload"
)

// TestSpeedup checks the examples in SOURCES.md SPEEDUP.1.
func TestSpeedup(t *testing.T) {
	amdahl := workload.Speedup{Model: workload.Amdahl, Serial: 0.05}
	downey := func(sigma float64) workload.Speedup {
		return workload.Speedup{Model: workload.Downey, Parallelism: 32, Sigma: sigma}
	}
	for _, c := range []struct {
		s    workload.Speedup
		n    []int32
		want []float64
	}{
		{workload.Speedup{}, []int32{1, 7, 512}, []float64{1, 7, 512}},
		{amdahl, []int32{1, 8, 32}, []float64{1, 5.93, 12.55}},
		{downey(0), []int32{8, 16, 32, 48, 63}, []float64{8, 16, 32, 32, 32}},
		{downey(0.5), []int32{8, 16, 32, 48, 63}, []float64{7.585, 14.322, 25.761, 29.681, 32}},
		{downey(1), []int32{8, 16, 32, 48, 63}, []float64{7.211, 12.962, 21.558, 27.676, 32}},
		{downey(2), []int32{8, 16, 32, 64, 94}, []float64{6.982, 12.190, 19.443, 27.676, 32}},
	} {
		for i, n := range c.n {
			if got := c.s.At(n); math.Abs(got-c.want[i]) > 0.005 || c.s.Model == workload.Downey && math.Abs(got-c.want[i]) > 0.0005 {
				t.Errorf("%v %+v: %v on %d, want %v", c.s.Model, c.s, got, n, c.want[i])
			}
		}
	}
}

// TestSpeedupGrows checks that more nodes never make a job slower, that no speedup
// exceeds the number of nodes, and that the speedup on one node is 1.
func TestSpeedupGrows(t *testing.T) {
	for _, s := range []workload.Speedup{
		{}, {Model: workload.Amdahl, Serial: 0.3}, {Model: workload.Amdahl, Serial: 1}, {Model: workload.Amdahl},
		{Model: workload.Downey, Parallelism: 1}, {Model: workload.Downey, Parallelism: 7.5, Sigma: 0.3},
		{Model: workload.Downey, Parallelism: 20, Sigma: 1}, {Model: workload.Downey, Parallelism: 20, Sigma: 5},
	} {
		if one := s.At(1); math.Abs(one-1) > 1e-12 {
			t.Errorf("%v %+v: %v on one", s.Model, s, one)
		}
		for n := int32(2); n < 200; n++ {
			if a, b := s.At(n-1), s.At(n); b < a-1e-12 || b > float64(n)+1e-9 {
				t.Errorf("%v %+v: %v on %d, %v on %d", s.Model, s, a, n-1, b, n)
			}
		}
	}
}
