package input

import (
	"errors"
	"fmt"
	"strings"

	"hopyard/tools/hopyard/cli"
)

// Validate is the command validate.
var Validate = cli.Command{Name: "validate", Args: "FILE…", Does: "check scenarios and traces", Run: validateCommand}

// validateCommand checks files. For each file, it prints either that the file is
// valid or a list of the errors.
func validateCommand(t *cli.Terminal, f *cli.Flags) error {
	in := NewFileOptions(f)
	if err := f.Parse(1, -1); err != nil {
		return err
	}
	var bad []string
	for _, path := range f.Words {
		s, err := in.Load(t, path)
		switch {
		case cli.IsBadUsage(err):
			return err
		case err != nil:
			bad = append(bad, strings.TrimRight(err.Error(), "\n"))
			continue
		}
		for _, w := range s.Warnings() {
			fmt.Fprintf(t.Err, "%s: warning: %s\n", s.Name, w)
		}
		rejected := ""
		if n := s.rejected(); n > 0 {
			rejected = fmt.Sprintf(", %s of them rejected", cli.Grouped(int64(n)))
		}
		fmt.Fprintf(t.Out, "%s: good: %s jobs on %s nodes%s\n", s.Name, cli.Grouped(int64(len(s.Config.Jobs))), cli.Grouped(int64(s.Config.Machine.NumNodes())), rejected)
	}
	if len(bad) > 0 {
		return errors.New(strings.Join(bad, "\n"))
	}
	return nil
}

// rejected returns the number of jobs of a trace that cannot run on the machine.
func (s *Subject) rejected() (n int) {
	for i := range s.Config.Jobs {
		if s.Config.Jobs[i].Reject != nil {
			n++
		}
	}
	return n
}
