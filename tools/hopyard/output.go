package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// outputs are the files that a command writes besides its summary. Nothing is
// created before write is called, and a file appears whole or not at all.
type outputs struct {
	t     *terminal
	files []output
}

type output struct {
	option, path string
	write        func(io.Writer) error
}

// add plans a file; path "" plans nothing, "-" is standard output.
func (o *outputs) add(option, path string, write func(io.Writer) error) {
	if path != "" {
		o.files = append(o.files, output{option, path, write})
	}
}

// check refuses two outputs with one path.
func (o *outputs) check() error {
	seen := map[string]string{}
	for _, f := range o.files {
		if first, taken := seen[f.path]; taken {
			return badUsage("--%s and --%s both write to %s; give each its own", first, f.option, f.path)
		}
		seen[f.path] = f.option
	}
	return nil
}

// summary is where text for people goes: standard error when an output takes
// standard output.
func (o *outputs) summary() io.Writer {
	for _, f := range o.files {
		if f.path == "-" {
			return o.t.err
		}
	}
	return o.t.out
}

func (o *outputs) write() error {
	for _, f := range o.files {
		if f.path == "-" {
			if err := f.write(o.t.out); err != nil {
				return fmt.Errorf("standard output: %w", err)
			}
			continue
		}
		if err := writeWhole(f.path, f.write); err != nil {
			return fmt.Errorf("%s: --%s: %w", f.path, f.option, err)
		}
	}
	return nil
}

// writeWhole writes a file beside its place and moves it there when it is
// complete. What is not a plain file (a pipe, /dev/null) is written in place.
func writeWhole(path string, write func(io.Writer) error) error {
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
	defer os.Remove(f.Name()) // of no effect once it was moved
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
