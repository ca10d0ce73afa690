package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// told formats blocks as a string, so that tests can compare them.
func told(all []Block) string {
	var out strings.Builder
	for _, b := range all {
		out.WriteString([...]string{"p", "li", "ol", "h", "pre"}[b.Kind] + ":")
		for _, s := range b.Spans {
			fmt.Fprintf(&out, "%s%q", [...]string{"", "em", "b", "code", "a " + s.Address + " "}[s.Style], s.Text)
		}
		out.WriteString("\n")
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"one\ntwo\n\nthree":         "p:\"one\"\" \"\"two\"\np:\"three\"",
		"- a\n- b\n  goes on\n\nc":  "li:\"a\"\nli:\"b\"\" \"\"goes on\"\np:\"c\"",
		"1. a\n2) b":                "ol:\"a\"\nol:\"b\"",
		"## Ask\nwho":               "h:\"Ask\"\np:\"who\"",
		"an *old* **rule** `x*y`":   `p:"an "em"old"" "b"rule"" "code"x*y"`,
		"job_1_a, _so_ 2 * 3 * 4":   `p:"job_1_a, "em"so"" 2 * 3 * 4"`,
		"*never closed":             `p:"*never closed"`,
		`\*so\* [x]`:                `p:"*so* [x]"`,
		"[S3](https://a.example/?)": `p:a https://a.example/? "S3"`,
		"```\n<b>\n  x\n```\ny":     "pre:\"<b>\\n  x\"\np:\"y\"",
		"```\nopen":                 "pre:\"open\"",
		"**讲**解":                    `p:b"讲""解"`,
		"#1 is no heading":          `p:"#1 is no heading"`,
	} {
		if got := told(Parse(text)); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

// TestNothingRuns parses notes that contain HTML and links. The HTML must remain
// text, and only https addresses may become links.
func TestNothingRuns(t *testing.T) {
	for _, text := range []string{
		"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "[x](http://a.example)", "[x](data:text/html,x)",
		"[x](HTTPS://a)", "[x](https://a\" onclick=\"b)", "[x](//a.example)", "[<b>](javascript:1)",
	} {
		for _, b := range Parse(text) {
			for _, s := range b.Spans {
				if s.Style == Link || s.Address != "" {
					t.Errorf("%q leads to %q", text, s.Address)
				}
			}
		}
		if got := told(Parse(text)); got != fmt.Sprintf("p:%q", text) {
			t.Errorf("%q became %s", text, got)
		}
	}
}

// FuzzParse parses arbitrary texts. Parse must terminate, all links must begin with
// https://, and the result must not be much longer than the text.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"- a **b** [c](https://d) `e`", "```\n```", "\\", "[](", "****", "_ _", "1. \r\n2."} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		kept := 0
		for _, b := range Parse(text) {
			for _, s := range b.Spans {
				kept += len(s.Text) + len(s.Address)
				if s.Address != "" && !strings.HasPrefix(s.Address, "https://") {
					t.Fatalf("%q leads to %q", text, s.Address)
				}
			}
		}
		if kept > 2*len(text)+1 {
			t.Fatalf("%d bytes of %d", kept, len(text))
		}
	})
}
