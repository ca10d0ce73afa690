package metrics

import (
	"io"
	"strconv"

	"hopyard/core/cluster"
	"hopyard/core/network"
	"hopyard/core/trace"
	"hopyard/core/workload"
)

// WriteFigures writes figures as CSV with the columns key (as in --metrics), title,
// unit, direction (-1: lower is better, 1: higher is better) and value. It returns
// an error if writing fails.
func WriteFigures(w io.Writer, list []Figure) error {
	buf := []byte("figure,title,unit,better,value\n")
	for i := range list {
		x := &list[i]
		buf = append(appendQuoted(append(append(buf, x.Key...), ','), x.Title), ',')
		buf = append(strconv.AppendInt(append(append(buf, x.Unit...), ','), int64(x.Better), 10), ',')
		buf = append(strconv.AppendFloat(buf, x.Value, 'f', -1, 64), '\n')
	}
	_, err := w.Write(buf)
	return err
}

// spill writes the buffer if it has become large. It returns the buffer to continue
// with, and an error if writing fails.
func spill(w io.Writer, buf []byte) ([]byte, error) {
	if len(buf) <= 1<<15 {
		return buf, nil
	}
	_, err := w.Write(buf)
	return buf[:0], err
}

// WriteSeries writes the state of the machine over time as CSV, with times in
// seconds and a line for each time at which something changed. It returns an error
// if writing fails. Cost: that of Series.
func WriteSeries(w io.Writer, m *cluster.Machine, jobs []workload.Job, net network.Model, log []trace.Event) error {
	buf := []byte("time,busy_cores,free_while_waiting_cores,frozen_cores,down_cores,waiting,running,hops_per_pair,link_load\n")
	var err error
	for _, p := range Series(m, jobs, net, log) {
		buf = p.Time.AppendText(buf)
		for _, n := range [...]int64{p.Busy, p.Free, p.Frozen, p.Gone, p.Waiting, p.Running} {
			buf = strconv.AppendInt(append(buf, ','), n, 10)
		}
		buf = strconv.AppendFloat(append(buf, ','), p.Hops, 'f', -1, 64)
		buf = append(strconv.AppendFloat(append(buf, ','), p.Load, 'f', -1, 64), '\n')
		if buf, err = spill(w, buf); err != nil {
			return err
		}
	}
	_, err = w.Write(buf)
	return err
}
