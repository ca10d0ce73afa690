package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// errHelp is the error that parse returns after it has printed the help text.
var errHelp = errors.New("help")

// flags parses options and positional arguments in any order, as in `run FILE
// --nodes 100`.
type flags struct {
	*flag.FlagSet
	words []string
}

func newFlags(name string) *flags {
	f := &flags{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError)}
	f.SetOutput(io.Discard)
	return f
}

// parse parses the arguments. It returns an error if there are too few or too many
// positional arguments. The last two parameters are the smallest and the largest
// allowed number; if the latter is negative, there is no upper limit.
func (f *flags) parse(t *terminal, args []string, least, most int) error {
	for len(args) > 0 {
		if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
			f.SetOutput(t.out)
			fmt.Fprintf(t.out, "Options of hopyard %s:\n", f.Name())
			f.PrintDefaults()
			return errHelp
		} else if err != nil {
			return badUsage("%v; `hopyard %s --help` lists the options", err, f.Name())
		}
		rest := f.Args()
		if len(rest) == 0 {
			break
		}
		if done := len(args) > len(rest) && args[len(args)-len(rest)-1] == "--"; done {
			f.words = append(f.words, rest...)
			break
		}
		f.words = append(f.words, rest[0])
		args = rest[1:]
	}
	switch {
	case len(f.words) < least:
		return f.missing()
	case most >= 0 && len(f.words) > most:
		return badUsage("unexpected argument %q", f.words[most])
	}
	return nil
}

// missing returns the error for a command line with too few positional arguments.
// The error names the first missing argument in the same way as the list of
// commands does, for example FILE.
func (f *flags) missing() error {
	name := "FILE"
	for _, c := range commands() {
		if words := strings.Fields(c.args); c.name == f.Name() && len(f.words) < len(words) {
			name = strings.TrimSuffix(words[len(f.words)], "…")
		}
	}
	return badUsage("argument %s is missing", name)
}

// list is an option that can be repeated. It holds the values in the order given.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }
