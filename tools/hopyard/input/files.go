// Package input reads the FILE of a command and makes a [Subject] of it, which is a
// checked scenario with the configuration of the engine.
//
// FILE may be a scenario, a trace in the Standard Workload Format, of Slurm's sacct or
// in a format of package traceformats, documents of Kubernetes, a topology.conf or
// topology.yaml of Slurm, a share link, a short link, or "-" for standard input; each
// may be compressed with gzip. A command declares [FileOptions] (--queue, --set,
// --policy, --nodes …) and calls [FileOptions.Load]:
//
//	in := input.NewFileOptions(f)
//	if err := f.Parse(1, 1); err != nil {
//		return err
//	}
//	s, err := in.Load(t, f.Words[0])
//
// The options are applied to the text of the scenario before it is checked, so
// errors in them read like errors in the file. [Prefixed] puts the name of the file
// before each line of an error.
package input

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/core/workload/sacct"
	"hopyard/core/workload/traceformats"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/shortlink"
)

// maxInput is the size limit of an input file in bytes. It applies both to the file
// and to its decompressed contents. The limit is large because a trace can be much
// larger than a scenario.
const maxInput = 4 << 30

// ReadAll reads a file. It decompresses contents that are compressed with gzip,
// even if the file's name does not end in .gz.
func ReadAll(r io.Reader, name string) ([]byte, error) { return readMost(r, name, maxInput) }

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

// readMost reads like ReadAll but with the given size limit in bytes.
func readMost(r io.Reader, name string, most int64) ([]byte, error) {
	text := bytes.NewBuffer(make([]byte, 0, roomFor(r, most)))
	if _, err := io.CopyN(text, r, most+1); err != nil && err != io.EOF {
		return nil, FileError(err)
	}
	src := text.Bytes()
	if int64(len(src)) > most {
		return nil, fmt.Errorf("%s: file: is larger than %s; split it", name, formatBytes(most))
	}
	if !bytes.HasPrefix(src, gzipMagic) {
		return src, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(src))
	if err == nil {
		src, err = io.ReadAll(io.LimitReader(packed, most+1))
	}
	switch {
	case err != nil:
		return nil, badGzip(name, err)
	case int64(len(src)) > most:
		return nil, fmt.Errorf("%s: file: is larger than %s once it is decompressed; split it", name, formatBytes(most))
	}
	return src, nil
}

// gzipMagic holds the first bytes of a compressed file.
var gzipMagic = []byte("\x1f\x8b")

// badGzip returns the error for a file that cannot be decompressed.
func badGzip(name string, err error) error {
	return fmt.Errorf("%s: file: looks like gzip but cannot be decompressed (%v); it is truncated or damaged: compress it again", name, err)
}

// formatBytes formats a number of bytes for messages.
func formatBytes(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d bytes", n)
}

// IsTrace reports whether a file is a trace rather than a scenario. It usually
// decides by the contents of the file. A file with the extension .swf is always a
// trace, so that errors in the file are reported by line.
func IsTrace(path string, src []byte) bool {
	switch {
	case sacct.Is(src) || endsIn(path, ".swf") || traceformats.Of(src) != "":
		return true
	case endsIn(path, ".json"):
		return false
	}
	text := bytes.TrimLeft(src, " \t\r\n\ufeff")
	return len(text) > 0 && (text[0] == ';' || text[0] == '-' || text[0] >= '0' && text[0] <= '9' || path == "-" && text[0] != '{')
}

// IsMachine reports whether a file is a topology.conf or topology.yaml of Slurm.
func IsMachine(path string, src []byte) bool {
	return endsIn(path, ".conf") || endsIn(path, ".yaml") || endsIn(path, ".yml") || bytes.HasPrefix(src, []byte("SwitchName=")) || bytes.HasPrefix(src, []byte("- topology:"))
}

// endsIn reports whether a file's name has the given extension. The extension may
// be followed by .gz.
func endsIn(path, end string) bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(path), ".gz"), end)
}

// AsSWF returns a trace, given the contents of FILE, as text in the Standard Workload
// Format. If the file has this format already, its text is returned unchanged, even
// if it is faulty.
func AsSWF(path string, src []byte) (string, error) {
	if !sacct.Is(src) && traceformats.Of(src) == "" {
		return string(src), nil
	}
	trace, err := new(FileOptions).readTrace(src)
	if err != nil {
		return "", Prefixed(path, err)
	}
	var text strings.Builder
	err = workload.WriteSWF(&text, trace.Header, slices.Values(trace.Records))
	return text.String(), err
}

// readTrace reads a trace: a job log in the format of an archive, output of sacct, or
// SWF.
func (in *FileOptions) readTrace(src []byte) (*workload.SWF, error) {
	format := in.logFormat
	if format == "" && !sacct.Is(src) {
		format = traceformats.Of(src)
	}
	switch {
	case format != "":
		return traceformats.Read(src, traceformats.LogOptions{Format: format, Unit: in.unit})
	case in.unit != "":
		return nil, cli.BadUsage("--unit is for job logs, whose formats scenarios/traces.md lists; this trace counts processors")
	case sacct.Is(src):
		return sacct.Read(bytes.NewReader(src), sacct.Options{})
	}
	trace, err := workload.ReadSWF(bytes.NewReader(src), workload.SWFOptions{})
	if bad := (*workload.SWFError)(nil); errors.As(err, &bad) && bad.Lines[len(bad.Lines)-1].Rule == workload.SWFTooManyJobs {
		return nil, fmt.Errorf("%w; hopyard run --stream has no such limit", err)
	}
	return trace, err
}

// Read returns the contents of FILE. If the path is "-", it reads standard input.
// If the path is a share link or a short link, Read returns the scenario of the
// link.
func Read(t *cli.Terminal, path string) ([]byte, error) {
	if IsLink(path) {
		link, err := scenario.DecodeLink(path)
		if err != nil {
			return nil, err
		}
		return link.Scenario.Canonical(), nil
	}
	if shortlink.Is(path) {
		return shortlink.Fetch(path)
	}
	if path == "-" {
		return ReadAll(t.In, "standard input")
	}
	return ReadFile(path)
}

// ReadFile returns the contents of a file; see ReadAll.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, FileError(err)
	}
	defer f.Close()
	return ReadAll(f, path)
}

// IsLink reports whether the text is a share link rather than a file name. A share
// link is a fragment "#1.z.…", or an address that ends with such a fragment.
func IsLink(path string) bool {
	_, fragment, found := strings.Cut(path, "#")
	return found && len(fragment) > 2 && fragment[0] >= '0' && fragment[0] <= '9' && strings.Contains(fragment[:min(len(fragment), 4)], ".")
}

// DisplayName returns the name that messages use for FILE.
func DisplayName(path string) string {
	switch {
	case path == "-":
		return "standard input"
	case IsLink(path), shortlink.Is(path):
		return "link"
	}
	return path
}

// FileError rewrites a file error as "FILE: file: CAUSE" and returns any other error
// unchanged.
func FileError(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: file: %w", p.Path, p.Err)
	}
	return err
}

// Prefixed puts the file's name before each line of an error. A usage error stays
// unchanged.
func Prefixed(path string, err error) error {
	if cli.IsBadUsage(err) {
		return err
	}
	var out strings.Builder
	for line := range strings.Lines(err.Error()) {
		out.WriteString(DisplayName(path) + ": " + line)
	}
	return errors.New(out.String())
}
