package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// step is one step down a path: a key of an object, or, where the key is
// empty, an index of a list.
type step struct {
	key   string
	index int
}

// splitPath reads a path as errors print it and the command line takes it:
// `jobs[16].nodes`, `free["3"]`. The empty path has no steps.
func splitPath(path string) ([]step, error) {
	var steps []step
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
			steps, rest = append(steps, step{key: key}), after
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			n, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil {
				return nil, fmt.Errorf("path %q: %q is not an index such as [0]", path, rest)
			}
			steps, rest = append(steps, step{index: int(n)}), after
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
			steps, rest = append(steps, step{key: rest[:end]}), rest[end:]
			if rest == "." {
				return nil, fmt.Errorf("path %q ends in a dot", path)
			}
		}
	}
	return steps, nil
}

// joinPath is the inverse of splitPath.
func joinPath(steps []step) string {
	var path []byte
	for _, s := range steps {
		switch {
		case s.key == "":
			path = append(path, '[')
			path = strconv.AppendInt(path, int64(s.index), 10)
			path = append(path, ']')
		case !plainKey(s.key):
			path = append(path, '[')
			path = strconv.AppendQuote(path, s.key)
			path = append(path, ']')
		default:
			if len(path) > 0 {
				path = append(path, '.')
			}
			path = append(path, s.key...)
		}
	}
	return string(path)
}

// plainKey reports whether a key can stand in a path without quotes.
func plainKey(key string) bool {
	for i, c := range []byte(key) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return key != ""
}
