package main

import (
	"errors"
	"fmt"
	"strings"
)

// validateCommand checks files. For each file, it prints either that the file is
// valid or a list of the errors.
func validateCommand(t *terminal, args []string) error {
	f := newFlags("validate")
	in := f.input()
	if err := f.parse(t, args, 1, -1); err != nil {
		return err
	}
	var bad []string
	for _, path := range f.words {
		s, err := in.load(t, path)
		var usage usageError
		switch {
		case errors.As(err, &usage):
			return err
		case err != nil:
			bad = append(bad, strings.TrimRight(err.Error(), "\n"))
			continue
		}
		for _, w := range s.warnings() {
			fmt.Fprintf(t.err, "%s: warning: %s\n", s.name, w)
		}
		fmt.Fprintf(t.out, "%s: good: %s jobs on %s nodes\n", s.name, grouped(int64(len(s.config.Jobs))), grouped(int64(s.config.Machine.NumNodes())))
	}
	if len(bad) > 0 {
		return errors.New(strings.Join(bad, "\n"))
	}
	return nil
}
