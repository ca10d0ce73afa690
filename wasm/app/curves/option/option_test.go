package option

import (
	"encoding/json"
	"strings"
	"testing"

	"hopyard/core/simtime"
	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/message"
)

var picture = curves.Picture{
	Points: []message.Point{{Time: 0, Busy: 0.5, Waiting: 2}, {Time: 90_000, Busy: 1, Idle: 0.25, Waiting: 1, Hops: 2.333}},
	Last:   90_000, Now: 30_000, Words: i18n.English, Colours: curves.Colours{Ink: "#1", Soft: "#2", Line: "#3", Panel: "#4", Accent: `a"\`},
}

func template(t *testing.T) string {
	t.Helper()
	text, err := Template()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestOptionsAreFourCurvesOnOneClock(t *testing.T) {
	var o struct {
		Tooltip struct{ RenderMode, BackgroundColor string }
		XAxis   []struct{ Max float64 }
		Series  []struct {
			Name      string
			LineStyle struct{ Color string }
			Data      [][2]float64
			MarkLine  struct{ Data []struct{ XAxis float64 } }
		}
	}
	filled := picture.Options(template(t))
	if err := json.Unmarshal(filled, &o); err != nil {
		t.Fatalf("%v in %s", err, filled)
	}
	if len(o.Series) != 4 || o.Tooltip.RenderMode != "richText" || o.Tooltip.BackgroundColor != "#4" {
		t.Fatalf("%+v", o)
	}
	for i, want := range [][2]float64{{90, 100}, {90, 1}, {90, 25}, {90, 2.33}} {
		s := o.Series[i]
		if got := s.Data[1]; got != want || o.XAxis[i].Max != 90 || s.MarkLine.Data[0].XAxis != 30 || s.LineStyle.Color != `a"\` {
			t.Errorf("%s: second point %v, want %v; axis to %v; mark at %v", s.Name, got, want, o.XAxis[i].Max, s.MarkLine.Data)
		}
	}
	if strings.Contains(string(filled), "$") {
		t.Errorf("a place is left open in %s", filled)
	}
}

// TestMark checks that Mark only moves the line at the current time, and that it
// names the same series as the complete options.
func TestMark(t *testing.T) {
	var o struct {
		Series []struct {
			ID       string
			Data     any
			MarkLine struct{ Data []struct{ XAxis float64 } }
		}
	}
	if err := json.Unmarshal(picture.Mark(template(t)), &o); err != nil {
		t.Fatal(err)
	}
	for i, s := range o.Series {
		if s.ID != curves.Plots[i].ID || s.Data != nil || s.MarkLine.Data[0].XAxis != 30 {
			t.Errorf("series %d: %+v", i, s)
		}
	}
	if len(o.Series) != curves.Shown(false) {
		t.Errorf("%d series", len(o.Series))
	}
}

// TestLoadOfTheBusiestLink checks that there is one more curve if jobs share links,
// and that Mark also moves the line at the current time in this curve.
func TestLoadOfTheBusiestLink(t *testing.T) {
	p := picture
	p.Sharing = true
	p.Points[1].Load = 2.345
	for _, text := range [][]byte{p.Options(template(t)), p.Mark(template(t))} {
		var o struct {
			Series []struct {
				ID   string
				Data [][2]float64
			}
			XAxis []struct{ AxisLabel struct{ Show bool } }
		}
		if err := json.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		if last := o.Series[len(o.Series)-1]; len(o.Series) != 5 || last.ID != "load" || last.Data != nil && last.Data[1][1] != 234.5 {
			t.Errorf("%+v", o.Series)
		}
		if o.XAxis != nil && (!o.XAxis[4].AxisLabel.Show || o.XAxis[3].AxisLabel.Show) {
			t.Error("the times do not stand below the last curve")
		}
	}
}

func TestScaleFollowsTheLengthOfTheRun(t *testing.T) {
	for last, want := range map[simtime.Time]string{
		600_000: "{value}\u00a0s", 600_001: "{value}\u00a0min", simtime.Time(5 * simtime.Hour): "{value}\u00a0h", simtime.Time(9 * simtime.Day): "{value}\u00a0d",
	} {
		if got := curves.ScaleOf(last, i18n.English).Label; got != want {
			t.Errorf("a run of %v: %q, want %q", last, got, want)
		}
	}
}

// TestCurvesAreStepsOnOneScale checks that a moment has the same position in all
// curves. It also checks that constant values are drawn level, although ECharts
// drops each corner that is within two pixels of the corner before.
func TestCurvesAreStepsOnOneScale(t *testing.T) {
	p := picture
	p.Last, p.Points = 400_000, nil
	for i := range 20 {
		p.Points = append(p.Points, message.Point{Time: simtime.Time(i) * 20_000, Busy: 0.5 + float64(i/2)/4000, Waiting: int64(i), Hops: float64(i%3) / 100})
	}
	var o struct {
		Grid []struct {
			Left, Right     string
			OuterBoundsMode string
		}
		XAxis  []struct{ Min, Max float64 }
		Series []struct {
			Step string
			Data [][2]float64
		}
	}
	if err := json.Unmarshal(p.Options(template(t)), &o); err != nil {
		t.Fatal(err)
	}
	for i, s := range o.Series {
		if g := o.Grid[i]; g.Left != o.Grid[0].Left || g.Right != o.Grid[0].Right || g.OuterBoundsMode != "none" || o.XAxis[i] != o.XAxis[0] {
			t.Errorf("%s stands apart: %+v, %+v", curves.Plots[i].ID, g, o.XAxis[i])
		}
		const narrow, pixels = 160.0, 2.0 // narrow: the smallest width of a curve; pixels: the distance within which ECharts drops corners
		for k, d := range s.Data {
			want := curves.Plots[i].Value(&p.Points[int(d[0])/20])
			if d[1] != want || s.Step != "end" {
				t.Fatalf("%s at %v s: %v, want %v", curves.Plots[i].ID, d[0], d[1], want)
			}
			if k == 0 || k+1 == len(s.Data) || d[1] == s.Data[k-1][1] {
				continue
			}
			next := s.Data[k+1]
			if far := (next[0] - d[0]) / o.XAxis[i].Max * narrow; next[1] != d[1] || far < pixels || far > 3*pixels {
				t.Fatalf("%s at %v s: the next point is %v: a slope of %.1f pixels", curves.Plots[i].ID, d[0], next, far)
			}
		}
	}
}
