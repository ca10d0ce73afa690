// Package compare is two to four policies on one scenario, side by side under
// one clock. It merges their steps into one list of places in time, and finds
// the instants whose decisions differ as sets of job and nodes: another order
// within an instant that comes to the same schedule is no divergence.
package compare
