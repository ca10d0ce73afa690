// Package compare shows two to four policies on one scenario, side by side under
// one clock.
//
// A [ComparePanel] has a [Column] for each policy. Each column has its own model
// and its own run, which a separate worker records. [ComparePanel.Rebuild] merges
// the steps of all runs into one ascending list of moments ([Union]). The clock is
// a position in that list, and each column shows its state at that position.
//
// A [Divergence] is an instant at which the runs decide differently. The decisions
// of an instant are compared as a set of jobs with their nodes, so a different
// order within the instant that leads to the same schedule is no divergence.
//
//	c := compare.New(host, link, false)
//	request := c.Ask(1)              // to the worker of column 1
//	c.Accept(c.Columns[1], loaded)   // its answer
//	c.Do(keys.NextDivergence)
//	html := c.DiffersHTML()          // what differs there, and why
package compare
