package app

import (
	"math"
	"strconv"
	"strings"

	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
)

// exactly parses a length of time in the format of i18n.Catalog.Exact: "1 h 26 min
// 40.5 s".
func exactly(text string) (d simtime.Duration, ok bool) {
	fields := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(text, "\u00a0", " "), ",", ""))
	for i := 0; i+1 < len(fields); i += 2 {
		x, err := strconv.ParseFloat(fields[i], 64)
		unit := map[string]simtime.Duration{"d": simtime.Day, "h": simtime.Hour, "min": simtime.Minute, "s": simtime.Second}[fields[i+1]]
		if err != nil || unit == 0 {
			return 0, false
		}
		d += simtime.Duration(math.Round(x * float64(unit)))
	}
	return d, len(fields) > 0 && len(fields)%2 == 0
}

// checkGrowth checks a text about a growth. It compares the figures of a growth
// test with the scenario, with the book (the state taken from the engine's log) and
// with the formulas of SOURCES.md S2.4. It also compares the number of frozen nodes
// with the book.
func (w *witness) checkGrowth(x *filledTemplate, id workload.JobID) {
	switch x.text {
	case i18n.FrozenNow, i18n.MachineFrozen:
		e := &w.is.jobs[id]
		if n := len(e.aside); n == 0 || x.text == i18n.MachineFrozen && x.gap("n") != strconv.Itoa(n) {
			w.fail(x, "%d nodes are frozen for it", n)
		}
		return
	case i18n.TestGains, i18n.TestNoGain, i18n.TestEnds, i18n.TestLimit, i18n.TestAgainGains, i18n.TestAgainNoGain:
	default:
		return
	}
	figure := func(gap string) float64 {
		d, ok := exactly(x.gap(gap))
		if !ok {
			w.fail(x, "{%s} is %q, no span", gap, x.gap(gap))
		}
		return float64(d)
	}
	first := func(gap string) int32 {
		n, _, _ := strings.Cut(x.gap(gap), " ")
		k, _ := strconv.Atoi(n)
		return int32(k)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 3 {
			w.fail(x, "%s is %v ms, want %v", what, got, want)
		}
	}
	job, from, to := &w.cfg.Jobs[id], first("from"), first("to")
	if n := w.held(id); x.text != i18n.TestAgainGains && int(from) != n && len(w.was.jobs[id].held) != int(from) {
		w.fail(x, "it holds %d", n)
	}
	near("walltime", figure("walltime"), float64(job.Walltime))
	done, _ := strconv.ParseFloat(strings.TrimSuffix(strings.ReplaceAll(x.gap("done"), "\u00a0", " "), " %"), 64)
	at := job.Elastic.Speedup.At
	whole := float64(job.Walltime) * at(job.Size()) / at(from)
	stays, changes := figure("stays"), figure("changes")
	if math.Abs(stays-(1-done/100)*whole) > whole/1000 {
		w.fail(x, "with %v %% of %v s done it goes on for %v", done, job.Walltime, stays)
	}
	if x.text == i18n.TestAgainGains || x.text == i18n.TestAgainNoGain {
		near("restart", figure("stop"), float64(w.cfg.Elastic.Costs.Restart))
		return
	}
	setup, stop := 0.0, 0.0
	for k, d := range w.cfg.Elastic.Costs.Schedule(from, to, job.Elastic.Data) {
		if k < 6 {
			setup += float64(d)
		} else {
			stop += float64(d)
		}
	}
	near("s1 to s6", figure("setup"), setup)
	near("s7", figure("stop"), stop)
	if x.text == i18n.TestGains || x.text == i18n.TestNoGain {
		near("with the growth", changes, setup+stop+(stays-setup)*at(from)/at(to))
	}
	if x.text == i18n.TestGains {
		near("gain", figure("gain"), stays-changes)
	}
}
