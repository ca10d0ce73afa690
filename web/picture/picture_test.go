package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"hopyard/core/policies"
	"hopyard/core/scenario"
	"hopyard/core/soaktest"
	"hopyard/scenarios"
	"hopyard/wasm/app/export"
	"hopyard/wasm/draw"
	"hopyard/web/api"
)

// These tests draw in a synctest bubble, in which the clock does not advance during
// the work. So no drawing is given up because the machine is busy.

// TestPicturesOfLessons checks that every lesson that is not too large has a
// picture, and that no two lessons have the same picture.
func TestPicturesOfLessons(t *testing.T) {
	drawn, seed := map[uint64]string{}, maphash.MakeSeed()
	for _, l := range scenarios.All() {
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		if !Fits(s) {
			t.Errorf("%s is too large", l.Name)
			continue
		}
		picture := maphash.Bytes(seed, pixels(t, s.Canonical(), ""))
		if other, ok := drawn[picture]; ok {
			t.Errorf("%s and %s have one picture", l.Name, other)
		}
		drawn[picture] = l.Name
	}
}

// TestPicturesAreOfPlaces checks that a lesson's picture has the right size and is
// the same each time. The pictures of the beginning and the end of the run must
// differ. The test draws every eighth lesson, or all of them with HOPYARD_SOAK.
func TestPicturesAreOfPlaces(t *testing.T) { synctest.Test(t, picturesAreOfPlaces) }

func picturesAreOfPlaces(t *testing.T) {
	for i, l := range scenarios.All() {
		if !soaktest.Picks(i, 8) {
			continue
		}
		s, err := scenario.Parse(l.Source)
		if err != nil {
			t.Fatal(err)
		}
		text := s.Canonical()
		var pictures [2][]byte
		for i := range pictures {
			if pictures[i], err = Draw(t.Context(), text, ""); err != nil {
				t.Fatalf("%s: %v", l.Name, err)
			}
		}
		decoded, err := png.Decode(bytes.NewReader(pictures[0]))
		if err != nil || decoded.Bounds().Dx() != Width || decoded.Bounds().Dy() != Height {
			t.Errorf("%s: %v", l.Name, err)
		}
		if !bytes.Equal(pictures[0], pictures[1]) {
			t.Errorf("%s is drawn in two ways", l.Name)
		}
		undecided := policies.DisciplineOf(s.Scheduler.Queue).Free // in a discipline that schedules by hand, jobs start only when the user starts them
		if !undecided && bytes.Equal(pixels(t, text, "at=0.0"), pixels(t, text, "at=99999999.0")) {
			t.Errorf("%s is drawn at its end as at its beginning", l.Name)
		}
		if len(pictures[0]) > keptBytes {
			t.Errorf("%s: %d bytes are not kept", l.Name, len(pictures[0]))
		}
	}
}

// pixels returns the pixels of a picture. It does not encode them as a PNG, which
// would take as long as the drawing.
func pixels(t *testing.T, text []byte, place string) []byte {
	t.Helper()
	m, err := modelAt(t.Context(), text, place)
	if err != nil {
		t.Fatal(err)
	}
	p := newCanvas(Width, Height, scale)
	p.compose(m, export.OfBoth)
	return p.image.Pix
}

// two returns a scenario of two jobs that run one after the other. The parameter
// runtime is the run time of the second job, which starts after the times that the
// tests draw.
func two(runtime int) []byte {
	return fmt.Appendf(nil, `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 4, "walltime": 600, "runtime": 60}, {"id": 2, "submit": 30, "nodes": 2, "walltime": 600, "runtime": %d}]}`, runtime)
}

// TestPredictShowsNothingLater checks that a picture in predict mode shows nothing
// that happens after its time: two runs that differ only after that time must have
// the same picture.
func TestPredictShowsNothingLater(t *testing.T) { synctest.Test(t, predictShowsNothingLater) }

func predictShowsNothingLater(t *testing.T) {
	for place, same := range map[string]bool{"at=30.1&predict=1": true, "at=30.1": false, "predict=1": true} {
		a, err := Draw(t.Context(), two(300), place)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Draw(t.Context(), two(30), place)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(a, b) != same {
			t.Errorf("at %s: the same picture is %v, want %v", place, !same, same)
		}
	}
}

// TestBoundsOfWork checks that the work on a picture is bounded for every scenario,
// and that it ends when the request ends.
func TestBoundsOfWork(t *testing.T) { synctest.Test(t, boundsOfWork) }

func boundsOfWork(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Draw(gone, two(60), ""); !errors.Is(err, context.Canceled) {
		t.Errorf("for nobody: %v", err)
	}
	late, cancel := context.WithTimeoutCause(t.Context(), 0, ErrLarge)
	defer cancel()
	if _, err := Draw(late, two(60), ""); !errors.Is(err, ErrLarge) {
		t.Errorf("out of time: %v", err)
	}
	// Simulated node failures give this run of a single job many steps.
	long := []byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 256}}, "jobs": [{"nodes": 1, "walltime": 100000}], "faults": {"mtbf": 1000, "repair": 10, "jobs": "checkpoint", "checkpoint": {"every": 60, "cost": 1}}}`)
	if s, err := scenario.ParseShared(long); err != nil || !Fits(s) {
		t.Fatalf("one job: %v", err)
	}
	if _, err := Draw(t.Context(), long, ""); !errors.Is(err, ErrLarge) {
		t.Errorf("of many steps: %v", err)
	}
	for place, says := range map[string]string{"at=x": "at", "job=99": "99"} {
		if _, err := Draw(t.Context(), two(60), place); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// TestPicturesAreKept checks that a picture is drawn only once, however often it is
// requested. A scenario that turned out to be too large must not be tried again.
func TestPicturesAreKept(t *testing.T) { synctest.Test(t, picturesAreKept) }

func picturesAreKept(t *testing.T) {
	turns := 0
	p := New(func(context.Context) (func(), bool) { turns++; return func() {}, turns < 4 })
	for range 3 {
		if _, err := p.Picture(t.Context(), "a", two(60), "at=30.1"); err != nil || turns != 1 {
			t.Errorf("%d turns: %v", turns, err)
		}
	}
	large := []byte(`{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4096}}, "jobs": []}`)
	s, err := scenario.ParseShared(two(60))
	if err != nil {
		t.Fatal(err)
	}
	if !p.Fits("b", s) {
		t.Error("two jobs are too many")
	}
	for range 3 {
		if _, err := p.Picture(t.Context(), "b", large, ""); !errors.Is(err, api.ErrNoPicture) || turns != 2 {
			t.Errorf("%d turns: %v", turns, err)
		}
	}
	if p.Fits("b", s) {
		t.Error("what was too large has a picture")
	}
	for i, want := range []error{nil, api.ErrBusy} {
		if _, err := p.Picture(t.Context(), "c", two(61+i), fmt.Sprint("at=30.", i)); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestLightIsThePages checks that the table light contains the colours of the
// page's light theme.
func TestLightIsThePages(t *testing.T) {
	sheet, err := os.ReadFile("../../static/css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	if len(light) != draw.NumColours {
		t.Fatalf("%d colours, want %d", len(light), draw.NumColours)
	}
	for c := range draw.Colour(draw.NumColours) {
		m := regexp.MustCompile(`--` + c.String() + `: (?:light-dark\()?(#\w{6})`).FindSubmatch(sheet)
		if want := ""; c != draw.None {
			if m == nil {
				t.Fatalf("%v is not in the style sheet", c)
			}
			if want = string(m[1]); light[c] != want {
				t.Errorf("%v is %s, want %s", c, light[c], want)
			}
		}
	}
}

// BenchmarkDraw measures drawing a lesson with 64 nodes.
func BenchmarkDraw(b *testing.B) {
	l, _ := scenarios.Find("easy-hole")
	s, err := scenario.Parse(l.Source)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Draw(b.Context(), s.Canonical(), ""); err != nil {
			b.Fatal(err)
		}
	}
}
