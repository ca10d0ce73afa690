package lab

import (
	"bytes"
	"fmt"
	"strings"

	"hopyard/core/engine"
	"hopyard/core/experiment"
)

// export returns the orders to save or copy the results in the given format.
func (l *Lab) export(kind string) []Order {
	name := l.fileName()
	file := func(tail, kind, text string) []Order {
		return []Order{{Kind: SaveFile, Name: name + tail, Type: kind, Text: text}}
	}
	switch {
	case kind == "design":
		return file(".json", "application/json", string(l.src))
	case kind == "link":
		return []Order{{Kind: CopyText, Text: l.Fragment()}}
	case kind == "command":
		return []Order{{Kind: CopyText, Text: "hopyard sweep " + name + ".json --out results"}}
	case l.layout == nil:
		return []Order{{Kind: Say, Text: l.say("NothingYet")}}
	}
	switch kind {
	case "csv":
		return file("-runs.csv", "text/csv", string(l.Rows()))
	case "means":
		var out bytes.Buffer
		l.r.WriteMeans(&out) // a bytes.Buffer never fails
		return file("-means.csv", "text/csv", out.String())
	case "png":
		return []Order{{Kind: SavePNG, Name: name + ".png", Type: "image/png", Text: "lab-curves"}}
	case "svg":
		return []Order{{Kind: SaveSVG, Name: name + ".svg", Type: "image/svg+xml", Text: "lab-curves"}}
	case "latex":
		return file(".tex", "application/x-tex", l.latex())
	case "report":
		return []Order{{Kind: SaveReport, Name: name + ".html", Type: "text/html"}}
	case "cite":
		return []Order{{Kind: CopyText, Text: l.cite()}}
	}
	return nil
}

// fileName returns the base name of exported files. It is the title of the
// experiment, reduced to characters that are valid in file names on all systems.
func (l *Lab) fileName() string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, l.d.Title)
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	if name = strings.Trim(name, "-"); name == "" {
		name = "experiment"
	}
	return "hopyard-" + name[:min(len(name), 40)]
}

// cite returns a text with the data that others need to reproduce the results, such
// as the engine version and hashes of the design and of the results.
func (l *Lab) cite() string {
	return l.say("Citation", "title", l.d.Title, "engine", engine.Version, "runs", grouped(len(l.r.Cells)*len(l.layout.Made)),
		"design", hash(l.src), "rows", hash(l.Rows()), "link", l.Fragment())
}

// latex returns a LaTeX table of the means and intervals, for the package booktabs.
func (l *Lab) latex() string {
	var out strings.Builder
	k := l.key()
	curves := l.drawn()
	fmt.Fprintf(&out, "%% %s, engine version %s; design %s\n", texed(l.d.Title), engine.Version, hash(l.src))
	fmt.Fprintf(&out, "%% %s\n", texed(l.say("LatexNote", "n", fmt.Sprint(len(l.layout.Made)))))
	out.WriteString("\\begin{tabular}{r" + strings.Repeat("r@{ $\\pm$ }l", len(curves)) + "}\n\\toprule\n" + texed(l.axisTitle()))
	most := 0.0
	for _, a := range curves {
		_, high := l.extent(a)
		most = max(most, high)
		fmt.Fprintf(&out, " & \\multicolumn{2}{c}{%s}", texed(l.algorithm(a)))
	}
	s := l.scaleFor(k, most)
	out.WriteString(" \\\\\n\\midrule\n")
	for step, x := range l.layout.Axis.Levels {
		out.WriteString(texed(x.Name))
		for _, a := range curves {
			if sample := l.sample(a, step); sample != nil {
				e := experiment.Of(sample)
				fmt.Fprintf(&out, " & %s & %s", plain(e.Mean/s.unit), plain(e.Half/s.unit))
			} else {
				out.WriteString(" & &")
			}
		}
		out.WriteString(" \\\\\n")
	}
	fmt.Fprintf(&out, "\\bottomrule\n\\end{tabular}\n%% %s\n", texed(spaced(l.figureTitle(k), s.name)))
	return out.String()
}

func plain(x float64) string { return strings.Replace(short(x), "−", "-", 1) }

// texed escapes a text for TeX.
func texed(text string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "\n", " ", "\u00a0", "~").Replace(text)
}
