package fidelity

import (
	"fmt"
	"slices"
	"strings"

	"hopyard/core/queue/slurmsched"
)

// maxQOS is the largest number of QOSs.
const maxQOS = 100_000

// IsQOS reports whether a text looks like the output of sacctmgr -P show qos.
func IsQOS(text []byte) bool {
	head, _, _ := strings.Cut(string(text[:min(len(text), 4096)]), "\n")
	columns := strings.Split(strings.TrimRight(head, "\r"), "|")
	return slices.Index(columns, "Name") >= 0 && slices.Index(columns, "Priority") >= 0 && slices.Index(columns, "JobID") < 0
}

// ReadQOS reads names and priorities from the output of sacctmgr -P show qos. Errors wrap
// ErrModel and name the line.
func ReadQOS(text []byte) (all []slurmsched.QOS, err error) {
	var columns []string
	seen := map[string]bool{}
	no := 0
	for line := range strings.Lines(string(text)) {
		no++
		line = strings.TrimRight(line, "\r\n")
		cells := strings.Split(line, "|")
		switch {
		case line == "":
			continue
		case columns == nil:
			columns = cells
			continue
		case len(cells) != len(columns):
			return nil, fmt.Errorf("%w: line %d: %d columns, but the header has %d; write the file with sacctmgr -P show qos", ErrModel, no, len(cells), len(columns))
		case len(all) == maxQOS:
			return nil, fmt.Errorf("%w: line %d: more than %d QOSs; leave out those without jobs", ErrModel, no, maxQOS)
		}
		q := slurmsched.QOS{Name: cells[slices.Index(columns, "Name")]}
		if seen[q.Name] {
			return nil, fmt.Errorf("%w: line %d: QOS %q is listed twice; remove one", ErrModel, no, q.Name)
		}
		seen[q.Name] = true
		if err := setWhole(&q.Priority, "Priority", cells[slices.Index(columns, "Priority")], 0, mostWeight); err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrModel, no, plain(err))
		}
		all = append(all, q)
	}
	return all, nil
}
