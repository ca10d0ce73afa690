package kube_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"hopyard/core/internal/goldentest"
	"hopyard/core/kube"
	"hopyard/core/scenario"
	"hopyard/core/yamldoc"
)

// read returns the scenario that a text describes and its notices, or its errors.
func read(t *testing.T, text string) string {
	in, err := kube.Read(text)
	if err != nil {
		if in != nil || !errors.As(err, new(yamldoc.Mistakes)) {
			t.Errorf("%v with the result %v", err, in)
		}
		return err.Error() + "\n"
	}
	var out strings.Builder
	for _, n := range in.Notices {
		fmt.Fprintf(&out, "notice: %v\n", n)
	}
	s, err := scenario.Parse(in.Scenario)
	if err != nil {
		t.Errorf("the scenario has the errors %v", err)
	} else if len(s.Jobs) != in.Jobs {
		t.Errorf("the import has %d jobs, and the scenario %d", in.Jobs, len(s.Jobs))
	}
	return out.String() + string(in.Scenario)
}

// file returns a text of the folder testdata.
func file(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// TestRead reads whole files, and changes of them. A case is the name of a file,
// followed by changes as in goldentest.Edit.
func TestRead(t *testing.T) {
	goldentest.Run(t, "testdata/read.txt", func(t *testing.T, input string) string {
		name, changes, _ := strings.Cut(input, "\n")
		return read(t, goldentest.Edit(t, file(t, name), changes))
	})
}

// TestMalformed checks the message for everything that can be wrong with a text.
// Each message has a fix after a semicolon, and except for the text as a whole, a
// line.
func TestMalformed(t *testing.T) {
	for golden, base := range map[string]string{"kueue": "kueue.yaml", "nodes": "nodes.json", "model": "model.yaml", "quotas": "quotas.yaml"} {
		good, cases := file(t, base), 0
		if _, err := kube.Read(good); err != nil {
			t.Fatalf("%s: %v", base, err)
		}
		goldentest.Run(t, "testdata/malformed-"+golden+".txt", func(t *testing.T, input string) string {
			cases++
			text := strings.ReplaceAll(goldentest.Edit(t, good, input), "⇥", "\t")
			_, err := kube.Read(text)
			if err == nil {
				t.Errorf("the case\n%sis read without an error", input)
				return ""
			}
			for line := range strings.Lines(err.Error()) {
				if !strings.Contains(line, "; ") {
					t.Errorf("%q has no fix", line)
				}
			}
			return err.Error() + "\n"
		})
		if cases < 40 {
			t.Errorf("%d cases for %s", cases, base)
		}
	}
}

func TestLimits(t *testing.T) {
	_, err := kube.Read(strings.Repeat(" ", kube.MaxText+1))
	if err == nil || !strings.Contains(err.Error(), "the text has 16777217 bytes; use 16777216 at most") {
		t.Error(err)
	}
	_, err = kube.Read(strings.Repeat("---\na: b\n", 300))
	var all yamldoc.Mistakes
	if !errors.As(err, &all) || len(all) != yamldoc.MaxMistakes+1 || all[yamldoc.MaxMistakes].Text != "200 more errors are not listed; fix these first" {
		t.Errorf("%d errors", len(all))
	}
	for name, text := range map[string]string{
		"documents": strings.Repeat("---\n{}\n", 1<<18), "brackets": strings.Repeat("[", 1<<20), "items": "kind: List\napiVersion: v1\nitems:\n" + strings.Repeat("- {}\n", 1<<17),
		"lists in lists": strings.Repeat(`{"kind": "List", "items": [`, 1<<15), "ranges": "blocks: [{nodes: [" + strings.Repeat(`"n[1-999999]",`, 1000) + "]}]",
	} {
		if _, err := kube.Read(text); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestIs(t *testing.T) {
	for text, want := range map[string]bool{
		file(t, "kueue.yaml"): true, file(t, "nodes.json"): true, file(t, "model.yaml"): true, "# x\n---\nkind: Job\n": true,
		`{"hopyard": 1, "about": "\"apiVersion\""}`: false, "- topology: a\n": false, "SwitchName=s0 Nodes=n0\n": false, "": false, "; comment\n1 2 3\n": false,
	} {
		if kube.Is(text) != want {
			t.Errorf("%.40q: %v", text, !want)
		}
	}
}

// TestRoundTrips writes scenarios as documents and reads them again. Jobs are in
// order of submission, because documents have no other order.
func TestRoundTrips(t *testing.T) {
	goldentest.Run(t, "testdata/roundtrips.txt", func(t *testing.T, input string) string {
		s, err := scenario.Parse([]byte(input))
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		text, notices := kube.Write(s, &c)
		in, err := kube.Read(string(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var out strings.Builder
		for _, n := range notices {
			out.WriteString("left out: " + n + "\n")
		}
		for _, n := range in.Notices {
			out.WriteString("notice: " + n.Text + "\n")
		}
		again, err := scenario.Parse(in.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		c, err = again.Config()
		if err != nil {
			t.Fatal(err)
		}
		if second, _ := kube.Write(again, &c); string(second) != string(text) {
			t.Errorf("%s\nis written as\n%s\nand then as\n%s", input, text, second)
		}
		if string(in.Scenario) == string(s.Canonical()) {
			return out.String() + "the same\n"
		}
		return out.String() + string(in.Scenario)
	})
}

// TestWrite reads a file and compares what is written of it.
func TestWrite(t *testing.T) {
	goldentest.Run(t, "testdata/written.txt", func(t *testing.T, input string) string {
		in, err := kube.Read(file(t, strings.TrimSpace(input)))
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Parse(in.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := kube.Write(s, &c)
		return string(text)
	})
}

// FuzzRead checks that whatever is read without an error is a scenario that is
// written and read again as the same scenario.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"kueue.yaml", "nodes.json", "model.yaml", "cluster.yaml", "quotas.yaml"} {
		src, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	long := regexp.MustCompile("[0-9]{5}") // ranges of many nodes, which take long
	f.Fuzz(func(t *testing.T, text string) {
		if long.MatchString(text) {
			return
		}
		in, err := kube.Read(text)
		if err != nil {
			if err.Error() == "" || !strings.Contains(err.Error(), ";") {
				t.Fatalf("%q: the error %q", text, err)
			}
			return
		}
		s, err := scenario.Parse(in.Scenario)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if s.Cluster.Topology.NumNodes() > 200 || len(s.Jobs) > 200 {
			return
		}
		c, err := s.Config()
		if err != nil {
			t.Fatal(err)
		}
		first, _ := kube.Write(s, &c)
		if in, err = kube.Read(string(first)); err != nil {
			t.Fatalf("%q as\n%s%v", text, first, err)
		}
		if s, err = scenario.Parse(in.Scenario); err != nil {
			t.Fatal(err)
		}
		if c, err = s.Config(); err != nil {
			t.Fatal(err)
		}
		if second, _ := kube.Write(s, &c); string(second) != string(first) {
			t.Fatalf("%q as\n%s\nand then as\n%s", text, first, second)
		}
	})
}
