// Package sharelink has the commands link and unlink, which convert a scenario to a
// link and back. A share link contains the whole scenario; a short one (package
// shortlink) refers to a site.
package sharelink

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/jsondoc"
	"hopyard/core/scenario"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/shortlink"
)

// Link is the command link.
var Link = cli.Command{Name: "link", Args: "FILE [--short SITE]", Does: "print the share link of a scenario, or make a short one at a site", Run: linkCommand}

// linkCommand prints a share link or, with the option --short, a short link to a
// scenario. On standard output, it prints only the link.
func linkCommand(t *cli.Terminal, f *cli.Flags) error {
	in := input.NewFileOptions(f)
	base := f.String("base", "http://localhost:8080/", "address of the `PAGE` that the link opens")
	plainText := f.Bool("plain", false, "do not compress the JSON (codec j), so that the link can be edited by hand")
	bare := f.Bool("bare", false, "leave out the fingerprint of the run; readers then get no warning if their run differs")
	short := f.String("short", "", "create a short link at a `SITE` such as https://hopyard.example/. The site stores the scenario permanently,\nand everyone who has the link can open it. To shorten a share link, give it in place of SITE and FILE.")
	if err := f.Parse(0, 1); err != nil {
		return err
	}
	if len(f.Words) == 0 && input.IsLink(*short) {
		f.Words = []string{*short}
	}
	if len(f.Words) == 0 {
		return f.Missing()
	}
	s, err := in.Load(t, f.Words[0])
	if err != nil {
		return err
	}
	if s.Trace != nil {
		return input.Prefixed(s.Name, fmt.Errorf("trace: links contain scenarios; embed the trace in a scenario as \"workload\": {\"swf\": …}"))
	}
	if *short != "" {
		return printShort(s, t, *short, f.Words[0])
	}
	l := scenario.SharedLink{Scenario: s.Scenario, Plain: *plainText}
	link, err := scenario.EncodeLink(l)
	if err == nil && !*bare {
		link, err = printed(t, l, s.Config)
	}
	if err != nil {
		return input.Prefixed(s.Name, err)
	}
	if n := len(link); n > 8000 {
		fmt.Fprintf(t.Err, "%s: link: %s characters; mail and chat may cut it: send the file instead\n", s.Name, cli.Grouped(int64(n)))
	} else if n > 1800 {
		fmt.Fprintf(t.Err, "%s: link: %s characters; some mail programs cut links beyond 1,800\n", s.Name, cli.Grouped(int64(n)))
	}
	fmt.Fprintln(t.Out, strings.TrimRight(*base, "#")+link)
	return nil
}

// printShort prints a short link to the scenario. If FILE is a share link, the
// short link shows the same view as FILE, for example the same time and selected
// job.
func printShort(s *input.Subject, t *cli.Terminal, at, path string) error {
	site, err := shortlink.Site(at)
	if err != nil {
		return err
	}
	view := ""
	if input.IsLink(path) {
		view = shortlink.View(path)
	}
	link, err := shortlink.Create(site, s.Scenario, view)
	var wrong jsondoc.Errors
	if errors.As(err, &wrong) {
		return input.Prefixed(s.Name, err)
	} else if err != nil {
		return err
	}
	fmt.Fprintln(t.Out, link)
	return nil
}

// printed returns the text of a share link. The link includes the engine's version
// and the fingerprint of the run.
func printed(t *cli.Terminal, l scenario.SharedLink, c engine.Config) (string, error) {
	tape, err := input.Record(t, c)
	if err != nil {
		return "", err
	}
	l.Engine, l.Trace = engine.Version, tape.StepHashes().Text()
	return scenario.EncodeLink(l)
}

// Unlink is the command unlink.
var Unlink = cli.Command{Name: "unlink", Args: "URL", Does: "print the scenario of a share link or short link as JSON", Run: unlinkCommand}

// unlinkCommand prints the scenario of a share link or short link as JSON.
func unlinkCommand(t *cli.Terminal, f *cli.Flags) error {
	if err := f.Parse(1, 1); err != nil {
		return err
	}
	text := f.Words[0]
	if shortlink.Is(text) {
		src, err := shortlink.Fetch(text)
		if err == nil {
			_, err = t.Out.Write(src)
		}
		return err
	}
	if text == "-" {
		src, err := input.Read(t, text)
		if err != nil {
			return err
		}
		text = string(src)
	} else if _, err := os.Stat(text); err == nil && !strings.Contains(text, "#") {
		return cli.BadUsage("%q is a file; unlink takes a link, or - to read one from standard input", text)
	}
	link, err := scenario.DecodeLink(text)
	if err != nil {
		return err
	}
	_, err = t.Out.Write(link.Scenario.Canonical())
	return err
}
