package checkworker

import (
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/wasm/app"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/share"
	"hopyard/wasm/app/simworker"
)

// page simulates the page without a browser. The worker desk makes the run on
// screen, and the workers lanes make the runs of the columns of a comparison. All
// of these workers can run policy programs.
type page struct {
	*app.App
	t     *testing.T
	desk  simworker.Dispatcher
	lanes []simworker.Dispatcher
}

func work(d *simworker.Dispatcher, l *message.Load) [][]byte {
	for d.Handle(l.Pack()); d.Busy(); {
		d.Work(100)
	}
	return d.Answers()
}

func (p *page) load(l message.Load) {
	p.t.Helper()
	for _, wire := range work(&p.desk, p.Load(l)) {
		if err := p.Hear(wire); err != nil {
			p.t.Fatal(err)
		}
	}
	if len(p.Faults) > 0 {
		p.t.Fatalf("%+v", p.Faults)
	}
}

// record lets the workers record the runs of all columns of the comparison.
func (p *page) record() {
	p.t.Helper()
	p.lanes = make([]simworker.Dispatcher, len(p.Compare.Columns))
	for i, column := range p.Compare.Columns {
		for _, wire := range work(&p.lanes[i], p.Compare.Ask(i)) {
			var run message.Loaded
			var failed message.Failed
			if run.Unpack(wire) == nil {
				p.Compare.Accept(column, &run)
			} else if failed.Unpack(wire) == nil {
				p.Compare.Reject(column, &failed)
				p.t.Errorf("column %d: %+v", i, failed.Faults)
			}
		}
	}
}

func lessonNamed(t *testing.T, name string) message.Load {
	t.Helper()
	l, ok := scenarios.Find(name)
	if !ok {
		t.Fatalf("no lesson %s", name)
	}
	return message.Load{Form: message.JSON, Text: string(l.Source), Name: l.Title, At: -1, Job: -1}
}

// TestOwnPolicyStaysCompared starts a comparison with the reader's own policy
// program. It checks that the comparison continues with this program on the next
// lesson, and that a share link restores the comparison.
func TestOwnPolicyStaysCompared(t *testing.T) {
	for name, policy := range map[string]message.Overrides{
		"queue": {Program: "def schedule(now, queue, machine):\n    for job in list(queue):\n        if machine.can_start(job): start(job)\n", Roles: queueing},
		"order": {Program: "def key(job): return -job.nodes", Roles: ordering},
	} {
		p := &page{App: app.NewModel(i18n.English), t: t}
		first := lessonNamed(t, "easy-hole")
		first.Overrides = policy
		p.load(first)
		if p.Run == nil || p.Run.Program == nil {
			t.Fatalf("%s: there is no program on screen", name)
		}
		p.StartCompare(share.Linked{})
		p.record()
		p.load(lessonNamed(t, "head-of-line"))
		p.Compare.Renew()
		p.record()
		own := p.Compare.Columns[0]
		if own.Run == nil || own.Run.Program.Source() != policy.Program || own.Run.Title != p.Run.Title || p.Run.Program != nil {
			t.Fatalf("%s: the first column runs %+v", name, own.Policy)
		}
		link, err := scenario.DecodeLink(p.Share.Fragment())
		if err != nil || !link.Scenario.Programmed() || link.A == nil || link.B == nil {
			t.Errorf("%s: the link holds %+v: %v", name, link.A, err)
		}
		if plain := p.Share.LinkWith(share.LinkParts{NoPolicies: true}); plain == "" || strings.HasPrefix(plain, own.Run.Link) {
			t.Errorf("%s: a link that compares nothing holds the program", name)
		}
		back := &page{App: app.NewModel(i18n.English), t: t}
		back.load(message.Load{Form: message.Link, Text: p.Share.Fragment(), At: -1, Job: -1})
		back.StartCompare(share.LinkedOf(p.Share.Fragment()))
		back.record()
		for i, column := range back.Compare.Columns {
			if column.Run == nil || column.Run.Hash != p.Compare.Columns[i].Run.Hash {
				t.Errorf("%s: column %d of the link is another run", name, i)
			}
		}
		used := p.UseColumn(0) // UseColumn makes the program of the column the policy on screen
		if used.Program != policy.Program || used.Roles != policy.Roles || len(used.Set) > 0 {
			t.Errorf("%s: used, it asks for %+v", name, used.Overrides)
		}
	}
}
