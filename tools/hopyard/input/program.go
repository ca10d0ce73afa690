package input

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/script"
	"hopyard/tools/hopyard/cli"
)

// program returns the edits that make a scenario use the program given with
// --policy. A policy program can define up to three roles: queue, allocator and
// order. Each role that the program defines replaces that policy of the scenario,
// unless another option names a policy for the role.
func (in *FileOptions) program() ([][2]string, error) {
	path := in.Policies[0]
	source, err := ReadProgram(path)
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(map[string]string{policies.Own: source})
	if err != nil {
		return nil, err
	}
	roles, faults := script.Roles(source)
	if faults != nil {
		return nil, faulty(path, faults)
	}
	var edits [][2]string
	named := [policies.NumRoles]string{policies.Queueing: in.Queue, policies.Placing: in.Allocator, policies.Ordering: in.Order}
	for _, role := range roles {
		if named[role] == "" || named[role] == policies.Own {
			edits = append(edits, [2]string{"scheduler." + role.String(), string(value)})
		}
	}
	if edits == nil && !in.Several {
		return nil, cli.BadUsage("--policy %s sets only the %s, and so does --%[2]s; remove one of the two options, or write --%[2]s %[3]s", path, roles[0], policies.Own)
	}
	return edits, nil
}

// ReadProgram reads a policy program from a file.
func ReadProgram(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", FileError(err)
	}
	defer f.Close()
	return ProgramOf(f, path)
}

// ProgramOf reads a policy program. Error messages contain the given name.
func ProgramOf(r io.Reader, name string) (string, error) {
	source, err := io.ReadAll(io.LimitReader(r, policies.MaxSource+1))
	if err != nil {
		return "", FileError(err)
	}
	if len(source) > policies.MaxSource {
		return "", fmt.Errorf("%s: the program has more than %d bytes; make it shorter", name, policies.MaxSource)
	}
	return string(source), nil
}

// faulty returns an error that lists the faults of a program, one per line.
func faulty(path string, faults []queue.ProgramError) error {
	var all []string
	for i := range faults {
		all = append(all, path+": "+faults[i].Error())
	}
	return errors.New(strings.Join(all, "\n"))
}

// Failed adds the name of the input file to an error of a run. If a policy program
// failed, it also adds the program's call stack.
func (s *Subject) Failed(err error) error {
	var f *queue.Failure
	if !errors.As(err, &f) {
		return Prefixed(s.Name, err)
	}
	var calls strings.Builder
	if len(f.Stack) > 1 {
		for _, call := range f.Stack {
			calls.WriteString("\n  in " + call)
		}
	}
	return errors.New(cmp.Or(s.policy, s.Name) + ": " + err.Error() + calls.String())
}
