package curves

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-echarts/go-echarts/v2/opts"

	"hopyard/core/simtime"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/words"
)

var points = []message.Point{{Time: 0, Busy: 0.5, Waiting: 2}, {Time: 90_000, Busy: 1, Idle: 0.25, Waiting: 1, Hops: 2.333}}

// The page's encoder against the library's, on what it is for and on values
// chosen to be awkward.
func TestJSONAsTheLibraryWritesIt(t *testing.T) {
	values := []any{
		opts.Title{Title: "\"quotes\" \\ \n line\u2028"}, opts.Tooltip{Show: on}, opts.XAxis{Min: 0, Max: 1.5, AxisLabel: &opts.AxisLabel{}},
		tooltip{Tooltip: opts.Tooltip{Trigger: "axis"}, RenderMode: "richText"}, opts.MarkLines{Data: []any{1, "a", nil, 2.5}},
		[]int(nil), []int{}, [2]float64{-0.001, 1e6}, struct {
			A int `json:"-"`
			B uint8
			c int
		}{1, 2, 3}, mark(Scale{Unit: 1}, 5, Colours{}), map[string]int(nil) == nil,
	}
	for _, v := range values {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := appendJSON(nil, reflect.ValueOf(v))
		var a, b any
		if json.Unmarshal(got, &a) != nil || json.Unmarshal(want, &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%T:\n got %s\nwant %s", v, got, want)
		}
	}
}

func TestOptionsAreFourCurvesOnOneClock(t *testing.T) {
	var o struct {
		Tooltip struct{ RenderMode string }
		XAxis   []struct{ Max float64 }
		Series  []struct {
			Name     string
			Data     [][2]float64
			MarkLine struct{ Data []struct{ XAxis float64 } }
		}
	}
	if err := json.Unmarshal(Options(points, 90_000, 30_000, words.English, Colours{}), &o); err != nil {
		t.Fatal(err)
	}
	if len(o.Series) != 4 || o.Tooltip.RenderMode != "richText" {
		t.Fatalf("%+v", o)
	}
	for i, want := range [][2]float64{{90, 100}, {90, 1}, {90, 25}, {90, 2.33}} {
		s := o.Series[i]
		if got := s.Data[1]; got != want || o.XAxis[i].Max != 90 || s.MarkLine.Data[0].XAxis != 30 {
			t.Errorf("%s: second point %v, want %v; axis to %v; mark at %v", s.Name, got, want, o.XAxis[i].Max, s.MarkLine.Data)
		}
	}
}

func TestScaleFollowsTheLengthOfTheRun(t *testing.T) {
	for last, want := range map[simtime.Time]string{
		600_000: "{value} s", 600_001: "{value} min", simtime.Time(5 * simtime.Hour): "{value} h", simtime.Time(9 * simtime.Day): "{value} d",
	} {
		if got := ScaleOf(last, words.English).Label; got != want {
			t.Errorf("a run of %v: %q, want %q", last, got, want)
		}
	}
}
