package simworker

import (
	"errors"

	"hopyard/core/engine"
	"hopyard/core/metrics"
	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/core/workload/resampling"
	"hopyard/wasm/app/message"
)

// traceSpan returns the recorded time from the first to the last submission of the
// trace, or 0 without a trace.
func (r *Replay) traceSpan() simtime.Duration {
	n := len(r.config.Jobs)
	if r.scenario.SWF == "" || n == 0 {
		return 0
	}
	span := r.config.Jobs[n-1].Submit.Sub(r.config.Jobs[0].Submit)
	if by := r.scenario.Altered.Load; by != 0 {
		span = span / 1000 * simtime.Duration(by)
	}
	return span
}

// resamples answers a message.TraceQuery about resamples. It simulates one resample
// after another, a few steps at a time. It is a type with methods so that the page
// can download this code when it is first needed (tools/build/parts.go).
type resamples struct {
	asked  message.TraceQuery
	of     *Replay
	trace  *workload.SWF
	pool   resampling.Pool
	made   int32          // number of answers given
	engine *engine.Engine // run of the next resample; nil before its first step
	sum    *metrics.Summary
}

// begin prepares for the request, and reports whether it can be answered.
func (s *resamples) begin(m *message.TraceQuery, of *Replay) bool {
	*s = resamples{asked: *m, of: of}
	return m.Serial == of.asked.Serial && m.Count > 0 && m.Count < scenario.MaxRepetitions
}

// busy reports whether some answers are still missing. The receiver may be nil.
func (s *resamples) busy() bool { return s != nil && s.made <= s.asked.Count }

// work simulates up to n steps. It returns the answer about a resample if one is
// complete, otherwise nil.
func (s *resamples) work(n int) []byte {
	out := &message.TraceReply{Serial: s.asked.Serial, Number: s.asked.Number, Topic: message.TopicResamples, First: s.made}
	done, err := s.step(n, out)
	if err == nil && !done {
		return nil
	}
	if err != nil {
		out.Text, s.made = err.Error(), s.asked.Count
	}
	s.made++
	s.engine = nil
	out.Pool = s.pool
	return out.Pack()
}

// step simulates up to n steps, and sets the figures if the run is complete.
func (s *resamples) step(n int, out *message.TraceReply) (done bool, err error) {
	if s.made == 0 {
		if s.trace, _, err = s.of.scenario.Trace(); err == nil && s.trace == nil {
			err = errors.New("the jobs do not come from a trace")
		}
		if err != nil {
			return true, err
		}
		s.pool, err = s.of.scenario.ResamplingPool(s.trace, s.asked.Blocks)
		out.Figures = s.of.whole
		return true, err
	}
	if s.engine == nil {
		return false, s.open()
	}
	if s.of.scenario.Scheduler.Sources != (policies.Sources{}) {
		n = 1 // a step of a policy program can take any length of time
	}
	for range n {
		step, more := s.engine.Step()
		if !more {
			f := s.sum.Figures()
			out.Figures = valuesOf(&f)
			return true, s.engine.Err()
		}
		s.sum.Read(step.Events)
	}
	return false, nil
}

// open prepares to simulate the next resample. Its seed is that of the same
// repetition of an experiment with this scenario.
func (s *resamples) open() error {
	seed := (s.of.scenario.Seed + int64(s.made)) % (scenario.MaxNumber + 1)
	config, err := s.of.scenario.WithSeed(seed).ResampledConfig(s.trace, s.asked.Blocks)
	if err != nil {
		return err
	}
	about := scenario.Subject(&config)
	s.sum = metrics.NewSummary(&about)
	s.engine, err = engine.New(config)
	return err
}
