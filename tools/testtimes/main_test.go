package main

import (
	"strings"
	"testing"
)

const events = `{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestGood","Output":"all is well\n"}
{"Action":"pass","Package":"a","Test":"TestGood/part","Elapsed":9}
{"Action":"pass","Package":"a","Test":"TestGood","Elapsed":1.5}
{"Action":"output","Package":"a","Test":"TestBad/part","Output":"it is 3, not 4\n"}
{"Action":"fail","Package":"a","Test":"TestBad/part","Elapsed":2}
{"Action":"fail","Package":"a","Test":"TestBad","Elapsed":2.5}
{"Action":"output","Package":"a","Test":"TestLost","Output":"panic: lost\n"}
{"Action":"fail","Package":"a","Elapsed":4}
{"Action":"output","Package":"b","Output":"ok  \tb\t(cached)\n"}
{"Action":"pass","Package":"b","Elapsed":0}
{"Action":"build-output","ImportPath":"c","Output":"c.go:1: syntax error\n"}
{"Action":"skip","Package":"d","Elapsed":0}
`

// TestRead checks the output for a failed test. It must be printed completely, even
// if a panic prevented the test from ending. For a package that passes, a single
// line must be printed.
func TestRead(t *testing.T) {
	s := stage{Name: "native", Wall: 5, CPU: 8}
	var out strings.Builder
	s.read(strings.NewReader(events), &out)
	want := "it is 3, not 4\npanic: lost\nfail      4.0 s  a\ncached    0.0 s  b\nc.go:1: syntax error\n"
	if out.String() != want {
		t.Errorf("it prints\n%s\nnot\n%s", &out, want)
	}
	out.Reset()
	table(&out, []stage{s})
	want = `  wall s  cpu s  stage
     5.0    8.0  native
     5.0    8.0  all

  wall s  slowest packages
     4.0  native: a

  wall s  slowest tests
     2.5  native: a TestBad
     1.5  native: a TestGood

1 passed, 1 failed, 0 skipped
`
	if out.String() != want {
		t.Errorf("the table is\n%s\nnot\n%s", &out, want)
	}
}

// TestReadText reads output that does not consist of events, such as that of a go
// command that crashes. The output must be printed too.
func TestReadText(t *testing.T) {
	var s stage
	var out strings.Builder
	s.read(strings.NewReader("go: no such tool\nmore\n"), &out)
	if !strings.Contains(out.String(), "no such tool") || !strings.Contains(out.String(), "more") {
		t.Errorf("it prints %q", &out)
	}
}

// TestRunStage checks that runStage returns the exit code of the command and prints
// the command's output.
func TestRunStage(t *testing.T) {
	var out strings.Builder
	s, code, err := runStage("x", []string{"sh", "-c", "echo hi; exit 3"}, &out)
	if err != nil || code != 3 || out.String() != "hi\n" || s.Wall <= 0 {
		t.Errorf("%+v, code %d, %v: %q", s, code, err, &out)
	}
	if _, _, err := runStage("x", []string{"/nowhere/at/all"}, &out); err == nil {
		t.Error("a command that is not there starts")
	}
}
