package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/simtime"
)

// Conditions is the set of requirements that a submitted job must meet before it may
// start. Until then it is detained, outside the queue.
//
// Source: SOURCES.md SLURM.6, the options --begin, --dependency and --array of
// Slurm's sbatch.
type Conditions struct {
	Begin        simtime.Time // earliest start; 0 if there is none
	Dependencies []Dependency
	Any          bool   // one of the dependencies is enough
	KillInvalid  bool   // it is cancelled once its dependencies can no longer hold, and does not wait for ever
	Singleton    bool   // one job at a time: earlier jobs of the same user and application must have ended
	Array        string // array of which the job is a task; "" if it is in none
	AtOnce       int32  // largest number of tasks of the array that may run at a time; 0: what another task of it has, or any number
}

// Dependency is a condition on another job.
type Dependency struct {
	Kind  DependencyKind
	Job   int64            // number of the other job
	Delay simtime.Duration // for DependsOnStart: time to wait after the start
}

// DependencyKind is the event of the other job that a Dependency waits for.
type DependencyKind uint8

// The kinds of dependencies. A job fails if it is killed at its walltime, loses its
// nodes for good, or is rejected.
const (
	DependsOnStart   DependencyKind = iota // it has started, or was rejected
	DependsOnEnd                           // it has ended in any way
	DependsOnFailure                       // it has failed
	DependsOnSuccess                       // it has completed
	DependsOnOthers                        // all earlier jobs of the same user and application have ended: the field Singleton
)

var dependencyNames = [...]string{"after", "afterany", "afternotok", "afterok", "singleton"}

// String returns Slurm's name of the kind.
func (k DependencyKind) String() string { return dependencyNames[k] }

// MaxDependencies is the largest number of jobs that a job may depend on.
const MaxDependencies = 1000

// Delay reports whether a job with these conditions may have to wait for a time or for
// other jobs, apart from those of its array.
func (c *Conditions) Delay() bool {
	return c.Begin > 0 || len(c.Dependencies) > 0 || c.Singleton
}

// DependencyText returns the dependencies in the form of sbatch --dependency, which
// ParseDependencies reads.
func (c *Conditions) DependencyText() string {
	separator := ","
	if c.Any {
		separator = "?"
	}
	var out strings.Builder
	for i, d := range c.Dependencies {
		if i > 0 && c.Dependencies[i-1].Kind == d.Kind {
			out.WriteString(":")
		} else {
			if i > 0 {
				out.WriteString(separator)
			}
			fmt.Fprintf(&out, "%v:", d.Kind)
		}
		fmt.Fprint(&out, d.Job)
		if d.Delay > 0 {
			fmt.Fprintf(&out, "+%d", d.Delay/simtime.Minute)
		}
	}
	if c.Singleton {
		if out.Len() > 0 {
			out.WriteString(separator)
		}
		out.WriteString(DependsOnOthers.String())
	}
	return out.String()
}

// ParseDependencies reads the value of sbatch --dependency into Dependencies, Any
// and Singleton: "afterok:12:13,afterany:9", with "?" in place of the comma if one
// of them is enough. The kind after takes a delay in minutes, as in "after:12+5".
// The error names the part that is wrong and a fix.
func (c *Conditions) ParseDependencies(text string) error {
	separator := ","
	if strings.Contains(text, "?") {
		c.Any, separator = true, "?"
	}
	for part := range strings.SplitSeq(text, separator) {
		if part == DependsOnOthers.String() {
			c.Singleton = true
			continue
		}
		kind, jobs, some := strings.Cut(part, ":")
		k := slices.Index(dependencyNames[:DependsOnOthers], kind)
		switch {
		case strings.Contains(part, ","):
			return fmt.Errorf("%q mixes , and ?; separate all parts by commas (all must hold) or by question marks (one is enough)", text)
		case k < 0:
			return fmt.Errorf("%q begins with none of %s; write, for example, afterok:12", part, strings.Join(dependencyNames[:], ", "))
		case !some:
			return fmt.Errorf("%q names no job; write its id after a colon, as in %s:12", part, kind)
		}
		for job := range strings.SplitSeq(jobs, ":") {
			if err := c.parseJob(DependencyKind(k), job); err != nil {
				return err
			}
		}
	}
	if len(c.Dependencies) > MaxDependencies {
		return fmt.Errorf("names %d jobs, and the limit is %d; name fewer", len(c.Dependencies), MaxDependencies)
	}
	return nil
}

// maxDelay is the largest delay after a start, in minutes: ten years.
const maxDelay = 10 * 366 * 24 * 60

func (c *Conditions) parseJob(kind DependencyKind, text string) error {
	id, delay, delayed := strings.Cut(text, "+")
	number, err := strconv.ParseInt(id, 10, 53)
	if err != nil || number < 0 || id[0] == '+' {
		return fmt.Errorf("%q is not the id of a job; write a number, as in %v:12", text, kind)
	}
	d := Dependency{Kind: kind, Job: number}
	if delayed {
		minutes, err := strconv.ParseInt(delay, 10, 32)
		if err != nil || minutes < 0 || minutes > maxDelay || kind != DependsOnStart {
			return fmt.Errorf("%q has a delay that cannot be read; only after takes one, in minutes up to %d, as in after:12+5", text, maxDelay)
		}
		d.Delay = simtime.Duration(minutes) * simtime.Minute
	}
	c.Dependencies = append(c.Dependencies, d)
	return nil
}
