package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// newPart is the file into which this process writes the rows of a task. The file
// is created when the first row is written, under the first name that is not taken.
// A task that is started and killed a hundred times before its first row therefore
// leaves no empty files.
type newPart struct {
	folder string
	shard  shard
	header []byte
	file   *os.File
}

// Write appends a row to the file in a single write. It creates the file if
// necessary.
func (p *newPart) Write(row []byte) (int, error) {
	if p.file != nil {
		return p.file.Write(row)
	}
	for n := 1; p.file == nil; n++ {
		f, err := os.OpenFile(filepath.Join(p.folder, p.shard.part(n)), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return 0, fileError(err)
		}
		if err == nil {
			p.file = f
		}
	}
	if _, err := p.file.Write(append(p.header, row...)); err != nil {
		return 0, err
	}
	return len(row), nil
}

// Sync flushes the file to disk.
func (p *newPart) Sync() error {
	if p.file == nil {
		return nil
	}
	return p.file.Sync()
}

// Close closes the file if it was created.
func (p *newPart) Close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}
