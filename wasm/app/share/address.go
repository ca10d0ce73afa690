package share

import (
	"encoding/base64"
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/recording"
)

// LinkParts is what a link leaves out, and how it is packed.
type LinkParts struct {
	NoPlace, NoJob, NoPolicies bool
	NoRun                      bool // what the run was: for readers who are here now
	Plain                      bool // the JSON as it is
}

// Fragment is the share link's part from # on: the scenario, the place in time,
// the chosen job, the policies that are compared, and what the run was. "" where
// the scenario does not fit in a link.
func (m *SharePanel) Fragment() string { return m.LinkWith(LinkParts{}) }

// LinkWith is Fragment with parts left out. Equal runs at equal places give
// equal links.
func (m *SharePanel) LinkWith(parts LinkParts) string {
	if m.Run == nil || m.linked(parts).Link == "" {
		return ""
	}
	out := m.linked(parts).Link
	if parts.Plain {
		if out = m.plain(); out == "" {
			return ""
		}
	}
	if out += m.view(parts); len(out) > scenario.MaxLink {
		return ""
	}
	return out
}

// linked is the run whose scenario a link holds.
func (m *SharePanel) linked(parts LinkParts) *recording.RecordedRun {
	if parts.NoPolicies {
		return m.Run
	}
	return m.Linked()
}

// view is what a link says of where to look, each part with & before it.
func (m *SharePanel) view(parts LinkParts) string { return m.place(parts) + m.beside(parts) }

// place is the part of it that a server may need to draw a picture: of a short
// link it stands in the query. No value in it is one that addresses escape.
func (m *SharePanel) place(parts LinkParts) string {
	out := ""
	if at, ordinal := m.Moment(); at >= 0 && !parts.NoPlace {
		out = "&at=" + at.String() + "." + strconv.Itoa(int(ordinal))
	}
	if m.Selected != workload.NoJob && !parts.NoJob {
		out += "&job=" + strconv.FormatInt(m.Run.Jobs[m.Selected].Number, 10)
	}
	if m.Predict.On {
		out += "&predict=1"
	}
	if m.Walk.Lecture {
		out += "&lecture=1"
	}
	return out
}

// beside is the rest: the policies that are compared, and what the run was.
func (m *SharePanel) beside(parts LinkParts) string {
	out := ""
	if !parts.NoPolicies {
		out = m.ComparedParts()
	}
	if parts.NoRun {
		return out
	}
	out += "&v=" + engine.Version + "&h=" + m.linked(parts).Print
	if at, _ := m.Moment(); at >= 0 && !parts.NoPlace && m.linked(parts) == m.Run && m.State != nil && int(m.State.Step) == m.Step && m.State.Mark != "" {
		out += "." + m.State.Mark
	}
	return out
}

// plain is the link with its JSON unpacked, "" where that is too long.
func (m *SharePanel) plain() string {
	if m.Linked().Text == "" || base64.RawURLEncoding.EncodedLen(len(m.Linked().Text)) > scenario.MaxLink {
		return ""
	}
	return scenario.WithChecksum("#1.j." + base64.RawURLEncoding.EncodeToString([]byte(m.Linked().Text)))
}

// HasScenario reports whether an address's fragment is a share link, or what is
// left of one, as against a place within the page.
func HasScenario(fragment string) bool {
	f := strings.TrimPrefix(fragment, "#")
	version, rest, dot := strings.Cut(f, ".")
	switch {
	case f == "":
		return false
	case f[0] >= '0' && f[0] <= '9':
		return true
	}
	return dot && len(version) < 9 && strings.Contains(rest, ".")
}

// Linked is what a share link says of a comparison.
type Linked struct {
	Policies []scenario.PolicyNames // none: the link compares nothing
	At       *recording.Moment
	Predict  bool // what is decided is to be asked before it is shown
	Lecture  bool // it is to be shown as on a beamer
}

// LinkedOf reads what a share link's fragment compares, and where it looks.
// What is wrong in it is found when the link is read.
func LinkedOf(fragment string) Linked {
	var l Linked
	for part := range strings.SplitSeq(fragment, "&") {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "a", "b", "c", "d":
			if p, err := scenario.ParsePolicy(value); err == nil {
				l.Policies = append(l.Policies, p)
			}
		case "predict":
			l.Predict = value == "1"
		case "lecture":
			l.Lecture = value == "1"
		case "at":
			dot := max(strings.LastIndexByte(value, '.'), 0)
			at, err := simtime.Parse(value[:dot])
			ordinal, err2 := strconv.Atoi(value[min(dot+1, len(value)):])
			if err == nil && err2 == nil {
				l.At = &recording.Moment{Time: simtime.Time(at), Ordinal: int32(ordinal)}
			}
		}
	}
	return l
}
