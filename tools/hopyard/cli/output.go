package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Outputs is the list of files that a command writes in addition to its summary.
// The method Write creates the files. Each file is either written completely or not
// touched at all.
type Outputs struct {
	t     *Terminal
	files []output
}

type output struct {
	option, path string
	write        func(io.Writer) error
}

// NewOutputs returns an empty list.
func NewOutputs(t *Terminal) *Outputs { return &Outputs{t: t} }

// Add appends an output file to the list. It ignores an empty path. The path "-"
// means standard output. The function write is nil if During writes the file.
func (o *Outputs) Add(option, path string, write func(io.Writer) error) {
	if path != "" {
		o.files = append(o.files, output{option, path, write})
	}
}

// Check returns an error if two outputs have the same path.
func (o *Outputs) Check() error {
	seen := map[string]string{}
	for _, f := range o.files {
		if first, taken := seen[f.path]; taken {
			return BadUsage("--%s and --%s both write to %s; give each its own", first, f.option, f.path)
		}
		seen[f.path] = f.option
	}
	return nil
}

// Summary returns the writer for text that is meant for people. This is standard
// output, unless an output file is written to standard output; in that case, it is
// standard error.
func (o *Outputs) Summary() io.Writer {
	for _, f := range o.files {
		if f.path == "-" {
			return o.t.Err
		}
	}
	return o.t.Out
}

// Write writes all files of the list.
func (o *Outputs) Write() error {
	for i := range o.files {
		if f := &o.files[i]; f.write != nil {
			if err := f.writeWith(o.t, f.write); err != nil {
				return err
			}
		}
	}
	return nil
}

// During runs a function that writes the file of an option, which Add must have added
// with a nil function. The writer passed to the function is nil if there is no such
// file. The error is that of the function or of writing.
func (o *Outputs) During(option string, run func(io.Writer) error) error {
	for i := range o.files {
		if f := &o.files[i]; f.option == option {
			return f.writeWith(o.t, run)
		}
	}
	return run(nil)
}

// writeWith writes the file with the given function.
func (f *output) writeWith(t *Terminal, write func(io.Writer) error) error {
	if f.path == "-" {
		if err := write(t.Out); err != nil {
			return fmt.Errorf("standard output: %w", err)
		}
		return nil
	}
	if err := WriteWhole(f.path, write); err != nil {
		return fmt.Errorf("%s: --%s: %w", f.path, f.option, err)
	}
	return nil
}

// WriteWhole writes to a temporary file in the same folder. When the file is
// complete, it renames the file to the given path. If there is already something
// other than a regular file at the path (a pipe, /dev/null), WriteWhole writes to
// it directly.
func WriteWhole(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return finish(f, write)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // after the rename, this call fails harmlessly
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := finish(f, write); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func finish(f *os.File, write func(io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<16)
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// Grouped formats a number with commas between the thousands.
func Grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count formats a number followed by a noun. It appends an s to the noun unless the
// number is 1.
func Count(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return fmt.Sprintf("%d %s", n, of)
}
