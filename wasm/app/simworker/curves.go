package simworker

import (
	"hopyard/core/metrics"
	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
)

const (
	sparkPoints = 64
	curvePoints = 1000
)

// sparks returns a short curve of each figure: its values after at most sparkPoints
// steps that are spread evenly over the run, or over the window.
func (r *Replay) sparks() []message.Spark {
	first, all := 0, r.tape.Len()
	if r.window != nil {
		first, all = r.window.first, r.window.last-r.window.first
	}
	n := min(all, sparkPoints)
	var out []message.Spark
	for k := 1; k <= n; k++ {
		for i, v := range r.figures(first + k*all/n) {
			if k == 1 {
				out = append(out, make(message.Spark, n))
			}
			out[i][k-1] = v
		}
	}
	return out
}

// curve returns the state of the machine over time. Up to curvePoints points are
// returned unchanged. A longer series is divided into curvePoints spans of equal
// length, followed by the last point. A span has the mean of the busy and idle
// cores. For the queue length, the running jobs and the link load it has the
// maximum, so that no peak is lost.
func curve(points []metrics.Point, cores int64) []message.Point {
	if len(points) == 0 {
		return nil
	}
	first, last := points[0].Time, points[len(points)-1].Time
	if len(points) <= curvePoints || last == first {
		out := make([]message.Point, len(points))
		for i := range points {
			out[i] = pointOf(&points[i], cores)
		}
		return out
	}
	var out []message.Point
	for i, k := 0, 0; k < curvePoints; k++ {
		from := first + simtime.Time(float64(last-first)*float64(k)/curvePoints)
		to := first + simtime.Time(float64(last-first)*float64(k+1)/curvePoints)
		p := message.Point{Time: from}
		for at := from; at < to; {
			for i+1 < len(points) && points[i+1].Time <= at {
				i++
			}
			next := to
			if i+1 < len(points) {
				next = min(next, points[i+1].Time)
			}
			q := pointOf(&points[i], cores)
			part := float64(next-at) / float64(to-from)
			p.Busy += part * q.Busy
			p.Idle += part * q.Idle
			p.Waiting, p.Runs, p.Hops, p.Load = max(p.Waiting, q.Waiting), max(p.Runs, q.Runs), q.Hops, max(p.Load, q.Load)
			at = next
		}
		out = append(out, p)
	}
	return append(out, pointOf(&points[len(points)-1], cores))
}

func pointOf(p *metrics.Point, cores int64) message.Point {
	return message.Point{
		Time: p.Time, Busy: float64(p.Busy) / float64(max(cores, 1)), Idle: float64(p.Free) / float64(max(cores, 1)),
		Waiting: p.Waiting, Runs: p.Running, Hops: p.Hops, Load: p.Load,
	}
}
