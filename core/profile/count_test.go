package profile_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hopyard/core/profile"
	"hopyard/core/simtime"
	"hopyard/core/soaktest"
)

// naive is a reference for Count: a list of the number of free nodes at each
// instant. The last entry lasts for ever.
type naive []int32

func (d naive) at(t simtime.Time) int32 { return d[min(int(t), len(d)-1)] }

func (d naive) add(from, to simtime.Time, more int32) {
	for t := from; t < min(to, simtime.Time(len(d))); t++ {
		d[t] += more
	}
}

func (d naive) earliest(f profile.Fit) simtime.Time {
	last := simtime.Time(len(d) - 1)
	for t := f.From; t < f.Before && t <= last; t++ {
		ok := d[t] >= f.Need // enough must be free at the start even if the job lasts no time
		for u := t; u < min(t.Add(f.For), f.Held, last+1); u++ {
			ok = ok && d[u] >= f.Need
		}
		if ok {
			return t
		}
	}
	return simtime.Never
}

// TestCountEqualsItsDefinition applies random changes to a Count and to a naive
// profile, and checks that all answers agree.
func TestCountEqualsItsDefinition(t *testing.T) {
	for seed := range soaktest.Seeds(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		const end = 240
		var c profile.Count
		now, size := simtime.Time(r.IntN(5)), 1+r.Int32N(20)
		c.Reset(now, size)
		d := make(naive, end+1)
		for i := range d {
			d[i] = size
		}
		for at := now; r.IntN(8) > 0; {
			at += simtime.Time(r.IntN(6))
			c.Then(at, 1)
			d.add(at, simtime.Never, 1)
		}
		for step := range 150 {
			from := now + simtime.Time(r.IntN(end-int(now)))
			to := from + simtime.Time(r.IntN(end-int(from)+1))
			if r.IntN(20) == 0 {
				to = simtime.Never
			}
			switch r.IntN(4) {
			case 0:
				if now += simtime.Time(r.IntN(3)); now > end/2 {
					now = end / 2
				}
				c.Trim(now)
			case 1:
				e := c.Clone() // the copy must not be affected by the following changes
				was := c.At(from)
				c.Add(from, to, 1)
				d.add(from, to, 1)
				if e.At(from) != was {
					t.Fatalf("seed %d, step %d: a copy changes", seed, step)
				}
			default:
				more := r.Int32N(9) - 4
				c.Add(from, to, more)
				d.add(max(from, now), to, more)
			}
			if got, want := c.At(from), d.at(max(from, now)); got != want {
				t.Fatalf("seed %d, step %d: %d are free at %d, not %d", seed, step, got, from, want)
			}
			f := profile.Fit{Need: r.Int32N(size + 4), For: simtime.Duration(r.IntN(60)), From: max(from, now), Before: simtime.Never, Held: simtime.Never}
			if r.IntN(2) == 0 {
				f.Before = now + simtime.Time(r.IntN(end))
				f.Held = f.Before + simtime.Time(r.IntN(20))
			}
			if got, want := c.Earliest(f), d.earliest(f); got != want {
				t.Fatalf("seed %d, step %d: %+v fits at %v, not %v", seed, step, f, got, want)
			}
			if got, want := least(d, now, to), c.Least(to); got != want {
				t.Fatalf("seed %d, step %d: until %v %d are free at the least, not %d", seed, step, to, want, got)
			}
			at, free, scarce := c.Scarce(f.Need, to)
			if want := least(d, now, to) < f.Need; scarce != want || scarce && (free != d.at(at) || free >= f.Need || at > now && least(d, now, at) < f.Need) {
				t.Fatalf("seed %d, step %d: fewer than %d are free at %v until %v: %v", seed, step, f.Need, at, to, scarce)
			}
		}
	}
}

func least(d naive, now, until simtime.Time) int32 {
	out := d.at(now)
	for t := now; t < min(until, simtime.Time(len(d))); t++ {
		out = min(out, d[t])
	}
	return out
}

// TestGrown checks that Grown returns the correct time. From this time on, no more
// may be free than at the call of Mark before the last one.
func TestGrown(t *testing.T) {
	var c profile.Count
	c.Reset(0, 4)
	if c.Mark(); c.Grown() != simtime.Never {
		t.Errorf("of a new profile all is new, not only until %v", c.Grown())
	}
	c.Mark()
	for _, x := range []struct {
		from, to simtime.Time
		more     int32
		want     simtime.Time
	}{{5, 9, -2, -1 << 62}, {6, 8, 1, 8}, {2, 3, 1, 8}, {10, 20, 3, 20}} {
		if c.Add(x.from, x.to, x.more); c.Grown() != x.want {
			t.Errorf("after %+v it has grown until %v", x, c.Grown())
		}
	}
	if c.Mark(); c.Grown() != 20 {
		t.Errorf("what grew before the mark counts until the next one: %v", c.Grown())
	}
	if c.Mark(); c.Grown() >= 0 {
		t.Errorf("nothing has grown since, but until %v", c.Grown())
	}
}

// Example plans two jobs on a machine of 10 nodes, of which 8 are in use for 60 ms.
// The first job needs all nodes and is reserved from 60 ms on. The second job can
// run before this reservation if it takes at most 60 ms.
func Example() {
	var free profile.Count
	free.Reset(0, 2)
	free.Then(60, 8)
	wide := free.Earliest(profile.Fit{Need: 10, For: 30, Before: simtime.Never, Held: simtime.Never})
	free.Add(wide, wide.Add(30), -10)
	short := free.Earliest(profile.Fit{Need: 2, For: 60, Before: simtime.Never, Held: simtime.Never})
	long := free.Earliest(profile.Fit{Need: 2, For: 61, Before: simtime.Never, Held: simtime.Never})
	fmt.Println(int64(wide), int64(short), int64(long), free.At(60), free.At(90))
	// Output: 60 0 90 0 10
}
