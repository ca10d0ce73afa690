package buildinfo

import (
	"runtime/debug"
	"strings"
	"testing"

	"hopyard/core/engine"
	"hopyard/tools/hopyard/clitest"
)

// TestVersion checks that the command prints the engine's version, and a line to cite
// that has it, too.
func TestVersion(t *testing.T) {
	status, out, said := clitest.Caller(Version)(t, "", "", "version")
	if status != 0 || !strings.HasPrefix(out, "engine "+engine.Version+"\n") || !strings.Contains(out, "cite as: The Hopyard authors") || strings.Count(out, engine.Version) != 2 {
		t.Errorf("status %d: %s%s", status, out, said)
	}
	if _, again, _ := clitest.Caller(Version)(t, "", "", "--version"); again != out {
		t.Errorf("--version prints %q", again)
	}
}

// TestCommit checks what is said about the settings of a build.
func TestCommit(t *testing.T) {
	for _, c := range []struct {
		settings     []debug.BuildSetting
		commit, year string
	}{
		{nil, "unknown", ""},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-29T00:00:00Z"}, {Key: "vcs.modified", Value: "false"}}, "abc", " (2026)"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}, "abc with changes that are not committed", ""},
	} {
		if commit, year := commitOf(c.settings); commit != c.commit || year != c.year {
			t.Errorf("%v: %q, %q", c.settings, commit, year)
		}
	}
}
