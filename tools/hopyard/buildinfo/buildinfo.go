// Package buildinfo has the command version, which says what this program is, so that
// others can repeat its results and cite it.
package buildinfo

import (
	"fmt"
	"runtime/debug"
	"strings"

	"hopyard/core/engine"
	"hopyard/tools/hopyard/cli"
)

// Version is the command version.
var Version = cli.Command{Name: "version", Args: "", Does: "print the version of the engine and the commit of this program, and a line to cite", Run: versionCommand}

// versionCommand prints the version of the engine, the commit and the version of Go, and
// a line that cites the program.
func versionCommand(t *cli.Terminal, f *cli.Flags) error {
	if err := f.Parse(0, 0); err != nil {
		return err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: "unknown"}
	}
	commit, year := commitOf(info.Settings)
	fmt.Fprintf(t.Out, "engine %s\ncommit %s\n%s\n\ncite as: The Hopyard authors%s. Hopyard: topology-aware job scheduling, step by step. Engine %[1]s, commit %[2]s.\n",
		engine.Version, commit, info.GoVersion, year)
	return nil
}

// commitOf returns the commit of which a program was built, and the year of the commit
// as " (2026)". If the program was built without that, as go run and go test do, they are
// "unknown" and "".
func commitOf(settings []debug.BuildSetting) (commit, year string) {
	commit = "unknown"
	modified := ""
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.time":
			if y, _, ok := strings.Cut(s.Value, "-"); ok {
				year = " (" + y + ")"
			}
		case "vcs.modified":
			if s.Value == "true" {
				modified = " with changes that are not committed"
			}
		}
	}
	return commit + modified, year
}
