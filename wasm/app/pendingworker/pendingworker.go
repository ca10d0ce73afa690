// Package pendingworker answers questions about the queue of a real cluster in the
// worker: it reads the outputs of Slurm's commands, searches the pending jobs, and tells
// why one is pending. The page's program does not contain it; own.wasm does.
//
// Importing the package sets simworker.NewLive. Each message.LiveFile adds to what is
// known, and is answered by a message.LiveState; a message.LiveQuestion is answered
// piece by piece, between which the worker handles other messages.
package pendingworker

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"

	"hopyard/core/pending"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/slurmtext"
	"hopyard/core/topology"
	"hopyard/core/topology/slurm"
	"hopyard/core/workload/sacct"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

func init() {
	simworker.NewLive = func() simworker.LiveAnswers { return new(liveQueue) }
}

// liveQueue is the queue of a real cluster, as the files tell that the reader has
// given. Its answers come piece by piece.
type liveQueue struct {
	serial   int32
	files    []slurmstate.File
	fresh    []slurmstate.File // given, and not read yet
	snapshot *slurmstate.Snapshot
	queue    *pending.LiveQueue // nil if nothing is known, or it cannot be simulated
	trouble  string             // why it cannot be simulated
	has      message.LiveParts
	history  *pending.History // nil if no output of sacct is known
	topology string           // text of topology.conf, or ""
	others   []string         // names of the files with history and topology
	past     []byte           // what sacct printed last, or nil
	replays  replays

	asked  message.LiveQuestion
	next   func() (*pending.Answer, error, bool) // the rest of the answer, or nil
	stop   func()
	answer *pending.Answer
	told   [2]int // what has been sent of the answer: whether its start is known, and the number of what-ifs
}

// Handle processes a message about the queue. The parameter text holds the contents of
// the file beside the message, if there is one.
func (l *liveQueue) Handle(wire []byte, text string) []byte {
	var file message.LiveFile
	var search message.LiveSearch
	var question message.LiveQuestion
	var show message.LiveShow
	var past message.LivePast
	switch {
	case past.Unpack(wire) == nil:
		if past.Serial != l.serial || l.past == nil {
			return (&message.LiveState{Serial: past.Serial, Lost: true}).Pack()
		}
		l.end()
		if !past.Stop {
			l.replay(&past)
		}
	case file.Unpack(wire) == nil:
		return l.add(&file, text)
	case search.Unpack(wire) == nil:
		if search.Serial != l.serial {
			return (&message.LiveState{Serial: search.Serial, Lost: true}).Pack()
		}
		return l.search(&search)
	case show.Unpack(wire) == nil:
		if show.Serial != l.serial || l.snapshot == nil {
			return (&message.LiveState{Serial: show.Serial, Lost: true}).Pack()
		}
		out := message.LiveScenario{Serial: show.Serial, Hide: show.Hide}
		made, err := l.scenario(show.Hide)
		if err != nil {
			out.Trouble = err.Error()
			return out.Pack()
		}
		out.Text, out.Job = string(made.Text), -1
		if number, there := made.Jobs[l.asked.Job]; there {
			out.Job = number
		}
		return out.Pack()
	case question.Unpack(wire) == nil:
		if question.Serial != l.serial {
			return (&message.LiveState{Serial: question.Serial, Lost: true}).Pack()
		}
		l.end()
		if l.queue == nil {
			return nil
		}
		l.asked = question
		l.next, l.stop = iter.Pull2(l.queue.Answers(question.Job, l.history))
		l.answer, l.told = nil, [2]int{-1, 0}
	}
	return nil
}

// end gives up the answer in progress.
func (l *liveQueue) end() {
	if l.stop != nil {
		l.stop()
	}
	l.next, l.stop = nil, nil
	l.replays.end()
}

// add adds a file. It replaces an earlier one with the same name. After the last one of
// several, add reads all files, the new ones first, because of two outputs of a command
// the first wins. New files with mistakes are left out.
func (l *liveQueue) add(m *message.LiveFile, text string) []byte {
	if m.Begin {
		l.end()
		*l = liveQueue{}
	}
	l.serial = m.Serial
	l.fresh = append(l.fresh, slurmstate.File{Name: m.Name, Data: []byte(text)})
	if m.More {
		return nil
	}
	out := message.LiveState{Serial: l.serial}
	fresh := l.fresh
	l.fresh = nil
	fresh = slices.DeleteFunc(fresh, func(f slurmstate.File) bool { return l.aside(&f, &out) })
	if len(fresh) == 0 && l.snapshot != nil && len(out.Faults) == 0 { // history or topology
		fresh = l.files
	}
	l.replays.forget()
	for len(fresh) > 0 {
		all := slices.Clone(fresh)
		for _, f := range l.files {
			if !slices.ContainsFunc(fresh, func(n slurmstate.File) bool { return n.Name == f.Name }) {
				all = append(all, f)
			}
		}
		s, err := slurmstate.Read(all)
		if err == nil {
			l.end()
			l.files, l.snapshot = all, s
			l.simulate(&out)
			break
		}
		wrong := mistakes(err, &out)
		before := len(fresh)
		fresh = slices.DeleteFunc(fresh, func(f slurmstate.File) bool { return wrong[f.Name] })
		if len(fresh) == before { // the mistake is in the files together
			break
		}
	}
	l.tell(&out)
	return out.Pack()
}

// scenario returns the queue as a scenario. It reads the files again, because answers
// have filled in what they do not tell.
func (l *liveQueue) scenario(hide bool) (*pending.LiveScenario, error) {
	s, err := slurmstate.Read(l.files)
	if err != nil {
		return nil, err
	}
	network := l.topology
	if hide {
		if s, network, err = pending.HideNames(s, network); err != nil {
			return nil, err
		}
	}
	q, err := pending.NewOn(s, network)
	if err != nil {
		return nil, err
	}
	return q.Scenario()
}

// aside takes a file that is no output about the queue as it stands: what sacct printed
// about past jobs, or a topology.conf. It reports whether the file is one of them.
func (l *liveQueue) aside(f *slurmstate.File, out *message.LiveState) bool {
	head := f.Data[:min(len(f.Data), 1<<16)]
	switch {
	case slurmtext.IsState(string(head)):
		return false
	case sacct.Is(head):
		used, err := sacct.ReadUsed(bytes.NewReader(f.Data), sacct.Options{})
		var all sacct.Faults
		switch {
		case errors.As(err, &all):
			for _, x := range all {
				out.Faults = append(out.Faults, message.Problem{Place: f.Name, Line: int32(x.Line), Problem: x.About(), Limit: x.Limit, Fix: x.Fix})
			}
		case err != nil:
			out.Faults = append(out.Faults, message.Problem{Place: f.Name, Problem: err.Error()})
		default:
			l.end()
			l.history, l.past = pending.NewHistory(used), f.Data
			l.others = appendNew(l.others, f.Name)
		}
		return true
	case bytes.Contains(head, []byte("SwitchName=")):
		if _, err := slurm.ParseWithin(string(f.Data), topology.MaxNodes); err != nil {
			out.Faults = append(out.Faults, message.Problem{Place: f.Name, Problem: err.Error()})
			return true
		}
		l.topology = string(f.Data)
		l.others = appendNew(l.others, f.Name)
		return true
	}
	return false
}

func appendNew(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// mistakes adds the mistakes in files to a message. It returns the names of the files.
func mistakes(err error, out *message.LiveState) map[string]bool {
	wrong := map[string]bool{}
	var all slurmstate.Mistakes
	if !errors.As(err, &all) {
		out.Faults = append(out.Faults, message.Problem{Problem: err.Error()})
		return nil
	}
	for _, m := range all {
		out.Faults = append(out.Faults, problem(m))
		wrong[m.File] = true
	}
	return wrong
}

// problem returns a remark with what to do apart.
func problem(m slurmstate.FileRemark) message.Problem {
	text, fix, _ := strings.Cut(m.Text, "; ")
	return message.Problem{Place: m.File, Line: int32(m.Line), Problem: text, Fix: fix}
}

// simulate prepares answers.
func (l *liveQueue) simulate(out *message.LiveState) {
	s := l.snapshot
	out.Has.Nodes = len(s.Nodes) > 0 // pending.New fills in those that it finds in jobs
	for i := range s.Jobs {
		out.Has.Limits = out.Has.Limits || s.Jobs[i].Limit > 0
		out.Has.Priorities = out.Has.Priorities || s.Jobs[i].Priority != 0 || len(s.Jobs[i].Parts) > 0
	}
	for i := range s.Partitions {
		out.Has.Partitions = out.Has.Partitions || s.Partitions[i].Tier > 0
	}
	l.has = out.Has
	l.queue, l.trouble = nil, ""
	if q, err := pending.NewOn(s, l.topology); err == nil {
		l.queue = q
	} else {
		l.trouble = err.Error()
	}
}

// tell fills in what is known.
func (l *liveQueue) tell(out *message.LiveState) {
	for _, f := range l.files {
		out.Files = append(out.Files, f.Name)
	}
	out.Files = append(out.Files, l.others...)
	out.Has.History, out.Has.Past = l.history != nil, l.past != nil
	s := l.snapshot
	if s == nil {
		return
	}
	out.Has, out.Trouble = l.has, l.trouble
	out.Has.History, out.Has.Past = l.history != nil, l.past != nil
	out.Has.QOS, out.Has.Accounts, out.Has.Reservations = s.QOS != nil, s.Assocs != nil, len(s.Reservations) > 0
	out.Has.Reserving = slices.ContainsFunc(s.Jobs, func(j slurmstate.JobInfo) bool {
		return strings.HasPrefix(j.Reason, "ReqNodeNotAvail") || j.Reason == "Reservation"
	})
	out.Nodes, out.Partitions = int32(len(s.Nodes)), int32(len(s.Partitions))
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Drained || n.State == slurmstate.NodeDown {
			out.Down++
		}
	}
	for i := range s.Jobs {
		switch s.Jobs[i].State {
		case "PENDING":
			out.Waiting++
		case "RUNNING":
			out.Running++
		}
	}
	for _, n := range s.Notices {
		out.Notices = append(out.Notices, message.LiveNotice{File: n.File, Line: int32(n.Line), Text: n.Text})
	}
	for _, r := range s.Unread {
		out.Unread = append(out.Unread, problem(r))
	}
	out.NumUnread = int32(s.NumUnread)
	if l.queue != nil {
		out.Assumed = l.queue.Assumed
	}
}

// mostFound is the number of jobs in the result of a search.
const mostFound = 50

// search finds pending jobs by their ids, users and names. The best matches come first,
// and equal ones in the order in which Slurm lists them.
func (l *liveQueue) search(m *message.LiveSearch) []byte {
	out := message.LiveFound{Serial: m.Serial, Text: m.Text}
	want := strings.ToLower(strings.TrimSpace(m.Text))
	if l.snapshot == nil {
		return out.Pack()
	}
	best, byRank := 0, [5][]int{}
	for i := range l.snapshot.Jobs {
		j := &l.snapshot.Jobs[i]
		r := rank(j, want)
		switch {
		case r == 0:
		case j.State == "PENDING":
			out.Total++
			byRank[r] = append(byRank[r], i)
		case r > best && want != "":
			best, out.Other = r, l.job(j)
		}
	}
	for r := len(byRank) - 1; r > 0; r-- {
		for _, i := range byRank[r] {
			if len(out.Jobs) < mostFound {
				out.Jobs = append(out.Jobs, l.job(&l.snapshot.Jobs[i]))
			}
		}
	}
	return out.Pack()
}

// rank returns how well a job fits a text in lower case, from 0 to 4.
func rank(j *slurmstate.JobInfo, want string) int {
	id, user := strings.ToLower(j.ID), strings.ToLower(j.User)
	base, _, _ := strings.Cut(id, "_")
	switch {
	case id == want || base == want:
		return 4
	case user == want || strings.HasPrefix(id, want):
		return 3
	case strings.HasPrefix(user, want) || strings.HasPrefix(strings.ToLower(j.Name), want):
		return 2
	case strings.Contains(user, want) || strings.Contains(strings.ToLower(j.Name), want):
		return 1
	}
	return 0
}

// job returns what the page shows of a job.
func (l *liveQueue) job(j *slurmstate.JobInfo) message.LiveJob {
	out := message.LiveJob{ID: j.ID, User: j.User, Name: j.Name, State: j.State, Reason: j.Reason, Partitions: j.Partitions, Nodes: max(j.Nodes, int64(len(j.NodeList))), Limit: simtime.Duration(j.Limit) * simtime.Second, Priority: j.Priority}
	if l.queue != nil && l.queue.Listed {
		out.Priority = 0
	}
	return out
}

// Busy reports whether an answer is in progress.
func (l *liveQueue) Busy() bool { return l.next != nil || l.replays.next != nil }

// Work goes on with the answer. It returns a message if more of it is known.
func (l *liveQueue) Work() []byte {
	if l.replays.next != nil {
		return l.replays.work()
	}
	a, err, more := l.next()
	switch {
	case !more && l.answer != nil:
		l.end()
		return l.part(true)
	case !more:
		l.end()
		return nil
	case err != nil:
		l.end()
		return (&message.LiveAnswer{Serial: l.serial, Number: l.asked.Number, Over: true, Trouble: err.Error()}).Pack()
	}
	l.answer = a
	now := [2]int{0, len(a.WhatIfs)}
	if a.Started {
		now[0] = 1
	}
	if now == l.told {
		return nil
	}
	l.told = now
	return l.part(false)
}

// part returns the answer as far as it is known.
func (l *liveQueue) part(over bool) []byte {
	a := l.answer
	out := message.LiveAnswer{Serial: l.serial, Number: l.asked.Number, Over: over, Job: l.job(a.Job), Obstacle: a.Obstacle, Because: a.Because, Missing: a.Missing, Started: a.Started, Start: liveStart(&a.Start), NumAhead: int32(a.NumAhead), Range: a.Range, Deadline: a.Deadline, Queue: a.Queue, Several: int32(a.Several), Others: int32(a.Others), Room: l.room(a.Room)}
	for _, x := range a.Ahead {
		out.Ahead = append(out.Ahead, message.LiveAhead{Job: l.job(x.Job), Higher: x.Higher, Waits: x.Waits, Parts: x.Parts})
	}
	for _, x := range a.Next {
		out.Ends = append(out.Ends, l.ending(&x))
	}
	for i := range a.WhatIfs {
		x := &a.WhatIfs[i]
		out.WhatIfs = append(out.WhatIfs, message.LiveWhatIf{Kind: x.Kind, Limit: x.Limit, Nodes: x.Nodes, Name: x.Name, Start: liveStart(&x.Start), Sooner: x.Sooner})
	}
	return out.Pack()
}

// ending returns what the page shows of the end of a job.
func (l *liveQueue) ending(x *pending.End) message.LiveEnd {
	return message.LiveEnd{Job: l.job(x.Job), After: x.After, Nodes: int32(x.Nodes)}
}

// mostEnds is the number of jobs that must end for a limit which are sent.
const mostEnds = 4

// room returns what the page shows of the room under a limit: of many jobs the first ones
// and the last.
func (l *liveQueue) room(r *pending.LimitRoom) *message.LiveRoom {
	if r == nil {
		return nil
	}
	out := &message.LiveRoom{Num: int32(len(r.Ends)), Enough: r.Enough, Lacks: r.Lacks}
	for i := range r.Ends {
		if i < mostEnds-1 || i == len(r.Ends)-1 {
			out.Ends = append(out.Ends, l.ending(&r.Ends[i]))
		}
	}
	return out
}

// mostNodes is the number of nodes of a start whose names are sent.
const mostNodes = 6

func liveStart(s *pending.Start) message.LiveStart {
	return message.LiveStart{After: s.After, Until: s.Until, Nodes: s.Nodes[:min(len(s.Nodes), mostNodes)], NumNodes: int32(len(s.Nodes)), Unbounded: s.Unbounded, Rough: s.Rough, Removed: s.Removed, Removal: s.Removal}
}
