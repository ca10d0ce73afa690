package i18n

import (
	"bytes"
	"io/fs"
	"os"
	"strings"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/simtime"
	"hopyard/core/topology"
	"hopyard/tools/build/lang"
	"hopyard/wasm/html"
)

func TestEveryTextIsThere(t *testing.T) {
	for area, of := range areasOf(t) {
		for i := range of.Texts {
			text := English.template(Text(area<<areaBits + i))
			if text == "" {
				t.Errorf("text %d of area %d is missing", i, area)
			}
			if strings.Count(text, "{") != strings.Count(text, "}") {
				t.Errorf("%q: a gap is not closed", text)
			}
		}
	}
}

// TestEnglishIsGenerated checks that english.go equals the output of go generate
// for the files in static/lang/en.
func TestEnglishIsGenerated(t *testing.T) {
	want, err := lang.Generate(areasOf(t))
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("english.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("english.go is older than static/lang/en: run go generate ./wasm/app/i18n")
	}
}

func areasOf(t *testing.T) []lang.Area {
	t.Helper()
	list, err := lang.Areas("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestEveryTextIsUsed checks that the page uses every text. Translating an unused
// text would be wasted work.
func TestEveryTextIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, root := range []string{"..", "../../page"} {
		err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == "i18n/english.go" {
				return err
			}
			src, err := fs.ReadFile(os.DirFS(root), name)
			for _, word := range strings.FieldsFunc(string(src), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') }) {
				used[word] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, area := range areasOf(t) {
		for _, name := range area.Texts {
			if !used[name] {
				t.Errorf("text %s is used nowhere", name)
			}
		}
	}
}

// languageOf returns a language with all its texts, as on a page that has loaded
// everything.
func languageOf(t *testing.T, code string) *Catalog {
	t.Helper()
	list := areasOf(t)
	source, err := lang.Read("../../..", code, list)
	if err != nil {
		t.Fatal(err)
	}
	pack, _ := source.Pack(list)
	return Load(code, pack.Texts)
}

func TestLanguagesWriteNumbersTheirOwnWay(t *testing.T) {
	for code, want := range map[string]string{"en": "1,234,567 0.50", "zh": "1,234,567 0.50", "ru": "1\u202f234\u202f567 0,50"} {
		c := languageOf(t, code)
		if got := c.Int(1_234_567) + " " + c.Float(0.5, 2); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

func TestRussianForms(t *testing.T) {
	c := &Catalog{plural: slavic}
	c.texts[base] = []string{"{n|задание|задания|заданий}"}
	for n, want := range map[int64]string{0: "заданий", 1: "задание", 2: "задания", 4: "задания", 5: "заданий", 11: "заданий", 12: "заданий", 14: "заданий", 21: "задание", 22: "задания", 25: "заданий", 101: "задание", 111: "заданий", 112: "заданий"} {
		if got := c.Say(0, Pair{"n", "", n}); got != want {
			t.Errorf("%d %s, want %s", n, got, want)
		}
	}
}

func TestWhatIsMissingIsSaidInEnglish(t *testing.T) {
	c := Load("ru", [][]string{{"никогда"}})
	if got := c.Say(Never) + ", " + c.Say(Unlimited); got != "никогда, no limit" {
		t.Error(got)
	}
	if c.Learn("EASY", "ИЗИ"); c.Tell("EASY") != "ИЗИ" || c.Tell("SDM") != "SDM" || English.Tell("EASY") != "EASY" {
		t.Error("names are not told by what they are called in English")
	}
}

func TestSentencesAndLists(t *testing.T) {
	zh, ru := Load("zh", nil), Load("ru", nil)
	for got, want := range map[string]string{
		Sentences(zh, "甲。", "", "乙。"): "甲。乙。", Sentences(ru, "А.", "", "Б."): "А. Б.",
		List(zh, "甲", "乙"): "甲、乙", List(ru, "а", "б"): "а, б",
		Clauses(zh, "甲", "乙"): "甲；乙。", Clauses(ru, "а", "б"): "а; б.", Colon(zh, "甲", "乙"): "甲：乙",
		string(zh.Foreign("a < b")): `<span lang="en">a &lt; b</span>`, string(English.Foreign("a < b")): "a &lt; b",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSayFillsGapsAndChoosesForms(t *testing.T) {
	c := &Catalog{plural: English.plural, marks: English.marks}
	c.texts[base] = []string{"{n} {n|job|jobs} of {who}, {n|one|many}"}
	for n, want := range map[int64]string{1: "1 job of ada, one", 2: "2 jobs of ada, many", 12345: "12,345 jobs of ada, many"} {
		if got := c.Say(0, c.N("n", n), S("who", "ada")); got != want {
			t.Errorf("Say(%d) = %q, want %q", n, got, want)
		}
	}
	if got := c.Say(0, c.N("n", 2)); !strings.Contains(got, "{who}") {
		t.Errorf("a gap without a value was hidden: %q", got)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "−1,234,567"} {
		if got := English.Int(n); got != want {
			t.Errorf("Int(%d) = %q, want %q", n, got, want)
		}
	}
	for _, c := range []struct {
		v        float64
		decimals int
		want     string
	}{{1234.567, 2, "1,234.57"}, {0.5, 0, "0"}, {-0.25, 2, "−0.25"}, {7, 0, "7"}, {0.005, 1, "0.0"}} {
		if got := English.Float(c.v, c.decimals); got != c.want {
			t.Errorf("Float(%v, %d) = %q, want %q", c.v, c.decimals, got, c.want)
		}
	}
}

func TestSpans(t *testing.T) {
	for d, want := range map[simtime.Duration]string{
		0: "0 s", 12_500: "12.5 s", 1: "0.001 s", 119 * simtime.Second: "119 s", 2 * simtime.Minute: "2 min",
		150 * simtime.Second: "2 min 30 s", 90 * simtime.Minute: "1 h 30 min", simtime.Hour + 59*simtime.Second: "1 h",
		26 * simtime.Hour: "1 d 2 h", simtime.Forever: "no limit",
	} {
		if got := strings.ReplaceAll(English.Span(d), "\u00a0", " "); got != want {
			t.Errorf("Span(%v) = %q, want %q", d, got, want)
		}
	}
}

// TestClockIsOne checks that the clocks of all runs write an instant in the same
// way. Seconds must appear only for instants that do not fall on a full minute.
func TestClockIsOne(t *testing.T) {
	hour := simtime.Time(simtime.Hour)
	for _, step := range []simtime.Duration{simtime.Millisecond, simtime.Second, simtime.Minute} {
		clock := NewClock(English, step)
		for at, want := range map[simtime.Time]string{
			0: "0:00", 85_000: "0:01:25", 600_000: "0:10", hour + 40*60_000: "1:40", hour + 5_000: "1:00:05", 62_250: "0:01:02.250",
			27 * hour: "1 d 3:00", 24 * hour: "1 d 0:00", simtime.Never: "never",
		} {
			if got := clock.At(at); got != want {
				t.Errorf("%v in steps of %v: %q, want %q", at, step, got, want)
			}
		}
	}
}

func TestNodeLists(t *testing.T) {
	var many cluster.Placement
	for n := range topology.NodeID(12) {
		many = append(many, cluster.NodeRun{First: 3 * n, Last: 3*n + 1, Tasks: 1})
	}
	for _, c := range []struct {
		p    cluster.Placement
		want string
	}{
		{cluster.Placement{{First: 36, Last: 38, Tasks: 1}, {First: 40, Last: 42, Tasks: 1}}, "36–38, 40–42"},
		{cluster.Placement{{First: 1, Last: 2, Tasks: 1}, {First: 3, Last: 3, Tasks: 4}, {First: 7, Last: 7, Tasks: 4}}, "1–3, 7"},
		{many, "0–1, 3–4, 6–7, 9–10, 12–13, 15–16, 18–19, 21–22 and 8 more"},
	} {
		if got := English.Nodes(c.p, 8, nil); got != c.want {
			t.Errorf("%v: %q, want %q", c.p, got, c.want)
		}
	}
}

func TestMarkup(t *testing.T) {
	nasty := `<script>"&'`
	if got := html.Plain(html.Bold(nasty) + " x"); got != nasty+" x" {
		t.Errorf("%q came back as %q", nasty, got)
	}
	if got := string(html.Bold(nasty)); strings.Contains(got, "<script") {
		t.Errorf("not escaped: %q", got)
	}
}

// TestClockReads checks that a clock can read the instants that it writes.
func TestClockReads(t *testing.T) {
	for _, c := range []struct {
		step simtime.Duration
		at   []simtime.Time
	}{
		{simtime.Second, []simtime.Time{0, 5000, 250_000, 3_605_000}},
		{simtime.Millisecond, []simtime.Time{0, 5500, 250_000}},
		{simtime.Minute, []simtime.Time{0, 3_600_000, 4_260_000, 90_000_000, 172_800_000, 183_600_000}},
	} {
		clock := NewClock(English, c.step)
		for _, at := range c.at {
			if got, ok := clock.Read(clock.At(at)); !ok || got != at {
				t.Errorf("%q is read as %v, %t", clock.At(at), got, ok)
			}
		}
		for _, bad := range []string{"", "x", "1:2:3:4", ":", "1 2 3"} {
			if at, ok := clock.Read(bad); ok {
				t.Errorf("%q is read as %v", bad, at)
			}
		}
	}
	hours := NewClock(English, simtime.Minute)
	if _, ok := hours.Read("90"); ok {
		t.Error("a bare number is read, of which nobody knows whether it is hours")
	}
}

// TestIsolate checks that a text with right-to-left characters is isolated. Any
// other text must stay unchanged.
func TestIsolate(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "A hole that EASY fills": "A hole that EASY fills", "集群 «Пример» …": "集群 «Пример» …",
		"\u202etxt": "\u2068\u202etxt\u2069", "عنوان": "\u2068عنوان\u2069", "a כותרת": "\u2068a כותרת\u2069", "\u2067x": "\u2068\u2067x\u2069",
	} {
		if got := Isolate(text); got != want {
			t.Errorf("Isolate(%q) = %q, want %q", text, got, want)
		}
	}
	if got := html.Isolated("<\u202e>"); got != "<bdi>&lt;\u202e&gt;</bdi>" {
		t.Errorf("Isolated: %q", got)
	}
}
