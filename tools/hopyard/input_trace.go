package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"

	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
)

// maxInput is the size limit of an input file in bytes. It applies both to the file
// and to its decompressed contents. The limit is large because a trace can be much
// larger than a scenario.
const maxInput = 4 << 30

// readAll reads a file. It decompresses contents that are compressed with gzip,
// even if the file's name does not end in .gz.
func readAll(r io.Reader, name string) ([]byte, error) { return readMost(r, name, maxInput) }

// roomFor returns the initial buffer size for reading a file. If the size of the
// file is known, it returns that size, up to the given limit. Otherwise it returns
// the minimum size of a buffer. A buffer of the right size avoids copying a long
// trace several times while it is read.
func roomFor(r io.Reader, most int64) int64 {
	size := int64(0)
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			size = min(info.Size(), most)
		}
	}
	return size + bytes.MinRead
}

// readMost reads like readAll but with the given size limit in bytes.
func readMost(r io.Reader, name string, most int64) ([]byte, error) {
	text := bytes.NewBuffer(make([]byte, 0, roomFor(r, most)))
	if _, err := io.CopyN(text, r, most+1); err != nil && err != io.EOF {
		return nil, fileError(err)
	}
	src := text.Bytes()
	if int64(len(src)) > most {
		return nil, fmt.Errorf("%s: file: is larger than %s; split it", name, formatBytes(most))
	}
	if !bytes.HasPrefix(src, []byte("\x1f\x8b")) {
		return src, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(src))
	if err == nil {
		src, err = io.ReadAll(io.LimitReader(packed, most+1))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: file: looks like gzip but cannot be decompressed (%v); it is truncated or damaged: compress it again", name, err)
	case int64(len(src)) > most:
		return nil, fmt.Errorf("%s: file: is larger than %s once it is decompressed; split it", name, formatBytes(most))
	}
	return src, nil
}

// formatBytes formats a number of bytes for messages.
func formatBytes(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d bytes", n)
}

// isTrace reports whether a file is a trace rather than a scenario. It usually
// decides by the contents of the file. A file with the extension .swf is always a
// trace, so that errors in the file are reported by line.
func isTrace(path string, src []byte) bool {
	switch {
	case sacct.Is(src) || endsIn(path, ".swf"):
		return true
	case endsIn(path, ".json"):
		return false
	}
	text := bytes.TrimLeft(src, " \t\r\n\ufeff")
	return len(text) > 0 && (text[0] == ';' || text[0] == '-' || text[0] >= '0' && text[0] <= '9' || path == "-" && text[0] != '{')
}

// endsIn reports whether a file's name has the given extension. The extension may
// be followed by .gz.
func endsIn(path, end string) bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(path), ".gz"), end)
}

// readTrace reads a trace in either supported format: sacct output or SWF.
func readTrace(src []byte) (*workload.SWF, error) {
	if sacct.Is(src) {
		return sacct.Read(bytes.NewReader(src), sacct.Options{})
	}
	return workload.ReadSWF(bytes.NewReader(src), workload.SWFOptions{})
}
