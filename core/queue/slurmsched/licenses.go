package slurmsched

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/why"
	"hopyard/core/workload"
)

// licensesOf returns the licences that a job holds while it runs. They are written as
// for Slurm's --licenses: names with numbers, as in "matlab:2,ansys". A name that is
// written twice counts for both. It returns false if the text is malformed.
func licensesOf(text string) (all []queue.Named, ok bool) {
	if text == "" {
		return nil, true
	}
	for part := range strings.SplitSeq(text, ",") {
		x := queue.Named{Name: part, Value: 1}
		if i := strings.IndexAny(part, ":="); i >= 0 {
			n, err := strconv.ParseInt(part[i+1:], 10, 32)
			if err != nil || n < 0 {
				return nil, false
			}
			x = queue.Named{Name: part[:i], Value: n}
		}
		if x.Name == "" {
			return nil, false
		}
		if i := slices.IndexFunc(all, func(y queue.Named) bool { return y.Name == x.Name }); i >= 0 {
			all[i].Value += x.Value
		} else {
			all = append(all, x)
		}
	}
	return all, true
}

// license returns the index of a licence, or -1.
func (c *SlurmConfig) license(name string) int {
	return slices.IndexFunc(c.Licenses, func(x queue.Named) bool { return x.Name == name })
}

// checkLicenses returns an error if a job asks for licences that do not exist.
func (c *SlurmConfig) checkLicenses(r *workload.Request) error {
	switch {
	case r.Licenses == "":
		return nil
	case r.Het.Offset > 0:
		return fmt.Errorf("its licenses %q are not those of the first part of its heterogeneous job, and Slurm counts only these; move them to that part", r.Licenses)
	}
	return c.hasLicenses(r)
}

func (c *SlurmConfig) hasLicenses(r *workload.Request) error {
	all, ok := licensesOf(r.Licenses)
	if !ok {
		return fmt.Errorf("its licenses %q are not names with numbers; write them as in %q", r.Licenses, "matlab:2,ansys")
	}
	for _, x := range all {
		switch i := c.license(x.Name); {
		case i < 0:
			return fmt.Errorf("its licenses %q name %q, which is not one of slurm.licenses; add it there", r.Licenses, x.Name)
		case x.Value > c.Licenses[i].Value:
			return fmt.Errorf("its licenses %q are more than the %d of %q that there are; ask for fewer, or raise slurm.licenses", r.Licenses, c.Licenses[i].Value, x.Name)
		}
	}
	return nil
}

// useLicenses counts the licences of a job that starts, or ends if by is -1.
func (s *state) useLicenses(r *workload.Request, by int64) {
	all, _ := licensesOf(r.Licenses)
	for _, x := range all {
		if i := s.config.license(x.Name); i >= 0 {
			s.licensed[i] += by * x.Value
		}
	}
}

// lacksLicenses reports whether a job waits for licences. The main scheduler does not
// look at them if the job is crowdedOut.
//
// Source: SOURCES.md SLURM.9.
func (p *pass) lacksLicenses(w *queue.Waiting, main bool) bool {
	for _, x := range factorsIn(w).licenses {
		i := p.config.license(x.Name)
		if i < 0 || p.licensed[i]+x.Value <= p.config.Licenses[i].Value {
			continue
		}
		if main && p.crowdedOut(w) {
			return false
		}
		c := check{numbered: numbered{which: p.config.numLimits() + i + 1}}
		p.Hold(w, c.reason(why.OverLimit, p.licensed[i]+x.Value, p.config.Licenses[i].Value))
		return true
	}
	return false
}

// numLimits returns the number of limits of QOS, accounts and users.
func (c *SlurmConfig) numLimits() (n int) {
	for i := range c.QOS {
		n += len(c.QOS[i].Limits)
	}
	for i := range c.Accounts {
		n += len(c.Accounts[i].Limits)
		for k := range c.Accounts[i].Users {
			n += len(c.Accounts[i].Users[k].Limits)
		}
	}
	return n
}
