package app

import (
	"strconv"
	"strings"

	"hopyard/core/workload"
	"hopyard/wasm/app/words"
)

// Fragment is the share link's part from # on: the scenario, the place in time
// and the chosen job. "" where the scenario does not fit in a link.
func (m *Model) Fragment() string {
	if m.Run == nil || m.Run.Link == "" {
		return ""
	}
	out := m.Run.Link
	if at, ordinal := m.Moment(); at >= 0 {
		out += "&at=" + at.String() + "." + strconv.Itoa(int(ordinal))
	}
	if m.Selected != workload.NoJob {
		out += "&job=" + strconv.FormatInt(m.Run.Jobs[m.Selected].Number, 10)
	}
	out += m.Compare.LinkParts()
	return out
}

// HasScenario reports whether an address's fragment is a share link, as
// against a place within the page.
func HasScenario(fragment string) bool {
	f := strings.TrimPrefix(fragment, "#")
	return len(f) > 1 && f[0] >= '0' && f[0] <= '9' && strings.Contains(f, ".")
}

// ShareNote says how long a link is and what that means; where there is none,
// why.
func (m *Model) ShareNote(link string) string {
	c := m.Words
	if link == "" {
		reason := ""
		if m.Run != nil {
			reason = m.Run.LinkError
		}
		return c.Say(words.LinkTooLong, words.S("why", reason))
	}
	switch n := len(link); {
	case n > 8000:
		return c.Say(words.LinkHuge)
	case n > 1800:
		return c.Say(words.LinkLong)
	}
	return c.Say(words.LinkSafe)
}
