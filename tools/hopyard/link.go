package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
)

// linkCommand prints a share link or, with the option --short, a short link to a
// scenario. On standard output, it prints only the link.
func linkCommand(t *terminal, args []string) error {
	f := newFlags("link")
	in := f.input()
	base := f.String("base", "http://localhost:8080/", "address of the `PAGE` that the link opens")
	plainText := f.Bool("plain", false, "do not compress the JSON (codec j), so that the link can be edited by hand")
	bare := f.Bool("bare", false, "leave out the fingerprint of the run; readers then get no warning if their run differs")
	short := f.String("short", "", "create a short link at a `SITE` such as https://hopyard.example/. The site stores the scenario permanently,\nand everyone who has the link can open it. To shorten a share link, give it in place of SITE and FILE.")
	if err := f.parse(t, args, 0, 1); err != nil {
		return err
	}
	if len(f.words) == 0 && isLink(*short) {
		f.words = []string{*short}
	}
	if len(f.words) == 0 {
		return f.missing()
	}
	s, err := in.load(t, f.words[0])
	if err != nil {
		return err
	}
	if s.trace != nil {
		return prefixed(s.name, fmt.Errorf("trace: links contain scenarios; embed the trace in a scenario as \"workload\": {\"swf\": …}"))
	}
	if *short != "" {
		return s.printShort(t, *short, f.words[0])
	}
	l := scenario.SharedLink{Scenario: s.scenario, Plain: *plainText}
	link, err := scenario.EncodeLink(l)
	if err == nil && !*bare {
		link, err = printed(l, s.config)
	}
	if err != nil {
		return prefixed(s.name, err)
	}
	if n := len(link); n > 8000 {
		fmt.Fprintf(t.err, "%s: link: %s characters; mail and chat may cut it: send the file instead\n", s.name, grouped(int64(n)))
	} else if n > 1800 {
		fmt.Fprintf(t.err, "%s: link: %s characters; some mail programs cut links beyond 1,800\n", s.name, grouped(int64(n)))
	}
	fmt.Fprintln(t.out, strings.TrimRight(*base, "#")+link)
	return nil
}

// printShort prints a short link to the scenario. If FILE is a share link, the
// short link shows the same view as FILE, for example the same time and selected
// job.
func (s *subject) printShort(t *terminal, at, path string) error {
	site, err := siteOf(at)
	if err != nil {
		return err
	}
	view := ""
	if isLink(path) {
		view = viewOf(path)
	}
	link, err := shortLink(site, s.scenario, view)
	var wrong jsondoc.Errors
	if errors.As(err, &wrong) {
		return prefixed(s.name, err)
	} else if err != nil {
		return err
	}
	fmt.Fprintln(t.out, link)
	return nil
}

// printed returns the text of a share link. The link includes the engine's version
// and the fingerprint of the run.
func printed(l scenario.SharedLink, c engine.Config) (string, error) {
	tape, err := engine.Record(c)
	if err != nil {
		return "", err
	}
	l.Engine, l.Trace = engine.Version, tape.StepHashes().Text()
	return scenario.EncodeLink(l)
}

// unlinkCommand prints the scenario of a share link or short link as JSON.
func unlinkCommand(t *terminal, args []string) error {
	f := newFlags("unlink")
	if err := f.parse(t, args, 1, 1); err != nil {
		return err
	}
	text := f.words[0]
	if isShort(text) {
		src, err := fetch(text)
		if err == nil {
			_, err = t.out.Write(src)
		}
		return err
	}
	if text == "-" {
		src, err := read(t, text)
		if err != nil {
			return err
		}
		text = string(src)
	} else if _, err := os.Stat(text); err == nil && !strings.Contains(text, "#") {
		return badUsage("%q is a file; unlink takes a link, or - to read one from standard input", text)
	}
	link, err := scenario.DecodeLink(text)
	if err != nil {
		return err
	}
	_, err = t.out.Write(link.Scenario.Canonical())
	return err
}
