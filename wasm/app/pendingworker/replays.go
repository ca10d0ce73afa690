package pendingworker

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strings"

	"hopyard/core/fidelity"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload/sacct"
	"hopyard/wasm/app/message"
)

// replays answers how true a replay of the past is, and what a change would have done.
// It keeps the replay without a change until other files are given.
type replays struct {
	model *fidelity.PastModel
	base  *fidelity.Outcome
	known message.LiveFidelity  // the fidelity
	next  func() ([]byte, bool) // the rest of the answer, or nil
	stop  func()
}

// end gives up the answer in progress.
func (r *replays) end() {
	if r.stop != nil {
		r.stop()
	}
	r.next, r.stop = nil, nil
}

// forget gives up what follows from the files.
func (r *replays) forget() {
	r.end()
	*r = replays{}
}

// work goes on with the answer. It returns a message if there is news.
func (r *replays) work() []byte {
	wire, more := r.next()
	if !more {
		r.end()
	}
	return wire
}

// replay begins an answer.
func (l *liveQueue) replay(m *message.LivePast) {
	asked := *m
	l.replays.next, l.replays.stop = iter.Pull(func(yield func([]byte) bool) {
		out := message.LiveFidelity{Serial: asked.Serial, Number: asked.Number}
		if err := l.answerPast(&asked, &out, yield); err != nil {
			out.Trouble = err.Error()
		} else if !out.Over {
			return // nobody waits any more
		}
		out.Over = true
		yield(out.Pack())
	})
}

// answerPast fills in the answer, and yields it while it grows. It sets Over when the
// answer is complete.
func (l *liveQueue) answerPast(m *message.LivePast, out *message.LiveFidelity, yield func([]byte) bool) error {
	r := &l.replays
	replay := func(model *fidelity.PastModel) (*fidelity.Outcome, error) {
		told := int32(-1)
		return model.ReplayBy(func(started, jobs int) bool {
			if done := int32(1000 * started / max(1, jobs)); done/20 != told/20 || told < 0 {
				told, out.Done = done, done
				return yield(out.Pack())
			}
			return yield(nil)
		})
	}
	if r.base == nil {
		model, err := l.pastModel()
		if err != nil {
			return err
		}
		base, err := replay(model)
		if err != nil || base == nil {
			return err
		}
		r.model, r.base = model, base
		r.known = fidelityOf(model, base)
	}
	serial, number := out.Serial, out.Number
	*out = r.known
	if out.Serial, out.Number = serial, number; m.Path == "" {
		out.Over = true
		return nil
	}
	other, err := r.model.With([]fidelity.SettingChange{{Path: m.Path, Value: m.Value}})
	if err != nil {
		return err
	}
	if !yield(out.Pack()) {
		return nil
	}
	after, err := replay(other)
	if err != nil || after == nil {
		return err
	}
	addEffect(out, r.model.Compare(other, r.base, after))
	for _, text := range other.Assumed {
		if !slices.Contains(out.Assumed, text) && !strings.HasPrefix(text, "priorities are those that sacct printed") {
			out.Assumed = append(slices.Clone(out.Assumed), text)
		}
	}
	out.Over = true
	return nil
}

// pastModel reads the files anew, because answers have filled in what they do not tell.
func (l *liveQueue) pastModel() (*fidelity.PastModel, error) {
	in := fidelity.Input{}
	var err error
	if in.Past, err = sacct.ReadRecords(bytes.NewReader(l.past), sacct.Options{}); err != nil {
		return nil, err
	}
	if len(l.files) > 0 {
		if in.Snapshot, err = slurmstate.Read(l.files); err != nil {
			return nil, err
		}
	}
	if l.topology != "" {
		net, err := slurm.ParseWithin(l.topology, topology.MaxNodes)
		if err != nil {
			return nil, err
		}
		in.Topology = net.Topology
	}
	return fidelity.New(in)
}

// fidelityOf returns the fidelity of a replay.
func fidelityOf(m *fidelity.PastModel, o *fidelity.Outcome) (out message.LiveFidelity) {
	f := m.Fidelity(o)
	out = message.LiveFidelity{Known: true, RecordedStopped: int32(f.RecordedStopped), Stopped: int32(f.Stopped), Early: int32(f.Overall.Early), Late: int32(f.Overall.Late), Assumed: m.Assumed}
	add := func(name string, size int, a *fidelity.Accuracy) {
		out.Rows = append(out.Rows, message.LiveAccuracy{Name: name, Size: int32(size), Jobs: int32(a.Jobs), Median: a.MedianError, Ninetieth: a.NinetiethError,
			Minute: thousandths(a.WithinMinute), Tenth: thousandths(a.WithinTenth), Recorded: a.RecordedMean, Predicted: a.PredictedMean})
	}
	add("", -1, &f.Overall)
	for i := range f.Partitions {
		add(f.Partitions[i].Name, -1, &f.Partitions[i].Accuracy)
	}
	for i := range f.Sizes {
		add("", slices.Index(fidelity.SizeNames(), f.Sizes[i].Name), &f.Sizes[i].Accuracy)
	}
	for _, x := range f.Reasons {
		out.Reasons = append(out.Reasons, message.LiveCount{Kind: int32(slices.Index(fidelity.Reasons[:], x.What)), Jobs: int32(x.Jobs)})
	}
	out.Refused = countsOf(f.Refused)
	out.Partitions, out.QOS = m.Names()
	return out
}

func thousandths(x float64) int32 { return int32(math.Round(1000 * x)) }

func countsOf(all []fidelity.Count) (out []message.LiveCount) {
	for _, x := range all {
		out = append(out, message.LiveCount{Name: x.What, Jobs: int32(x.Jobs)})
	}
	return out
}

// addEffect adds the effect of a change.
func addEffect(out *message.LiveFidelity, e *fidelity.Effect) {
	out.Changed, out.Jobs, out.Days, out.Stops, out.Lost = true, int32(e.Jobs), int32(e.Days), [2]int32{int32(e.Stopped[0]), int32(e.Stopped[1])}, countsOf(e.Lost)
	add := func(figure int, d *fidelity.Difference) {
		x := message.LiveDifference{Figure: int32(figure), Before: d.Before, After: d.After, Interval: !d.IntervalMissing}
		if figure < 0 {
			x.Name = d.Name
		}
		if x.Interval {
			x.Low, x.High = d.Change-d.Half, d.Change+d.Half
		}
		out.Differences = append(out.Differences, x)
	}
	for i := range e.Figures {
		add(i, &e.Figures[i])
	}
	for i := range e.Partitions {
		add(-1, &e.Partitions[i])
	}
}
