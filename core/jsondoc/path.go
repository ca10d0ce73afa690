package jsondoc

import (
	"fmt"
	"strconv"
	"strings"
)

// PathStep is one step of a path: a key of an object, or, if the key is empty, an index
// into a list.
type PathStep struct {
	Key   string
	Index int
}

// SplitPath parses a path in the notation of error messages and of the command
// line, such as `jobs[16].nodes` or `free["3"]`. The empty path has no steps.
func SplitPath(path string) ([]PathStep, error) {
	var steps []PathStep
	rest := path
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, `["`):
			text, err := strconv.QuotedPrefix(rest[1:])
			key, err2 := strconv.Unquote(text)
			after, closed := strings.CutPrefix(rest[1+len(text):], "]")
			if err != nil || err2 != nil || !closed || key == "" {
				return nil, fmt.Errorf("path %q: a %q is not closed by %q", path, `["`, `"]`)
			}
			steps, rest = append(steps, PathStep{Key: key}), after
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			n, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil {
				return nil, fmt.Errorf("path %q: %q is not an index such as [0]", path, rest)
			}
			steps, rest = append(steps, PathStep{Index: int(n)}), after
		default:
			if len(steps) > 0 {
				rest = strings.TrimPrefix(rest, ".")
			}
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			if end == 0 {
				return nil, fmt.Errorf("path %q: a field name is missing before %q", path, rest)
			}
			steps, rest = append(steps, PathStep{Key: rest[:end]}), rest[end:]
			if rest == "." {
				return nil, fmt.Errorf("path %q ends in a dot", path)
			}
		}
	}
	return steps, nil
}

// JoinPath returns the text of a path; it is the inverse of SplitPath.
func JoinPath(steps []PathStep) string {
	var path []byte
	for _, s := range steps {
		switch {
		case s.Key == "":
			path = append(path, '[')
			path = strconv.AppendInt(path, int64(s.Index), 10)
			path = append(path, ']')
		case !plainKey(s.Key):
			path = append(path, '[')
			path = strconv.AppendQuote(path, s.Key)
			path = append(path, ']')
		default:
			if len(path) > 0 {
				path = append(path, '.')
			}
			path = append(path, s.Key...)
		}
	}
	return string(path)
}

// plainKey reports whether a key can be written in a path without quotes.
func plainKey(key string) bool {
	for i, c := range []byte(key) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return key != ""
}
