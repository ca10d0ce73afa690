package policyeditor

import (
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// PolicyEditor is the editor of a policy.
type PolicyEditor struct {
	*model.Model
	Source string            // what is in the editor
	Wrong  []message.Problem // with what was asked for last of it
	Broke  string            // why the simulator stopped while it ran; "" if it did not
	Help   Help
	Trial  PolicyCheck

	asked  string  // the program that was asked for last,
	serial int32   // and the Load that did
	began  float64 // when that was, in milliseconds
	blank  bool    // nothing is in the editor any more: what was said of asked is over
	ran    string  // the program of the run on screen that was asked for here
	took   float64 // until its run had come
	good   float64 // when it came
	again  bool    // what is loaded next is what was on screen: the simulator had stopped
}

// New is an editor of nothing.
func New(m *model.Model) *PolicyEditor { return &PolicyEditor{Model: m} }

// OnScreen is the program of the run on screen, "" if it has none.
func (m *PolicyEditor) OnScreen() string {
	if m.Run == nil {
		return ""
	}
	return m.Run.Program.Source()
}

// Roles are those of a program: the functions that it defines at its top level say
// them. It is only read, since running it takes another program; that one says
// what is wrong.
func Roles(source string) message.Roles {
	var roles message.Roles
	for line := range strings.Lines(source) {
		name, _ := strings.CutPrefix(line, "def ")
		end := 0
		for end < len(name) && (name[end] >= 'a' && name[end] <= 'z' || name[end] == '_') {
			end++
		}
		switch rest := strings.TrimLeft(name[end:], " "); {
		case len(name) == len(line) && (!strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==")):
			continue
		}
		switch name[:end] {
		case "schedule":
			roles |= 1 << policies.Queueing
		case "place":
			roles |= 1 << policies.Placing
		case "key", "score":
			roles |= 1 << policies.Ordering
		}
	}
	if roles == 0 { // it will be told what it lacks
		roles = 1 << policies.Queueing
	}
	return roles
}

// Type takes in what is typed. Of an empty editor nothing is wrong: what was, was said
// of the program that stood in it.
func (m *PolicyEditor) Type(source string) {
	m.Source = source
	if strings.TrimSpace(source) == "" {
		m.Wrong, m.Broke, m.blank = nil, "", true
		m.forgive()
	}
}

// forgive takes back that what was asked for last is wrong, if that was the program.
func (m *PolicyEditor) forgive() {
	if m.Asked.Serial == m.serial {
		m.Model.Faults, m.Model.Failed = nil, nil
	}
}

// Write takes in a program that comes in place of the one in the editor: an example, a
// link's, what was undone. What a test has found is of the one that it tested, and is
// forgotten with it.
func (m *PolicyEditor) Write(source string) {
	if m.Type(source); source != m.Trial.of {
		m.Trial.Forget()
	}
}

// Ask asks for the run on screen with the program in the editor; nil where there
// is nothing to ask: no run, or too long a program, which Wrong says then.
func (m *PolicyEditor) Ask(now float64) *message.Load {
	m.Broke = ""
	if n := len(m.Source); n > policies.MaxSource {
		m.Wrong = []message.Problem{{Problem: m.Words.Say(i18n.PolicyTooLong, i18n.S("size", m.Words.Int(int64(n))), i18n.S("limit", m.Words.Int(policies.MaxSource)))}}
		return nil
	}
	if m.Run == nil {
		return nil
	}
	o := m.Asked.Overrides
	o.Program, o.Roles = m.Source, Roles(m.Source)
	for role, chosen := range [...]*string{&o.Queue, &o.Allocator, &o.Order} {
		if o.Roles.Has(policies.Role(role)) {
			*chosen = ""
		}
	}
	if o.Roles.Has(policies.Queueing) {
		o.Depth = 0
	}
	asked := m.Change(o)
	asked.Whole = true
	m.Request.Key, m.Request.Did = "policy", model.Did{Text: i18n.DidPolicy}
	m.asked, m.serial, m.began, m.blank = m.Source, asked.Serial, now, false
	return asked
}

// Fresh reports whether the editor has what was not asked for yet.
func (m *PolicyEditor) Fresh() bool { return m.Source != m.asked || m.blank }

// Waits reports whether an answer to what is in the editor is on its way.
func (m *PolicyEditor) Waits() bool { return m.Loading != nil && m.Loading.Serial == m.serial }

// Loaded takes in that a run is on screen.
func (m *PolicyEditor) Loaded(now float64) {
	if m.again {
		m.again = false
		return
	}
	m.Wrong, m.Broke = nil, ""
	if m.Run.Serial == m.serial {
		m.ran, m.took, m.good = m.asked, now-m.began, now
		return
	}
	m.ran, m.took, m.good = m.OnScreen(), 0, now
	if f := m.Failed(); f != nil {
		m.Wrong = []message.Problem{*f}
	}
}

// Failed is the fault that ended the run on screen, nil if it went to its end.
func (m *PolicyEditor) Failed() *message.Problem {
	if m.Run == nil || m.Run.Program == nil {
		return nil
	}
	return m.Run.Program.Failed
}

// Rejected takes in what is wrong with what was asked for. It reports false where
// that was not the program in the editor.
func (m *PolicyEditor) Rejected(f *message.Failed) bool {
	if f.Serial != m.serial {
		return false
	}
	if m.blank {
		m.forgive()
	} else {
		m.Wrong = distinct(f.Faults)
	}
	return true
}

// distinct leaves out faults of a program that another role has, too.
func distinct(all []message.Problem) []message.Problem {
	var out []message.Problem
	for _, f := range all {
		same := false
		for i := range out {
			same = same || f.In != nil && out[i].In != nil && f.In.Line == out[i].In.Line && f.In.Col == out[i].In.Col && f.In.Problem == out[i].In.Problem
		}
		if !same {
			out = append(out, f)
		}
	}
	return out
}

// Serial is that of the Load that asked for the program last.
func (m *PolicyEditor) Serial() int32 { return m.serial }

// Clean reports whether the run on screen is that of the program in the editor.
func (m *PolicyEditor) Clean() bool {
	return len(m.Wrong) == 0 && m.Broke == "" && m.Source == m.OnScreen()
}

// Died takes in that the simulator stopped while it ran the program. It reports
// false where it did something else.
func (m *PolicyEditor) Died(why string) bool {
	if !m.Waits() || m.Run == nil {
		return false
	}
	m.Broke, m.again = why, true
	return true
}

// Again reports whether what is loaded next is what was on screen before the
// simulator stopped.
func (m *PolicyEditor) Again() bool { return m.again }

// BesideEASY are the policy on screen and EASY, which is usual, and places jobs as
// the policy does if that is no program.
func (m *PolicyEditor) BesideEASY(own scenario.PolicyNames) []scenario.PolicyNames {
	easy := own
	easy.Queue, easy.Depth = policies.Default, 0
	if easy.Allocator == policies.Own {
		easy.Allocator = policies.Placements()[0].Name.Name
	}
	if easy.Order == policies.Own {
		easy.Order = policies.OrderOf("").String()
	}
	return []scenario.PolicyNames{own, easy}
}

// Ran is the program of the last good run that was asked for here, "" for none.
func (m *PolicyEditor) Ran() string { return m.ran }
