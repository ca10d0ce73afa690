package main

import (
	"bytes"
	"compress/gzip"
	"slices"

	"github.com/andybalholm/brotli"
)

const (
	quality  = 11
	window   = 24  // bits: 16 MiB, more than any file here; browsers take up to it
	smallest = 512 // bytes: below, the headers of one more packet outweigh the gain
)

// compress fills br and gz of each file, the largest first: brotli takes about 4 s
// per MB.
func compress(files []*file, st *step) error {
	bySize := slices.SortedFunc(slices.Values(files), func(a, b *file) int { return len(b.raw) - len(a.raw) })
	return parallel(len(bySize), func(i int) error { return bySize[i].compress(st) })
}

func (f *file) compress(st *step) error {
	if len(f.raw) < smallest {
		return nil
	}
	forms, err := st.get(f.logical, keyOf([]byte("compressed"), []byte{quality, window}, f.raw), func() (contents, error) {
		var gz bytes.Buffer
		w, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression)
		w.Write(f.raw) // a bytes.Buffer does not fail
		w.Close()
		return contents{"br": packed(f.raw, quality), "gz": gz.Bytes()}, nil
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

// packed is raw as brotli.
func packed(raw []byte, quality int) []byte {
	var br bytes.Buffer
	w := brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: quality, LGWin: window})
	w.Write(raw) // a bytes.Buffer does not fail
	w.Close()
	return br.Bytes()
}
