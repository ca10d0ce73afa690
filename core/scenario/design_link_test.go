package scenario

import (
	"strings"
	"testing"

	"hopyard/core/linkcodec"
)

// TestDesignLink checks that a link holds the design without whitespace, and that
// DecodeDesign also accepts a whole address that contains the link.
func TestDesignLink(t *testing.T) {
	src := strings.Replace(goodDesign, `"A design"`, `"A \"design\" \\ with , { spaces } 设计"`, 1)
	link, err := EncodeDesign([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	for _, whole := range []string{link, "https://example.org/" + link, strings.TrimPrefix(link, "#"), " " + link + "\n"} {
		if !IsDesignLink(strings.TrimSpace(whole)) {
			t.Errorf("%.30q is no link to a design", whole)
		}
		got, err := DecodeDesign(whole)
		if err != nil {
			t.Fatalf("%.30q: %v", whole, err)
		}
		a, err := ParseDesign([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		b, err := ParseDesign(got)
		if err != nil {
			t.Fatal(err)
		}
		if a.Title != b.Title || len(a.Factors) != len(b.Factors) || len(a.Claims) != len(b.Claims) || strings.Contains(string(got), "\n") {
			t.Errorf("%s", got)
		}
	}
}

func TestBadDesignLinks(t *testing.T) {
	good, err := EncodeDesign([]byte(goodDesign))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ link, text string }{
		{"", "is not a link to an experiment"},
		{"#1.z.abc", "is not a link to an experiment"},
		{"#x.z.", "damaged"},
		{"#x.z.a!b", "damaged"},
		{good[:len(good)/2], "damaged"},
		{good + "A", "checksum has 5 letters, not 4"},
		{good[:len(good)-linkcodec.ChecksumLength-1] + "A", "damaged"},
		{"#x.z." + strings.Repeat("A", linkcodec.MaxLink), "65536"},
		{"#x.z." + base64url(linkcodec.Deflate([]byte(`{"hopyard_design": 1}`), dictionary)), "scenario is missing"},
		{"#x.z." + base64url(linkcodec.Deflate([]byte(strings.Repeat(" ", linkcodec.MaxUnpacked+1)), dictionary)), "unpacks to more than"},
	} {
		if _, err := DecodeDesign(x.link); err == nil || !strings.Contains(err.Error(), x.text) {
			t.Errorf("%.40q: %v, not %q", x.link, err, x.text)
		}
	}
	if _, err := EncodeDesign([]byte(`{"hopyard_design": 2}`)); err == nil {
		t.Error("a design that is none has a link")
	}
}

func FuzzDecodeDesign(f *testing.F) {
	good, _ := EncodeDesign([]byte(goodDesign))
	f.Add(good)
	f.Add("#x.z.")
	f.Fuzz(func(t *testing.T, link string) {
		src, err := DecodeDesign(link)
		if err != nil {
			return
		}
		again, err := EncodeDesign(src)
		if err != nil {
			t.Fatalf("what a link holds has none: %v", err)
		}
		if back, err := DecodeDesign(again); err != nil || string(back) != string(squeezed(src)) {
			t.Fatalf("%q: %v", back, err)
		}
	})
}
