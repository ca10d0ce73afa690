package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Flags holds the options and the positional arguments of a command line, in any
// order, as in `run FILE --nodes 100`.
type Flags struct {
	*flag.FlagSet
	Words []string // positional arguments

	t        *Terminal
	command  *Command
	args     []string
	names    map[string][]string // values of options, for completion
	describe bool                // Parse returns errHelp at once, so that the options are declared and nothing runs
}

func newFlags(t *Terminal, c *Command, args []string) *Flags {
	f := &Flags{FlagSet: flag.NewFlagSet(c.Name, flag.ContinueOnError), t: t, command: c, args: args, names: map[string][]string{}}
	f.SetOutput(io.Discard)
	return f
}

// Parse parses the command line after all options are declared. It returns an error
// if there are too few or too many positional arguments. The parameters are the
// smallest and the largest allowed number; if the latter is negative, there is no
// upper limit.
func (f *Flags) Parse(least, most int) error {
	if f.describe {
		return errHelp
	}
	for args := f.args; len(args) > 0; {
		if err := f.FlagSet.Parse(args); errors.Is(err, flag.ErrHelp) {
			f.SetOutput(f.t.Out)
			fmt.Fprintf(f.t.Out, "Usage: hopyard %s %s\n%s\n\nOptions:\n", f.Name(), f.command.Args, f.command.Does)
			f.PrintDefaults()
			return errHelp
		} else if err != nil {
			return BadUsage("%v; `hopyard %s --help` lists the options", err, f.Name())
		}
		rest := f.Args()
		if len(rest) == 0 {
			break
		}
		if done := len(args) > len(rest) && args[len(args)-len(rest)-1] == "--"; done {
			f.Words = append(f.Words, rest...)
			break
		}
		f.Words = append(f.Words, rest[0])
		args = rest[1:]
	}
	switch {
	case len(f.Words) < least:
		return f.Missing()
	case most >= 0 && len(f.Words) > most:
		return BadUsage("unexpected argument %q", f.Words[most])
	}
	return nil
}

// Missing returns the error for a command line with too few positional arguments.
// The error names the first missing argument in the same way as the list of
// commands does, for example FILE.
func (f *Flags) Missing() error {
	name := "FILE"
	if words := strings.Fields(f.command.Args); len(f.Words) < len(words) {
		name = strings.TrimSuffix(words[len(f.Words)], "…")
	}
	return BadUsage("argument %s is missing", name)
}

// NameVar declares an option whose value is one of some names, or several of them if
// the command splits it with [Choices]. The help text lists them, and completion
// offers them. The command itself checks the value.
func (f *Flags) NameVar(p *string, option, usage string, names []string) {
	f.StringVar(p, option, "", usage+":\n"+wrapped(names))
	f.names[option] = names
}

// helpWidth is the width in characters of the lists of names in help texts. The flag
// package indents them by a tab.
const helpWidth = 80

// wrapped returns names in lines of at most helpWidth characters.
func wrapped(names []string) string {
	var out strings.Builder
	width := 0
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		switch {
		case i > 0 && width+1+len(name) > helpWidth:
			out.WriteByte('\n')
			width = 0
		case i > 0:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(name)
		width += len(name)
	}
	return out.String()
}

// List is an option that can be repeated. It holds the values in the order given.
type List []string

// String returns the values, separated by commas.
func (l *List) String() string { return strings.Join(*l, ",") }

// Set appends a value.
func (l *List) Set(s string) error { *l = append(*l, s); return nil }

// Choices splits a comma-separated list of names. For an empty list, it returns a
// single empty name, which stands for the scenario's own setting.
func Choices(list string) []string {
	if list == "" {
		return []string{""}
	}
	return strings.Split(list, ",")
}
