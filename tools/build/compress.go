package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

const (
	quality    = 11
	window     = 24                 // bits: 16 MiB, more than any file here; browsers take up to it
	smallest   = 512                // bytes: below, the headers of one more packet outweigh the gain
	cacheSpell = 7 * 24 * time.Hour // results not used for so long are dropped
)

// compress fills br and gz of each file, taking brotli from the cache folder
// where the content is known: about 4 s per MB otherwise.
func compress(files []*file, cache string) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	errs := make([]error, len(files))
	turn := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for i, f := range files {
		all.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			errs[i] = f.compress(cache)
		})
	}
	all.Wait()
	return errors.Join(append(errs, prune(cache))...)
}

func (f *file) compress(cache string) error {
	if len(f.raw) < smallest {
		return nil
	}
	br, err := cachedBrotli(f.raw, cache)
	if err != nil {
		return err
	}
	var gz bytes.Buffer
	w, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	w.Write(f.raw) // a bytes.Buffer does not fail
	w.Close()
	if len(br) < len(f.raw) {
		f.br = br
	}
	if gz.Len() < len(f.raw) {
		f.gz = gz.Bytes()
	}
	return nil
}

func cachedBrotli(raw []byte, cache string) ([]byte, error) {
	sum := sha256.Sum256(raw)
	name := filepath.Join(cache, hex.EncodeToString(sum[:])+".br")
	if br, err := os.ReadFile(name); err == nil {
		now := time.Now()
		return br, os.Chtimes(name, now, now)
	}
	br := packed(raw, quality)
	return br, replaceFile(name, br)
}

// packed is raw as brotli.
func packed(raw []byte, quality int) []byte {
	var br bytes.Buffer
	w := brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: quality, LGWin: window})
	w.Write(raw) // a bytes.Buffer does not fail
	w.Close()
	return br.Bytes()
}

func prune(cache string) error {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > cacheSpell {
			os.Remove(filepath.Join(cache, e.Name()))
		}
	}
	return nil
}
