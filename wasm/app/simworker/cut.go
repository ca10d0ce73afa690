package simworker

import (
	"errors"
	"math"
	"strconv"

	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
)

// cut makes a scenario from the part of the run between two times, and encodes it
// as a share link. Cost: O(events + jobs of the part).
func (r *Replay) cut(from, to simtime.Time, title string) message.ExcerptReply {
	out := message.ExcerptReply{From: from, To: to}
	made, err := r.cutOut(from, to, title)
	if err != nil {
		out.Problem, _ = problemOf(err)
		return out
	}
	out.Before, out.Jobs = int32(made.Running+made.Waiting), int32(len(made.Scenario.Jobs))
	link, err := scenario.EncodeLink(scenario.SharedLink{Scenario: made.Scenario})
	if err == nil {
		out.Link, out.Length = link, int32(len(link))
		for i := range made.Scenario.Jobs {
			out.Numbers = append(out.Numbers, made.Scenario.Jobs[i].Number)
		}
		return out
	}
	out.Problem, out.Length = problemOf(err)
	if out.Jobs <= scenario.MaxLinkJobs { // the page can show this many jobs at once, without a window
		out.Scenario = string(made.Scenario.Canonical())
	}
	return out
}

// cutFile returns the part of the run between two times as the text of a scenario
// file. It returns "" if that fails.
func (r *Replay) cutFile(from, to simtime.Time, title string) string {
	made, err := r.cutOut(from, to, title)
	if err != nil {
		return ""
	}
	return string(made.Scenario.Canonical())
}

// cutOut makes a scenario from the part of the run between two times. Cost:
// O(events + jobs of the part).
func (r *Replay) cutOut(from, to simtime.Time, title string) (*scenario.Excerpt, error) {
	span := &scenario.Span{From: from, To: to, Machine: r.config.Machine, Jobs: r.config.Jobs, Log: r.tape.Log(), Title: title}
	for _, d := range r.tape.Seek(r.tape.Find(from-1, math.MaxInt32)).Pending() {
		span.Queue = append(span.Queue, d.Job)
	}
	return r.scenario.Cut(span)
}

// problemOf returns the text of the first error in err. If that error reports a
// link that is too long, problemOf also returns the length of the link; otherwise
// the length is 0.
func problemOf(err error) (problem string, length int32) {
	var all jsondoc.Errors
	if !errors.As(err, &all) || len(all) == 0 {
		return err.Error(), 0
	}
	if all[0].Limit == strconv.Itoa(linkcodec.MaxLink) {
		n, _ := strconv.Atoi(all[0].Value)
		length = int32(n)
	}
	return all[0].Problem, length
}
