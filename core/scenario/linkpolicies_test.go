package scenario

import (
	"strings"
	"testing"
)

// TestLinkCarriesFourPolicies checks that a link can hold four policies to compare.
// A policy may also give its own number of reservations.
func TestLinkCarriesFourPolicies(t *testing.T) {
	l := SharedLink{
		Scenario: mustParse(t, good),
		A:        &PolicyNames{Queue: "easy", Allocator: "sdm", Order: "submit", Depth: 2}, B: &PolicyNames{Queue: "fcfs", Allocator: "first-fit", Order: "largest"},
		C: &PolicyNames{Queue: "conservative", Allocator: "sdm", Order: "submit"}, D: &PolicyNames{Queue: "easy", Allocator: "sdm", Order: "submit"},
	}
	link := encode(t, l)
	if want := "&a=easy/2.sdm.submit&b=fcfs.first-fit.largest&c=conservative.sdm.submit&d=easy.sdm.submit"; !strings.HasSuffix(link, want) {
		t.Fatalf("the link ends %s", link[strings.Index(link, "&"):])
	}
	got, err := DecodeLink(link)
	if err != nil {
		t.Fatal(err)
	}
	for i, pair := range [][2]*PolicyNames{{got.A, l.A}, {got.B, l.B}, {got.C, l.C}, {got.D, l.D}} {
		if pair[0] == nil || *pair[0] != *pair[1] {
			t.Errorf("policy %d is %v, was %v", i, pair[0], pair[1])
		}
	}
	if again := encode(t, got); again != link {
		t.Errorf("encoded again it is %s", again)
	}
}

func TestPoliciesOfLinks(t *testing.T) {
	for text, want := range map[string]PolicyNames{
		"easy.sdm": {"easy", "sdm", "submit", 0}, "easy/8.sdm.largest": {"easy", "sdm", "largest", 8},
	} {
		if got, err := ParsePolicy(text); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"easy": "queue.allocator", "easi.sdm": "easy", "easy.sdm.x": "order", "easy/0.sdm": "depth", "easy/x.sdm": "depth", "fcfs/2.sdm": "easy", "easy/02.sdm": "depth", "easy/99999999999.sdm": "depth", "": "policy",
	} {
		if got, err := ParsePolicy(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v; the error should name %q", text, got, err, want)
		}
	}
}
