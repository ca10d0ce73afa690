package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strconv"
)

const (
	quality  = 11
	window   = 24  // base-2 logarithm of the size of the brotli window in bytes: 16 MiB, the most that browsers accept and larger than any file here
	program  = 2   // brotli's mode for fonts: its distance codes suit programs, too, and save 0.15 %
	generic  = 0   // brotli's mode for all other files
	smallest = 512 // size in bytes below which compressing a file saves less than the headers of an extra packet cost
)

// compress fills the fields br and gz of each file. It begins with the largest
// file, because brotli takes about 2 s per MB and a large file that is started last
// would delay the end.
func compress(files []*file, st *step) error {
	bySize := slices.SortedFunc(slices.Values(files), func(a, b *file) int { return len(b.raw) - len(a.raw) })
	return parallel(len(bySize), func(i int) error { return bySize[i].compress(st) })
}

func (f *file) compress(st *step) error {
	if len(f.raw) < smallest {
		return nil
	}
	mode := byte(generic)
	if path.Ext(f.logical) == ".wasm" {
		mode = program
	}
	forms, err := st.get(f.logical, keyOf([]byte("compressed by node"), []byte{quality, window, mode}, f.raw), func() (contents, error) {
		var gz bytes.Buffer
		w, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression)
		w.Write(f.raw) // writing to a bytes.Buffer never fails
		w.Close()
		br, err := brotliCompress(f.raw, mode)
		return contents{"br": br, "gz": gz.Bytes()}, err
	})
	if err != nil {
		return err
	}
	if br := forms["br"]; len(br) < len(f.raw) {
		f.br = br
	}
	if gz := forms["gz"]; len(gz) < len(f.raw) {
		f.gz = gz
	}
	return nil
}

// encoder is a Node script that compresses its standard input with brotli. Node's
// encoder is written in C and takes half the time of the Go encoder.
const encoder = `const z = require('zlib'), c = z.constants, raw = require('fs').readFileSync(0)
process.stdout.write(z.brotliCompressSync(raw, {params: {
  [c.BROTLI_PARAM_QUALITY]: +process.argv[1], [c.BROTLI_PARAM_LGWIN]: +process.argv[2], [c.BROTLI_PARAM_MODE]: +process.argv[3], [c.BROTLI_PARAM_SIZE_HINT]: raw.length}}))`

// brotliCompress returns raw compressed with brotli. It fails if Node is not installed.
func brotliCompress(raw []byte, mode byte) ([]byte, error) {
	cmd := exec.Command("node", "-e", encoder, strconv.Itoa(quality), strconv.Itoa(window), strconv.Itoa(int(mode)))
	cmd.Stdin = bytes.NewReader(raw)
	br, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = fmt.Errorf("%w: %s", err, failed.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("compressing by node: %w", err)
	}
	return br, nil
}
