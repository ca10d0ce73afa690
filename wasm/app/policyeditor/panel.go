package policyeditor

import (
	"strings"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/model"
)

// PolicyEditor is the editor in which the reader writes a policy as a program.
type PolicyEditor struct {
	*model.Model
	Source string            // text in the editor
	Wrong  []message.Problem // errors in the program that was requested last
	Broke  string            // reason why the simulator stopped while it ran the program; "" if it did not stop
	Help   Help
	Trial  PolicyCheck

	asked  string  // program that was requested last
	serial int32   // serial number of the latest request
	began  float64 // time of the latest request in milliseconds
	blank  bool    // the reader has emptied the editor since the latest request, so errors reported for that request are ignored
	ran    string  // program of the run on screen
	took   float64 // time in milliseconds between the request for the run on screen and its arrival
	good   float64 // time in milliseconds at which the run on screen arrived
	again  bool    // the simulator has stopped, and the page is reloading the run that was on screen before
}

// New returns an empty editor.
func New(m *model.Model) *PolicyEditor { return &PolicyEditor{Model: m} }

// OnScreen returns the program of the run on screen, or "" if that run uses no
// program.
func (m *PolicyEditor) OnScreen() string {
	if m.Run == nil {
		return ""
	}
	return m.Run.Program.Source()
}

// Roles returns the roles of a program, which are the policies that it replaces.
// They follow from the functions that the program defines at its top level. Roles
// only scans the text; it is the worker that runs the program and reports errors.
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
	if roles == 0 { // the worker will report the missing function
		roles = 1 << policies.Queueing
	}
	return roles
}

// Type stores the text that is now in the editor. If the text is empty, Type
// removes the errors of the previous program.
func (m *PolicyEditor) Type(source string) {
	m.Source = source
	if strings.TrimSpace(source) == "" {
		m.Wrong, m.Broke, m.blank = nil, "", true
		m.clearErrors()
	}
}

// clearErrors removes the errors of the latest request from the model if this
// editor made that request.
func (m *PolicyEditor) clearErrors() {
	if m.Asked.Serial == m.serial {
		m.Model.Faults, m.Model.Failed = nil, nil
	}
}

// Write replaces the program in the editor by an example, by the program of a link,
// or by an earlier version after an undo. If the tested program was a different
// one, Write discards the findings of that test.
func (m *PolicyEditor) Write(source string) {
	if m.Type(source); source != m.Trial.of {
		m.Trial.Forget()
	}
}

// Ask returns a request to run the scenario on screen with the program in the
// editor. It returns nil if there is no run. If the program is too long, Ask
// returns nil and stores this error in Wrong.
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
	m.Request.Key, m.Request.Did = "policy", model.EditSummary{Text: i18n.DidPolicy}
	m.asked, m.serial, m.began, m.blank = m.Source, asked.Serial, now, false
	return asked
}

// Fresh reports whether the program in the editor has not been requested yet.
func (m *PolicyEditor) Fresh() bool { return m.Source != m.asked || m.blank }

// Waits reports whether the run for the latest request has not arrived yet.
func (m *PolicyEditor) Waits() bool { return m.Loading != nil && m.Loading.Serial == m.serial }

// Loaded updates the editor after a run has arrived on screen.
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

// Failed returns the error that ended the run on screen early, or nil.
func (m *PolicyEditor) Failed() *message.Problem {
	if m.Run == nil || m.Run.Program == nil {
		return nil
	}
	return m.Run.Program.Failed
}

// Rejected stores the errors that the worker reported for a request. It returns
// false if this editor did not make the request.
func (m *PolicyEditor) Rejected(f *message.Failed) bool {
	if f.Serial != m.serial {
		return false
	}
	if m.blank {
		m.clearErrors()
	} else {
		m.Wrong = distinct(f.Faults)
	}
	return true
}

// distinct returns the errors without duplicates, because the same error is
// reported for each role of a program.
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

// Serial returns the serial number of the latest request.
func (m *PolicyEditor) Serial() int32 { return m.serial }

// Clean reports whether the run on screen used the program in the editor as it is
// now.
func (m *PolicyEditor) Clean() bool {
	return len(m.Wrong) == 0 && m.Broke == "" && m.Source == m.OnScreen()
}

// Died handles the message that the simulator has stopped. It returns false if the
// simulator was not running a program of this editor.
func (m *PolicyEditor) Died(why string) bool {
	if !m.Waits() || m.Run == nil {
		return false
	}
	m.Broke, m.again = why, true
	return true
}

// Again reports whether the page is reloading the run that was on screen before the
// simulator stopped.
func (m *PolicyEditor) Again() bool { return m.again }

// BesideEASY returns the two policies of a comparison: the policy on screen, and
// EASY with the allocator and the order of the policy on screen. If the allocator
// or the order is a program, EASY has the default allocator or order instead.
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

// Ran returns the program of the last run without errors, or "" if that run used no
// program.
func (m *PolicyEditor) Ran() string { return m.ran }
