package scenario

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
	"hopyard/core/simtime"
)

// base64url encodes bytes in the same way as the payloads of links.
func base64url(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// deflated returns a link of codec z. Its payload is the given bytes, compressed.
func deflated(b []byte) string { return "#1.z." + base64url(linkcodec.Deflate(b, dictionary)) }

func plainLink(src string) string { return "#1.j." + base64url([]byte(src)) }

func encode(t *testing.T, l SharedLink) string {
	t.Helper()
	link, err := EncodeLink(l)
	if err != nil {
		t.Fatal(err)
	}
	return link
}

func TestLinkCarriesEverything(t *testing.T) {
	s := mustParse(t, spoil(t, `title=Überall; about=a; goals=["one", "two"]; seed=7; cluster.groups=[{"nodes": "0-3,9", "gpus": 2, "speed": 1.5}];`+
		` jobs[0].user=ada; jobs[0].group=g; jobs[0].queue=q; jobs[1].priority=-4; jobs[1].after=1; jobs[1].think=2.5; jobs[2]={"id": 5, "nodes": 1, "walltime": 1, "after": 2}; jobs[1].runtime=31.25;`+
		` jobs[1].per_task={"cores": 2, "memory": 100}; jobs[1].overrun=extend; scheduler.batch.njob=9; free={"0": 1, "9": 2}`))
	job := int64(2)
	l := SharedLink{
		Scenario: s, At: &Moment{simtime.Time(12_500), 3}, Job: &job,
		A: &PolicyNames{Queue: "easy", Allocator: "sdm", Order: "submit"}, B: &PolicyNames{Queue: "fcfs", Allocator: "first-fit", Order: "largest"},
		Engine: "0.3.1", Trace: "9f86d081884c7d65",
	}
	for _, plain := range []bool{false, true} {
		l.Plain = plain
		link := encode(t, l)
		for _, form := range []string{link, link[1:], "https://example.org/hopyard/?embed=1" + link, " " + link + "\n"} {
			got, err := DecodeLink(form)
			if err != nil {
				t.Fatalf("%v\n%s", err, form)
			}
			if !bytes.Equal(got.Scenario.Canonical(), s.Canonical()) {
				t.Errorf("another scenario:\n%s\n%s", got.Scenario.Canonical(), s.Canonical())
			}
			if *got.At != *l.At || *got.Job != job || *got.A != *l.A || *got.B != *l.B || got.Engine != l.Engine || got.Trace != l.Trace || got.Plain != plain {
				t.Errorf("%+v", got)
			}
			if again := encode(t, got); again != link {
				t.Errorf("encoded again it is another link:\n%s\n%s", again, link)
			}
		}
	}
}

func TestLinkOfTrace(t *testing.T) {
	s := mustParse(t, spoil(t, `jobs=null; workload.swf=";MaxProcs: 64\n1 0 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1\n"`))
	got, err := DecodeLink(encode(t, SharedLink{Scenario: s}))
	if err != nil || got.Scenario.SWF != s.SWF {
		t.Fatalf("%v: %q", err, got.Scenario.SWF)
	}
}

// TestLinkIsCanonical checks that two texts that describe the same scenario in
// different ways give the same link.
func TestLinkIsCanonical(t *testing.T) {
	a := mustParse(t, good)
	b := mustParse(t, strings.NewReplacer("\n", "", "  ", " ", `"walltime": 60`, `"walltime": 6e1, "runtime": 60.000, "queue": ""`, `"seed"`, `"seed"`).Replace(good))
	if x, y := encode(t, SharedLink{Scenario: a}), encode(t, SharedLink{Scenario: b}); x != y {
		t.Errorf("%s\n%s", x, y)
	}
}

func TestLinkLimits(t *testing.T) {
	job := `{"nodes": 1, "walltime": 1},`
	many := `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [` + strings.Repeat(job, 5000) + `{"nodes": 1, "walltime": 1}]}`
	text := `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4097}}, "jobs": []}`
	for src, want := range map[string]string{many: "jobs are 5001, more than a link may have (5000)", text: "nodes are 4097, more than a link may have (4096)"} {
		_, err := EncodeLink(SharedLink{Scenario: mustParse(t, src)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("EncodeLink: %v, want %q", err, want)
		}
	}
	if _, err := EncodeLink(SharedLink{Scenario: mustParse(t, good), Engine: "a&b"}); err == nil {
		t.Error("an engine version that breaks the link is accepted")
	}
}

// bomb returns a small link whose payload unpacks to n bytes.
func bomb(n int) string {
	var out bytes.Buffer
	w, _ := flate.NewWriterDict(&out, 9, []byte(dictionary))
	for range n >> 16 {
		_, _ = w.Write(make([]byte, 1<<16))
	}
	_ = w.Close()
	return "#1.z." + base64url(out.Bytes())
}

func TestMalformedLinks(t *testing.T) {
	ok := encode(t, SharedLink{Scenario: mustParse(t, good)})
	old, packed := without(t, ok), mustParse(t, good).pack()
	for _, c := range []struct{ name, link, place, text, fix string }{
		{"empty", "", "link", `link: "" is not a Hopyard link`, "1.z."},
		{"another address", "https://example.org/#about", "link", `"about" is not a Hopyard link`, "1.z."},
		{"newer version", "#2.z.AAAA", "link.version", "version 2 is newer than this version reads (1)", "newer Hopyard"},
		{"no version", "#x.z.AAAA", "link.version", `version "x" is not a version`, "#1."},
		{"version 0", "#0.z.AAAA", "link.version", "is not a version", "#1."},
		{"version 01", "#01.z.AAAA", "link.version", "is not a version", "#1."},
		{"generator", "#1.g.AAAA", "link.codec", `codec "g" is reserved`, "use z"},
		{"unknown codec", "#1.y.AAAA", "link.codec", `codec "y" is unknown`, "j, z"},
		{"not base64", "#1.z.AA+A", "link.payload", `character 3 is "+"`, "copy the whole link"},
		{"padded", "#1.z.AA==", "link.payload", "is damaged", "copy the whole link"},
		{"cut by one", ok[:len(ok)-1], "link.checksum", "has 3 letters, not 4: the end of the link is missing", "copy the whole link"},
		{"a letter changed", "#1.z.B" + ok[6:], "link.checksum", "a letter of the link was changed", "copy the link again"},
		{"a stop at its end", ok + ".", "link.checksum", "has 5 letters, not 4", "copy the whole link"},
		{"without checksum, cut by one", old[:len(old)-1], "link.payload", "is damaged", "copy the whole link"},
		{"cut in half", ok[:len(ok)/2], "link.payload", "is damaged", "copy the whole link"},
		{"no payload", "#1.z.", "link.payload", "is damaged", "copy the whole link"},
		{"more behind the checksum", ok + "AAAA", "link.checksum", "has 8 letters, not 4", "copy the whole link"},
		{"more behind the payload", old + "AAAA", "link.payload", "is damaged", "copy the whole link"},
		{"too long", "#1.z." + strings.Repeat("A", linkcodec.MaxLink), "link.payload", "is 65540 bytes long, more than 65536", "as a file"},
		{"bomb", bomb(32 << 20), "link.payload", "unpacks to more than 1048576 bytes", "from a file"},
		{"too many jobs", deflated(append([]byte("\x02{}"), 0x8a, 0x27)), "link.payload", "holds 5001 jobs, more than 5000", "from a file"},
		{"head too short", deflated([]byte("\x7f{}")), "link.payload", "is damaged", "copy"},
		{"columns cut", deflated(packed[:len(packed)-3]), "link.payload", "is damaged", "copy"},
		{"bytes behind the columns", deflated(append(bytes.Clone(packed), 0)), "link.payload", "is damaged", "copy"},
		{"unknown column", deflated([]byte("\x02{}\x02\x00\x80\x00\x00")), "link.payload", "is damaged", "copy"},
		{"unknown parameter", ok + "&jobb=3", "link", `unknown parameter "jobb"`, `did you mean "job"?`},
		{"parameter without value", ok + "&job", "link", `"job" is not key=value`, "known: at, job"},
		{"parameter twice", ok + "&job=1&job=2", "link.job", "job is given twice", "keep one"},
		{"moment without step", ok + "&at=12", "link.at", `at "12" is not a point in time`, "120.0"},
		{"moment before the beginning", ok + "&at=-1.0", "link.at", "is not a point in time", "120.0"},
		{"job that is no number", ok + "&job=x", "link.job", "is not a job's id", "whole number"},
		{"policy of one word", ok + "&a=easy", "link.a", "is not a policy", "easy.sdm"},
		{"policy of unknown words", ok + "&b=easy.sdn", "link.b", `names "sdn", which is not a known allocator`, `did you mean "sdm"?`},
		{"hash that is none", ok + "&h=a%20b", "link.h", "is not a version or hash", "letters"},
		{"scenario with errors", plainLink(spoil(t, "jobs[0].nodes=600")), "jobs[0].nodes", "nodes 600 is more than the cluster has (64)", "64"},
		{"scenario that is no JSON", plainLink("{"), "", "the text ends", "close"},
		{"too many nodes", plainLink(spoil(t, `cluster.topology={"kind": "flat", "nodes": 5000}`)), "link.nodes", "nodes are 5000, more than a link may have (4096)", "as a file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, err := DecodeLink(c.link)
			var all jsondoc.Errors
			if !errors.As(err, &all) || l.Scenario != nil {
				t.Fatalf("accepted: %v %+v", err, l)
			}
			e := all[0]
			if e.Place != c.place || !strings.Contains(e.Error(), c.text) || !strings.Contains(e.Fix, c.fix) {
				t.Errorf("at %q: %v", e.Place, &e)
			}
		})
	}
}

// TestLinkWithErrorsShowsItsSource checks that DecodeLink returns the JSON of a
// scenario with errors, and that the position of an error points to the wrong value
// in it.
func TestLinkWithErrorsShowsItsSource(t *testing.T) {
	src := spoil(t, "jobs[0].nodes=600")
	l, err := DecodeLink(plainLink(src))
	var all jsondoc.Errors
	if !errors.As(err, &all) || string(l.Source[all[0].Offset:all[0].End]) != "600" {
		t.Errorf("%v in %s", err, l.Source)
	}
}

// TestDecodeShared checks that a scenario stored apart from its link is read like a
// scenario inside a link.
func TestDecodeShared(t *testing.T) {
	small := spoil(t, "title=small")
	whole, err := DecodeLink(plainLink(small) + "&at=0.0&v=1")
	if err != nil {
		t.Fatal(err)
	}
	for _, view := range []string{"at=0.0&v=1", "#at=0.0&v=1"} {
		got, err := DecodeShared([]byte(small), view)
		if err != nil || *got.At != *whole.At || got.Engine != "1" || !bytes.Equal(got.Scenario.Canonical(), whole.Scenario.Canonical()) {
			t.Errorf("%s: %+v, %v", view, got, err)
		}
	}
	for view, place := range map[string]string{"at=x": "link.at", "job=99": "link.job", "1.z.AAAA": "link", "at=0.0&at=0.0": "link.at", strings.Repeat("a", linkcodec.MaxLink+1): "link.payload"} {
		_, err := DecodeShared([]byte(small), view)
		var all jsondoc.Errors
		if !errors.As(err, &all) || all[0].Place != place {
			t.Errorf("%.20s: %v", view, err)
		}
	}
	if l, err := DecodeShared([]byte("{"), ""); err == nil || string(l.Source) != "{" {
		t.Errorf("damaged text is read as %+v", l)
	}
}
