package plot

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hopyard/tools/hopyard/clitest"
	"hopyard/web/picture"
)

var call = clitest.Caller(Plot, Gantt)

// made runs a command line and returns the file that it writes into a folder.
func made(t *testing.T, dir, name, args string) []byte {
	t.Helper()
	status, out, said := call(t, dir, "", strings.Fields(args+" --out DIR/"+name)...)
	if status != 0 || out != "" || said != "" {
		t.Fatalf("%s: status %d: %s%s", args, status, out, said)
	}
	src, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// wellFormed checks that a text is XML, and returns its character data.
func wellFormed(t *testing.T, src []byte) (text string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(src))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return text
		} else if err != nil {
			t.Fatalf("%v in %s", err, src)
		}
		if data, is := token.(xml.CharData); is {
			text += string(data) + "\n"
		}
	}
}

// TestPictures draws each part of a run in each format.
func TestPictures(t *testing.T) {
	dir := clitest.Folder(t)
	seen := map[string]string{}
	for args, has := range map[string]string{
		"plot DIR/tiny.json":               "Filled: has run",
		"plot DIR/tiny.json --of machine":  "Twelve nodes",
		"plot DIR/tiny.json --of timeline": "Filled: has run",
		"plot DIR/tiny.json --of curves":   "Waiting jobs",
		"gantt DIR/tiny.json":              "Every job has ended",
	} {
		if text := wellFormed(t, made(t, dir, "p.svg", args)); !strings.Contains(text, has) || !strings.Contains(text, "Twelve nodes") {
			t.Errorf("%s: no %q in %s", args, has, text)
		}
		src := made(t, dir, "p.png", args)
		im, err := png.Decode(bytes.NewReader(src))
		if err != nil || im.Bounds().Dx() != picture.Width || im.Bounds().Dy() != picture.Height {
			t.Fatalf("%s: %v", args, err)
		}
		if other := seen[string(src)]; other != "" {
			t.Errorf("%s and %s give one picture", args, other)
		}
		seen[string(src)] = args
		if strings.HasSuffix(args, "curves") { // the page needs ECharts, which a fresh clone lacks
			continue
		}
		if page := string(made(t, dir, "p.html", args)); !strings.HasPrefix(page, "<!DOCTYPE html>") || !strings.Contains(page, has) || strings.Contains(page, "<script") {
			t.Errorf("%s: %s", args, page)
		}
	}
}

// TestPlaces checks the options that choose the time, the job and the window.
func TestPlaces(t *testing.T) {
	dir := clitest.Folder(t)
	for args, has := range map[string]string{
		"plot DIR/tiny.json --at 8":             "0:08",
		"gantt DIR/tiny.json":                   "Step 13 of 13",
		"plot DIR/tiny.json --queue fcfs":       "First come",
		"gantt DIR/tiny.json --set title=\"x\"": "x\n",
	} {
		if text := wellFormed(t, made(t, dir, "p.svg", args)); !strings.Contains(text, has) {
			t.Errorf("%s: no %q in %s", args, has, text)
		}
	}
	whole, part := made(t, dir, "p.svg", "gantt DIR/tiny.json"), made(t, dir, "p.svg", "gantt DIR/tiny.json --from 5 --to 20")
	if marked := made(t, dir, "p.svg", "gantt DIR/tiny.json --job 3"); bytes.Equal(whole, part) || bytes.Equal(whole, marked) {
		t.Error("--from, --to and --job change nothing")
	}
	if _, out, _ := call(t, dir, "", "gantt", filepath.Join(dir, "tiny.json")); out != string(whole) {
		t.Error("standard output is another picture")
	}
}

// TestTraces draws a trace on the machine of the command line, in full.
func TestTraces(t *testing.T) {
	dir := clitest.Folder(t)
	var swf strings.Builder
	for i := range 2100 { // the page would show only a part of so many jobs
		swf.WriteString(strings.ReplaceAll("N 0 -1 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n", "N", string(appendInt(nil, i+1))))
	}
	clitest.Write(t, dir, "long.swf", swf.String())
	clitest.Write(t, dir, "topology.conf", "SwitchName=a Nodes=n[0-2]\n")
	text := wellFormed(t, made(t, dir, "p.svg", "plot DIR/long.swf --topology DIR/topology.conf --cores 2 --at 3490"))
	if !strings.Contains(text, "long.swf") || !strings.Contains(text, "3 nodes") || !strings.Contains(text, "58:10") {
		t.Errorf("a trace: %s", text)
	}
}

func appendInt(dst []byte, n int) []byte {
	if n >= 10 {
		dst = appendInt(dst, n/10)
	}
	return append(dst, byte('0'+n%10))
}

// TestBadUsage checks errors of the options.
func TestBadUsage(t *testing.T) {
	dir := clitest.Folder(t)
	clitest.Write(t, dir, "empty.json", `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 2}}, "jobs": []}`)
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"plot DIR/tiny.json --out DIR/x.pdf", 2, "use .html, .png, .svg"},
		{"plot DIR/tiny.json --of queue", 2, "use both, machine, timeline, curves"},
		{"plot DIR/tiny.json --at x", 2, "--at"},
		{"gantt DIR/tiny.json --from 20 --to 10", 2, "begin at 20 and end at 10"},
		{"gantt DIR/tiny.json --job 99", 1, "tiny.json: --job 99: no job has that number"},
		{"plot DIR/empty.json --of curves --out DIR/x.svg", 1, "no curves"},
	} {
		if status, out, said := call(t, dir, "", strings.Fields(c.args)...); status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%s: status %d: %s%s", c.args, status, out, said)
		}
	}
}

// TestRound checks the steps of the axis.
func TestRound(t *testing.T) {
	for x, want := range map[float64]float64{0.11: 0.2, 1: 1, 1.01: 2, 2.1: 5, 7: 10, 70: 100, 0: 0} {
		if got := round(x); got != want {
			t.Errorf("round(%v) = %v, want %v", x, got, want)
		}
	}
}
