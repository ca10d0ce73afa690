package traceformats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"hopyard/core/jsondoc"
)

// jsonReader reads a JSON text element by element.
type jsonReader struct {
	*jobLog
	src     []byte
	text    *budget
	in      *json.Decoder
	counted int // bytes whose lines are counted
	lines   int // of them
}

func newJSON(l *jobLog, src []byte) *jsonReader {
	src = bytes.TrimPrefix(src, []byte("\uFEFF"))
	whole := bytes.NewReader(src)
	text := &budget{in: whole, left: l.o.MaxRow}
	l.share = func() float64 { return 1 - float64(whole.Len())/float64(whole.Size()) }
	return &jsonReader{jobLog: l, src: src, text: text, in: json.NewDecoder(text)}
}

// line returns the line in which the next token or value begins.
func (r *jsonReader) line() int {
	at := int(r.in.InputOffset())
	for at < len(r.src) && bytes.IndexByte([]byte(" \t\r\n,:"), r.src[at]) >= 0 {
		at++
	}
	return r.lineAt(at)
}

// lineAt returns the line of an offset, which must not be below an earlier one.
func (r *jsonReader) lineAt(at int) int {
	if at > r.counted {
		r.lines += bytes.Count(r.src[r.counted:at], []byte("\n"))
		r.counted = at
	}
	return r.lines + 1
}

// token returns the next token, and whether there is one. It reports faults.
func (r *jsonReader) token() (json.Token, bool) {
	r.text.left = r.o.MaxRow
	line := r.line()
	t, err := r.in.Token()
	return t, r.fine(line, err)
}

// begin reads the token that begins a list or an object.
func (r *jsonReader) begin(want json.Delim, what string) bool {
	line := r.line()
	t, ok := r.token()
	if ok && t != want {
		r.stop(line, fmt.Sprintf("%v where %s should begin with %v", quoted(fmt.Sprint(t)), what, want), "give "+r.format.title)
	}
	return ok && t == want
}

// more reports whether the list or the object that was begun goes on. At its end it
// reads the token that ends it.
func (r *jsonReader) more() bool {
	if r.full {
		return false
	}
	if r.text.left = r.o.MaxRow; r.in.More() {
		return true
	}
	r.token()
	return false
}

// end checks that nothing follows the text.
func (r *jsonReader) end() {
	if r.full {
		return
	}
	line := r.line()
	if t, err := r.in.Token(); err != io.EOF {
		r.stop(line, fmt.Sprintf("%v after the end of the text", quoted(fmt.Sprint(t))), "give one log at a time")
	}
}

// value returns the next value as text, and its line.
func (r *jsonReader) value() (raw json.RawMessage, line int, ok bool) {
	r.text.left = r.o.MaxRow
	line = r.line()
	return raw, line, r.fine(line, r.in.Decode(&raw))
}

// object returns the members of the next value, which must be an object, by name.
func (r *jsonReader) object() (members map[string]string, line int, ok bool) {
	raw, line, ok := r.value()
	if !ok {
		return nil, line, false
	}
	members, err := jsondoc.Object(raw, r.o.MaxRow)
	if err != nil {
		if e := (*jsondoc.Error)(nil); errors.As(err, &e) {
			r.fault(line+max(e.Line-1, 0), "", "", e.Problem, e.Fix)
		} else {
			r.fault(line, "", "", err.Error(), "write an object")
		}
	}
	return members, line, err == nil
}

// fine reports whether there was no error. An error ends the reading.
func (r *jsonReader) fine(line int, err error) bool {
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return true
	case errors.Is(err, errLong):
		r.stop(line, fmt.Sprintf("the value that begins here has more than %d bytes", r.o.MaxRow), "shorten it")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		r.stop(line, "the text ends inside a value that begins here", "the file is cut off: fetch it again")
	case errors.As(err, &syntax):
		r.stop(max(line, r.lineAt(min(int(syntax.Offset), len(r.src)))), "not JSON: "+err.Error(), "fetch the file again")
	default:
		r.stop(line, "not JSON: "+err.Error(), "fetch the file again")
	}
	return false
}

// textOf returns the text of a JSON string.
func textOf(raw string) (text string, ok bool) {
	return text, len(raw) > 0 && raw[0] == '"' && json.Unmarshal([]byte(raw), &text) == nil
}

// isWhole reports whether a JSON value is a whole number from 0 to most, and returns it.
func isWhole(raw string, most int64) (int64, bool) {
	n, err := strconv.ParseInt(raw, 10, 64)
	return n, err == nil && n >= 0 && n <= most
}
