package cli

import (
	_ "embed"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Scripts that make a shell ask this program for completions.
var (
	//go:embed complete.bash
	bashScript string
	//go:embed complete.zsh
	zshScript string
	//go:embed complete.fish
	fishScript string
)

// completeName is the word with which the scripts of the shells call this program.
const completeName = "__complete"

// Completion is the command completion.
var Completion = Command{Name: "completion", Args: "bash|zsh|fish", Does: "print a script that completes commands, options and names in a shell", Run: completionCommand}

// completionCommand prints the script of a shell.
func completionCommand(t *Terminal, f *Flags) error {
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	script, ok := map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[f.Words[0]]
	if !ok {
		return BadUsage("there is no script for %q; use bash, zsh or fish", f.Words[0])
	}
	_, err := io.WriteString(t.Out, script)
	return err
}

// complete prints the possible completions of the last word, one per line. The words
// are those after the name of the program. It prints nothing where a file name may
// stand; the scripts then complete file names.
func complete(t *Terminal, commands []Command, words []string) {
	if len(words) == 0 {
		return
	}
	last := words[len(words)-1]
	var found []string
	switch i := slices.IndexFunc(commands, func(c Command) bool { return c.Name == words[0] }); {
	case len(words) == 1 || len(words) == 2 && words[0] == "help":
		found = []string{"help"}
		for _, c := range commands {
			found = append(found, c.Name)
		}
	case i >= 0:
		found, last = commands[i].completions(words[1:])
	}
	for _, text := range found {
		if strings.HasPrefix(text, last) {
			fmt.Fprintln(t.Out, text)
		}
	}
}

// completions returns what may stand in place of the last word, and the text with which
// it must begin.
func (c *Command) completions(words []string) (found []string, begin string) {
	f := newFlags(&Terminal{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, c, nil)
	f.describe = true
	_ = c.Run(f.t, f) // errHelp: the command ends when its options are declared
	last := words[len(words)-1]
	if len(words) > 1 {
		if option, is := strings.CutPrefix(words[len(words)-2], "-"); is {
			head := last[:strings.LastIndexByte(last, ',')+1] // of a list of names, the last is completed
			for _, name := range f.names[strings.TrimPrefix(option, "-")] {
				found = append(found, head+name)
			}
			if found != nil {
				return found, last
			}
		}
	}
	if c.Name == Completion.Name {
		return strings.Split(c.Args, "|"), last
	}
	if strings.HasPrefix(last, "-") {
		f.VisitAll(func(x *flag.Flag) { found = append(found, "--"+x.Name) })
	}
	return found, last
}
