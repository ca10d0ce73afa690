package hostspeed

import (
	"regexp"
	"strings"
	"testing"
)

func TestTheMachineIsNamed(t *testing.T) {
	if name := Name(); !regexp.MustCompile(`^[1-9]\d* cores, \S.*, [a-z0-9]+/[a-z0-9]+, go`).MatchString(name) {
		t.Errorf("the machine is called %q", name)
	}
	for text, want := range map[string]string{
		"processor\t: 0\nmodel name\t: A  Fine   CPU @ 3 GHz\nmodel name\t: another\n": "A Fine CPU @ 3 GHz",
		"Model : Raspberry Pi 4\n": "Raspberry Pi 4", "processor: 0\n": "", "": "",
	} {
		if got := modelIn(strings.NewReader(text)); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

func TestTheReferenceTakesTime(t *testing.T) {
	if testing.Short() {
		t.Skip("sorts ten million numbers")
	}
	if took := Reference(1); took <= 0 {
		t.Errorf("sorting %d numbers takes %v", Numbers, took)
	}
}
