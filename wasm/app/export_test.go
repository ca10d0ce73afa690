package app

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"hopyard/core/scenario"
	"hopyard/core/workload"
	"hopyard/wasm/app/edit"
	"hopyard/wasm/app/export"
	"hopyard/wasm/app/keys"
	"hopyard/wasm/app/message"
	"hopyard/wasm/draw"
)

// file returns the contents of an exported file that the worker writes.
func (s *stage) file(t *testing.T, f message.ExportFormat) string {
	t.Helper()
	s.desk.Handle((&message.Export{Serial: s.Run.Serial, File: f}).Pack())
	for s.desk.Busy() {
		s.desk.Work(1)
		s.desk.Report()
	}
	for _, wire := range s.desk.Answers() {
		var x message.Exported
		if x.Unpack(wire) == nil && x.All == 0 {
			if x.Problem != "" || x.File != f {
				t.Fatalf("file %d: %d, %s", f, x.File, x.Problem)
			}
			return x.Text
		}
	}
	t.Fatalf("file %d did not come", f)
	return ""
}

// evil returns a page with a lesson whose texts contain markup and scripts. These
// would do harm if a text were not escaped.
func evil(t *testing.T) *stage {
	l := lesson(t, "easy-hole")
	l.Text = strings.NewReplacer(`"user": "bob"`, `"user": "=HYPERLINK(\"http://x\")"`, `"user": "eve"`, `"user": "@a,\"b\" <script>"`,
		`"title": "A hole that EASY fills"`, `"title": "</title></style></script><script>alert(1)</script>]]>&"`).Replace(l.Text)
	s := open(t, l)
	if !strings.Contains(s.Run.Title, "<script>") {
		t.Fatal("the title is harmless")
	}
	return s
}

func colours() []string {
	out := make([]string, draw.NumColours)
	for i := range out {
		out[i] = fmt.Sprintf("#%06x", i*70_000)
	}
	return out
}

func TestTablesCanBeRead(t *testing.T) {
	s := evil(t)
	for f, columns := range map[message.ExportFormat]int{message.JobsTable: 21, message.FigureTable: 5, message.CurveTable: 9} {
		text := s.file(t, f)
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) < 3 || len(rows[0]) != columns {
			t.Fatalf("file %d: %v\n%s", f, err, text)
		}
		for _, row := range rows {
			for _, cell := range row {
				if _, err := strconv.ParseFloat(cell, 64); cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) && err != nil {
					t.Errorf("file %d: a spreadsheet would compute %q", f, cell)
				}
			}
		}
		if f != message.JobsTable {
			continue
		}
		if len(rows) != 1+len(s.Run.Jobs) {
			t.Errorf("%d rows for %d jobs", len(rows)-1, len(s.Run.Jobs))
		}
		for i, row := range rows[1:] {
			o := s.Run.Outcome(workload.JobID(i))
			if row[2] != o.Start.String() || row[3] != o.End.String() || row[6] == "" {
				t.Errorf("job %s: %v, but it ran from %v to %v", row[0], row, o.Start, o.End)
			}
		}
	}
}

func TestScheduleIsATraceOfTheSameRun(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	read, err := workload.ReadSWF(strings.NewReader(s.file(t, message.ScheduleSWF)), workload.SWFOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Records) != len(s.Run.Jobs) {
		t.Fatalf("%d rows", len(read.Records))
	}
	for i := range read.Records {
		r, j, o := &read.Records[i], &s.Run.Jobs[i], s.Run.Outcome(workload.JobID(i))
		if r.Number != j.Number || r.ReqProcs != int64(j.Nodes) || o.Start.Sub(j.Submit) != r.Wait || o.End.Sub(o.Start) != r.Run {
			t.Errorf("job %d: %+v", j.Number, r)
		}
	}
}

func TestTraceLinesAreJSON(t *testing.T) {
	s := open(t, lesson(t, "node-fails"))
	lines := strings.Split(strings.TrimSpace(s.file(t, message.TraceLines)), "\n")
	if len(lines) != len(s.Run.Events) {
		t.Errorf("%d lines for %d events", len(lines), len(s.Run.Events))
	}
	for i, line := range lines {
		var x struct {
			Time  float64
			Event string
		}
		if err := json.Unmarshal([]byte(line), &x); err != nil || x.Event != s.Run.Events[i].Kind.String() {
			t.Errorf("line %d: %v: %s", i+1, err, line)
		}
	}
}

func TestScenarioFileIsWhatRuns(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.load(t, s.Change(s.Policy.Choose("queue", "fcfs")))
	hash := s.Run.Hash
	again := open(t, message.Load{Form: message.JSON, Text: s.file(t, message.ScenarioText), At: -1, Job: -1})
	if again.Run.Hash != hash || again.Run.Policy.Queue != "fcfs" {
		t.Errorf("runs as %x under %s, not as %x", again.Run.Hash, again.Run.Policy.Queue, hash)
	}
}

func TestAModelBecomesAListThatRunsTheSame(t *testing.T) {
	s := open(t, message.Load{Form: message.JSON, At: -1, Job: -1,
		Text: `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 16}}, "workload": {"model": "lublin", "jobs": 30}, "scheduler": {"queue": "easy"}}`})
	if !s.Modelled() {
		t.Fatal("the model's jobs can be changed")
	}
	if _, why := s.Edit.SheetOf(0); why == "" {
		t.Error("a job of a model has a sheet")
	}
	hash := s.Run.Hash
	s.load(t, s.Apply(s.file(t, message.ListedText), edit.DidList()))
	if s.Modelled() || s.Run.Hash != hash {
		t.Errorf("the list runs as %x, not as %x", s.Run.Hash, hash)
	}
}

// cleanXML fails the test if a text is not XML, contains event handlers, or does
// not have the expected number of scripts.
func cleanXML(t *testing.T, name, text string, scripts int) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	d.Entity = xml.HTMLEntity
	ids, found := map[string]bool{}, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "script" {
			found++
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "javascript:") || (a.Name.Local == "href" || a.Name.Local == "src") {
				t.Errorf("%s: <%s %s=%q>", name, e.Name.Local, a.Name.Local, a.Value)
			}
			if a.Name.Local == "id" {
				if ids[a.Value] {
					t.Errorf("%s: the id %s is there twice", name, a.Value)
				}
				ids[a.Value] = true
			}
		}
	}
	if found != scripts {
		t.Errorf("%s has %d scripts, not %d", name, found, scripts)
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	s := evil(t)
	s.do(t, keys.ToEnd, keys.LastDecision)
	for _, of := range []export.PictureOf{export.OfBoth, export.OfMachine, export.OfTimeline} {
		svg, w, h := s.Export.Picture(of, colours())
		cleanXML(t, "picture", string(svg), 0)
		if w < 500 || h < 300 || !strings.Contains(string(svg), "starts now") {
			t.Errorf("picture %d: %g × %g", of, w, h)
		}
	}
}

func TestSlidesShowEveryDecision(t *testing.T) {
	s := evil(t)
	slides := s.Export.NewSlides(colours())
	want := 2 // one slide each for the start and the end
	for i := range s.Run.Len() - 1 {
		if s.Run.Decides(i) {
			want++
		}
	}
	if len(slides.Steps) != want || slides.All != want {
		t.Fatalf("%d slides of %d, want %d", len(slides.Steps), slides.All, want)
	}
	step := s.Step
	for ask := slides.Ask(); ask != nil; ask = slides.Ask() {
		s.desk.Handle(ask.Pack())
		for _, wire := range s.desk.Answers() {
			var state message.State
			if err := state.Unpack(wire); err != nil || !state.Aside || !slides.Add(s.Export, &state) {
				t.Fatalf("slide %d: %v, aside %v", slides.Done(), err, state.Aside)
			}
		}
	}
	if s.Step != step {
		t.Error("making slides moves the page")
	}
	file := string(slides.File(s.Export))
	cleanXML(t, "slides", strings.TrimPrefix(file, "<!DOCTYPE html>"), 1)
	if n := strings.Count(file, "<section"); n != want {
		t.Errorf("%d sections for %d slides", n, want)
	}
	for _, outside := range []string{"http://x", "https:", "url(http"} {
		if strings.Contains(strings.ReplaceAll(file, "http://www.w3.org/", ""), outside) && outside != "http://x" {
			t.Errorf("the file names %s", outside)
		}
	}
}

func TestSlidesAreBounded(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [`)
	for i := range 300 {
		fmt.Fprintf(&text, `%s{"nodes": 1, "walltime": 10, "submit": %d}`, map[bool]string{true: ",", false: ""}[i > 0], i)
	}
	text.WriteString(`], "scheduler": {"queue": "fcfs"}}`)
	s := open(t, message.Load{Form: message.JSON, Text: text.String(), At: -1, Job: -1})
	slides := s.Export.NewSlides(colours())
	if len(slides.Steps) != export.MaxSlides || slides.All <= 300 || !strings.Contains(s.Export.SlidesNote(slides.All), "first 100") {
		t.Errorf("%d of %d slides: %s", len(slides.Steps), slides.All, s.Export.SlidesNote(slides.All))
	}
}

func TestFileNames(t *testing.T) {
	s := evil(t)
	s.do(t, keys.ToStart, keys.Forward)
	if got := s.Export.PictureName("easy-hole", export.OfBoth, "svg"); got != "hopyard-easy-hole-easy-step1.svg" {
		t.Error(got)
	}
	if got := s.Export.FileName("", "-jobs.csv"); got != "hopyard-title-style-script-script-alert-1-script-easy-jobs.csv" {
		t.Error(got)
	}
}

func TestACancelledFileNeverComes(t *testing.T) {
	s := open(t, lesson(t, "easy-hole"))
	s.desk.Handle((&message.Export{Serial: s.Run.Serial, File: message.TraceLines}).Pack())
	s.desk.Work(1)
	s.desk.Handle((&message.Export{Serial: s.Run.Serial}).Pack())
	if s.desk.Busy() {
		t.Error("it is still written")
	}
	if _, err := scenario.Parse([]byte(s.file(t, message.ScenarioText))); err != nil {
		t.Error(err)
	}
}
