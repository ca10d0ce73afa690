package share

import (
	"strconv"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/linkcodec"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
	"hopyard/wasm/app/recording"
)

// LinkParts states which parts of a link to omit, and how to encode the link.
type LinkParts struct {
	NoPlace, NoJob, NoPolicies bool
	NoRun                      bool // omit the identity of the run; readers who are present and use the same engine do not need it
	Plain                      bool // contain the scenario as uncompressed JSON
}

// Fragment returns the fragment of the long link, including the #. The link
// contains the scenario, the moment on screen, the selected job, the policies
// compared, and the identity of the run. Fragment returns "" if the scenario is too
// long for a link.
func (m *SharePanel) Fragment() string { return m.LinkWith(LinkParts{}) }

// LinkWith returns the fragment of the long link without the parts that the
// argument tells it to omit. Equal runs at equal moments have equal links.
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
	if out += m.view(parts); len(out) > linkcodec.MaxLink {
		return ""
	}
	return out
}

// linked returns the run whose scenario the link contains. This is normally the run
// on screen. If the link contains compared policies, and if one of them is a
// program that the scenario lacks, it is the compared run that uses this program.
func (m *SharePanel) linked(parts LinkParts) *recording.RecordedRun {
	if parts.NoPolicies {
		return m.Run
	}
	return m.Linked()
}

// view returns the parts of a link that follow the scenario. Each part begins with
// &.
func (m *SharePanel) view(parts LinkParts) string { return m.place(parts) + m.beside(parts) }

// place returns the parts of a link that a server may need to draw a picture: the
// moment and the job. A short link contains them in its query. Their values need no
// escaping.
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

// beside returns the parts of a link that servers do not need: the policies
// compared and the identity of the run.
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

// plain returns the link with the scenario as uncompressed JSON. It returns "" if
// the link would be too long.
func (m *SharePanel) plain() string {
	if m.Linked().Text == "" || len(m.Linked().Text) > linkcodec.MaxLink/4*3 {
		return ""
	}
	return linkcodec.Encode("1.j.", []byte(m.Linked().Text))
}

// HasScenario reports whether the fragment of an address is a share link, which may
// be damaged. It returns false for the name of a place within the page.
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

// Linked holds the settings that a share link contains in addition to its scenario.
type Linked struct {
	Policies []scenario.PolicyNames // policies to compare; nil for no comparison
	At       *recording.Moment
	Predict  bool // the page asks the reader to predict decisions before it shows them
	Lecture  bool // the page opens in lecture mode
}

// LinkedOf parses the settings in the fragment of a share link. It ignores errors,
// because the worker reports them when it reads the link.
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
