package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// newPart is a file for the rows that this process computes for a task. The file is
// created only when the first row is written. It gets the first name, by number,
// that is not in use. A task that is killed again and again before its first row
// therefore leaves no empty files.
type newPart struct {
	folder string
	shard  shard
	header []byte
	file   *os.File
}

// Write appends a row to the file with a single system call. It creates the file if
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
