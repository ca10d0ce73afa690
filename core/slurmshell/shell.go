package slurmshell

import (
	"fmt"
	"math"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/scenario"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// MaxLine is the largest number of bytes of a line.
const MaxLine = 4096

// Session is the state that a line sees: a run after some steps.
type Session struct {
	*world
	User    string   // who types; jobs are submitted in this name
	History []string // earlier lines, for the command history

	added []workload.JobCommand // commands of the line that is being answered
}

// DefaultUser is the name of the person who types, unless another one is set.
const DefaultUser = "student"

// NewSession returns a session that sees a run after the given number of recorded
// steps. It returns an error if there are fewer. Cost: O(events + jobs).
func NewSession(s *scenario.Scenario, run *engine.Recording, step int) (*Session, error) {
	if step < 0 || step > run.Len() {
		return nil, fmt.Errorf("the run has %d steps, and step %d is asked for; choose one of them", run.Len(), step)
	}
	return &Session{world: newWorld(s, run, run.Seek(step), step), User: DefaultUser}, nil
}

// NewSessionAt returns a session that sees a run at an instant, after all of its events.
func NewSessionAt(s *scenario.Scenario, run *engine.Recording, at simtime.Time) *Session {
	w := newWorld(s, run, run.At(at), run.Find(at, math.MaxInt32))
	w.now = at
	return &Session{world: w, User: DefaultUser}
}

// ScenarioEdit puts a value at a path of the scenario's text (scenario.Edit).
type ScenarioEdit struct{ Path, Value string }

// ShellAnswer is the output of a line, with the changes that it makes.
type ShellAnswer struct {
	Out    string // without a line break at its end
	Failed bool   // whether the command reported an error
	Edits  []ScenarioEdit
	Past   bool   // whether the run already has later steps, which the edits decide anew
	Clear  bool   // whether the screen is to be cleared
	User   string // the new user, after su
}

// Apply returns the text of a scenario with the edits of the answer.
func (a *ShellAnswer) Apply(text []byte) ([]byte, error) {
	for _, e := range a.Edits {
		next, err := scenario.Edit(text, e.Path, e.Value)
		if err != nil {
			return nil, err
		}
		text = next
	}
	return text, nil
}

// failure returns the answer to a command that failed.
func failure(format string, args ...any) ShellAnswer {
	return ShellAnswer{Out: fmt.Sprintf(format, args...), Failed: true}
}

// command is a word that the shell knows.
type command struct {
	name  string
	about string
	run   func(s *Session, args []string) ShellAnswer
}

// commands returns all commands, those of Slurm first. It is a function, because a
// variable would refer to itself through help.
func commands() []command {
	return []command{
		{"sbatch", "submit a batch job", (*Session).sbatch},
		{"squeue", "show the jobs that wait and run", (*Session).squeue},
		{"sinfo", "show partitions and nodes", (*Session).sinfo},
		{"scancel", "cancel jobs", (*Session).scancel},
		{"scontrol", "show details; hold, release and update jobs", (*Session).scontrol},
		{"sprio", "show the priorities of waiting jobs", (*Session).sprio},
		{"sshare", "show accounts with their shares and usage", (*Session).sshare},
		{"sacct", "show jobs, also those that have ended", (*Session).sacct},
		{"ls", "list the scripts that can be submitted", func(*Session, []string) ShellAnswer { return ShellAnswer{Out: strings.Join(scriptNames(), "  ")} }},
		{"cat", "show a script", (*Session).cat},
		{"whoami", "show the name in which jobs are submitted", func(s *Session, _ []string) ShellAnswer { return ShellAnswer{Out: s.User} }},
		{"su", "submit jobs as somebody else", (*Session).su},
		{"date", "show the time of the cluster", func(s *Session, _ []string) ShellAnswer { return ShellAnswer{Out: longDate(s.now)} }},
		{"history", "list the lines typed so far", (*Session).history},
		{"script", "print the whole scenario as a script of sbatch lines", (*Session).script},
		{"clear", "clear the screen", func(*Session, []string) ShellAnswer { return ShellAnswer{Clear: true} }},
		{"man", "show what a command can do", (*Session).man},
		{"help", "list the commands", (*Session).help},
	}
}

// Exec answers a line. An empty line, or one that begins with #, has an empty answer.
func (s *Session) Exec(line string) ShellAnswer {
	if len(line) > MaxLine {
		return failure("bash: line of %d bytes is too long; the limit is %d", len(line), MaxLine)
	}
	words, err := split(line)
	if err != nil {
		return failure("bash: %v", err)
	}
	if len(words) == 0 {
		return ShellAnswer{}
	}
	for _, c := range commands() {
		if c.name != words[0] {
			continue
		}
		for _, w := range words[1:] {
			if w == "--help" && manuals[c.name] != "" {
				return s.man([]string{c.name})
			}
		}
		s.added = nil
		a := c.run(s, words[1:])
		a.Past = len(a.Edits) > 0 && s.step < s.run.Len()
		return a
	}
	if words[0] == "srun" || words[0] == "salloc" {
		return failure("%s: this shell has batch jobs only; use sbatch, as in sbatch --wrap=\"sleep 60\"", words[0])
	}
	return failure("bash: %s: command not found; type help to see what there is", clip(words[0]))
}

// split splits a line into words. Quotes keep blanks together, and a backslash quotes
// the next character. A # at the beginning of a word ends the line.
func split(line string) (words []string, err error) {
	var word strings.Builder
	quote, open := rune(0), false
	escaped := false
	for _, c := range line {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, open = true, true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteRune(c)
			}
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		case c == '#' && !open:
			return words, nil
		case strings.ContainsRune("|<>;&`$", c):
			return nil, fmt.Errorf("%q is not possible in this shell; type one command at a time, and quote the character if it belongs to a word", c)
		default:
			word.WriteRune(c)
			open = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}

// clip returns a word of the user for a message, cut if it is long.
func clip(word string) string {
	if r := []rune(word); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return word
}

func (s *Session) su(args []string) ShellAnswer {
	if len(args) != 1 || len(args[0]) > 32 || strings.ContainsAny(args[0], " \t\"\\,:") {
		return failure("su: name one user, of at most 32 letters, as in su alice")
	}
	return ShellAnswer{User: args[0]}
}

func (s *Session) history([]string) ShellAnswer {
	var out strings.Builder
	for i, line := range s.History {
		fmt.Fprintf(&out, "%5d  %s\n", i+1, line)
	}
	return ShellAnswer{Out: strings.TrimSuffix(out.String(), "\n")}
}

func (s *Session) help([]string) ShellAnswer {
	var out strings.Builder
	for _, c := range commands() {
		fmt.Fprintf(&out, "%-9s %s\n", c.name, c.about)
	}
	out.WriteString("\nTry: squeue     sbatch -N 1 -t 10 --wrap=\"sleep 300\"     man sbatch")
	return ShellAnswer{Out: out.String()}
}

func (s *Session) man(args []string) ShellAnswer {
	if len(args) != 1 || manuals[args[0]] == "" {
		return failure("What manual page do you want?\nFor example, try 'man sbatch'.")
	}
	return ShellAnswer{Out: manuals[args[0]]}
}

func (s *Session) script([]string) ShellAnswer {
	text, _, err := Script(s.scenario)
	if err != nil {
		return failure("script: %v", err)
	}
	return ShellAnswer{Out: strings.TrimSuffix(string(text), "\n")}
}

func (s *Session) cat(args []string) ShellAnswer {
	if len(args) != 1 {
		return failure("cat: name one of the scripts: %s", strings.Join(scriptNames(), ", "))
	}
	if text, ok := scriptText(args[0]); ok {
		return ShellAnswer{Out: strings.TrimSuffix(text, "\n")}
	}
	return failure("cat: %s: No such file or directory", clip(args[0]))
}
