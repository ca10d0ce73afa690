package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/soaktest"
)

// FuzzParse checks that no text crashes Parse. If Parse refuses a text, the errors
// must have positions inside the text. If Parse accepts a text, three things must
// hold: the text is valid JSON for encoding/json, Parse also accepts its canonical
// form, and this form stays the same when it is parsed and written again. A
// scenario that is small enough for a link must also run.
func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(everything))
	for _, c := range malformed {
		f.Add([]byte(spoil(f, c.src)))
	}
	f.Add([]byte(disciplines))
	f.Add([]byte(formGround))
	for _, c := range malformedBlocks {
		f.Add([]byte(spoilText(f, busy, c.src)))
	}
	texts := 0
	for _, form := range Forms() { // each field at its bounds and beyond them; TestFormsAgreeWithTheParser checks the results
		for i := range form.Fields {
			values, beyond := samples(&form.Fields[i])
			for _, value := range append(values, beyond...) {
				if texts++; soaktest.Picks(texts, 4) {
					src, _ := fieldText(f, &form, &form.Fields[i], value)
					f.Add(src)
				}
			}
		}
	}
	lessons, _ := filepath.Glob("../../scenarios/*.json")
	for _, file := range lessons {
		if src, err := os.ReadFile(file); err == nil {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			return
		}
		s, err := Parse(src)
		if err != nil {
			checkErrors(t, src, err)
			return
		}
		if !json.Valid(src) {
			t.Fatal("accepted, but not JSON")
		}
		canonical := s.Canonical()
		again, err := Parse(canonical)
		if err != nil {
			t.Fatalf("the canonical form is refused: %v\n%s", err, canonical)
		}
		if twice := again.Canonical(); !bytes.Equal(canonical, twice) {
			t.Fatalf("not a fixed point:\n%s\n%s", canonical, twice)
		}
		if s.Cluster.Topology.NumNodes() <= MaxLinkNodes {
			c, err := s.Config()
			if err == nil {
				_, err = engine.New(c)
			}
			if err != nil {
				t.Fatalf("cannot be run: %v", err)
			}
		}
	})
}

func checkErrors(t *testing.T, src []byte, err error) {
	var all jsondoc.Errors
	if !errors.As(err, &all) || len(all) == 0 || len(all) > jsondoc.MaxErrors+1 {
		t.Fatalf("not a list of errors: %v", err)
	}
	for i := range all {
		e := &all[i]
		if e.Problem == "" || e.Offset < 0 || e.End < e.Offset || e.End > len(src) || !utf8.ValidString(e.Error()) || strings.Contains(e.Error(), "\n") {
			t.Fatalf("%+v", e)
		}
		if _, err := jsondoc.SplitPath(e.Place); err != nil {
			t.Fatalf("place %q: %v", e.Place, err)
		}
	}
}

// FuzzDecodeLink checks that no link crashes DecodeLink. If it accepts a link,
// encoding the result must give a link to the same scenario. Decoding and encoding
// once more must not change this link.
func FuzzDecodeLink(f *testing.F) {
	links, _ := filepath.Glob("testdata/links/*.link")
	for _, file := range links {
		if link, err := os.ReadFile(file); err == nil {
			f.Add(string(link), []byte(nil))
		}
	}
	f.Add("#1.z.", (&Scenario{Cluster: Cluster{Topology: Shape{Kind: "flat", Nodes: 4}}}).pack())
	f.Add("#1.z.", realistic(20, 1).pack())
	f.Fuzz(func(t *testing.T, link string, packed []byte) {
		if packed != nil && len(packed) < 1<<16 { // bypass the compression, because the fuzzer can hardly guess valid compressed data
			_, _ = unpack(packed)
			link = deflated(packed)
		}
		l, err := DecodeLink(link)
		if err != nil {
			var all jsondoc.Errors
			if !errors.As(err, &all) || len(all) == 0 {
				t.Fatalf("not a list of errors: %v", err)
			}
			return
		}
		again, err := EncodeLink(l)
		if err != nil {
			if strings.Contains(err.Error(), "more than 65536") {
				return // another encoder may have packed the payload better, so that it is too long when packed here
			}
			t.Fatalf("cannot be written: %v", err)
		}
		l2, err := DecodeLink(again)
		if err != nil {
			t.Fatalf("cannot be read again: %v\n%s", err, again)
		}
		if !bytes.Equal(l.Scenario.Canonical(), l2.Scenario.Canonical()) {
			t.Fatalf("another scenario:\n%s\n%s", l.Scenario.Canonical(), l2.Scenario.Canonical())
		}
		if third, _ := EncodeLink(l2); third != again {
			t.Fatalf("another link:\n%s\n%s", again, third)
		}
	})
}
