// Package lang reads the page's texts in static/lang, generates the Go code for the
// English ones, and packs the translations for the build.
//
// The page's texts are divided into areas, such as the editor or the puzzles. Each
// language has a JSON file for each area, which maps the names of texts to
// templates. Further files translate the names of policies, index.html, the lessons
// and the forms, and the texts of features that the page loads separately.
//
// The English files are the source: [Areas] reads them, and [Generate] makes
// wasm/app/i18n/english.go from them, with a constant for each text. [Read] reads a
// translation into a [Source]. Then [Source.Pack] orders its texts by constant for
// the page:
//
//	areas, err := lang.Areas(root)
//	source, err := lang.Read(root, "zh", areas)
//	pack, rest := source.Pack(areas)
//
// The tests (check_test.go) list texts that are missing, unused or malformed.
package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// areaNames lists the areas in the order of their numbers in wasm/app/i18n. Each
// area is a file of static/lang/en.
var areaNames = []string{
	"base",       // jobs, machines, events and reasons
	"comparing",  // comparison of policies
	"editing",    // the editor, undo, drafts
	"handling",   // drag handles, menus, and exports
	"sharing",    // links and embeds
	"learning",   // gallery, glossary, introduction
	"steering",   // keyboard shortcuts, palette of actions, playback controls
	"serving",    // new versions of the page
	"batching",   // batches, the rounds of their capacity test, and the units (groups of nodes) of paper S0
	"growing",    // jobs that change their size
	"asking",     // quiz questions and misconceptions
	"practising", // the predict mode
	"sheeting",   // worksheets
	"scripting",  // policy programs written by the reader
	"acting",     // scheduling by hand
	"tracing",    // long traces, which the page shows in excerpts
	"finding",    // searches for nodes, and routes in the network
	"ruling",     // lines of the rules of queue disciplines
	"puzzling",   // the daily puzzle, and exercises in which the reader assembles a program from given lines
	"blocking",   // jobs that keep their blocks free of other jobs, and reservations
	"waiting",    // the queue of a real cluster, and why a job of it is pending
	"commanding", // what people do to jobs during a run, and a shell in which they do it
	"lending",    // the engine behind hopyard serve
}

// Area is a group of related texts. Texts lists the names of their constants in
// wasm/app/i18n, in the order of the constants' values. English lists their
// templates in the same order.
type Area struct {
	Name    string
	Texts   []string
	English []string
}

// Late reports whether only code that is fetched at first use shows the texts of the
// area. Its English texts are part of a function then, and not of a variable, so that
// they are fetched together with that code (tools/build/later.txt).
func (a Area) Late() bool {
	return slices.Contains([]string{"waiting", "commanding", "asking", "practising", "tracing", "puzzling", "acting", "scripting", "sheeting", "lending"}, a.Name)
}

// Areas reads the English texts of all areas. The parameter root is the root folder
// of the repository.
func Areas(root string) ([]Area, error) {
	var areas []Area
	seen := map[string]string{}
	for _, name := range areaNames {
		area, err := readArea(root, name)
		if err != nil {
			return nil, fmt.Errorf("static/lang/en/%s.json: %w", name, err)
		}
		for _, text := range area.Texts {
			if other, twice := seen[text]; twice {
				return nil, fmt.Errorf("static/lang/en/%s.json: %s is in %s.json too: give one of them another name", name, text, other)
			}
			seen[text] = name
		}
		areas = append(areas, area)
	}
	return areas, nil
}

// readArea reads the English file of an area, which holds one JSON object of
// strings. It keeps the order of the object's fields.
func readArea(root, name string) (Area, error) {
	area := Area{Name: name}
	raw, err := os.ReadFile(filepath.Join(root, "static", "lang", "en", name+".json"))
	if err != nil {
		return area, err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return area, fmt.Errorf("is not a JSON object (%v)", err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return area, err
		}
		value, err := d.Token()
		if err != nil {
			return area, err
		}
		text, ok := value.(string)
		if !ok {
			return area, fmt.Errorf("%s is %v: write a string", key, value)
		}
		area.Texts = append(area.Texts, key.(string))
		area.English = append(area.English, text)
	}
	if _, err := d.Token(); err != nil {
		return area, err
	}
	if _, err := d.Token(); err != io.EOF {
		return area, fmt.Errorf("has more after the object")
	}
	return area, nil
}

// Generated is the path of the Go file that Generate makes, relative to the root of
// the repository.
const Generated = "wasm/app/i18n/english.go"

// Generate returns Go code that defines a constant for each text, and a table of
// the English templates.
func Generate(areas []Area) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Code generated from static/lang/en by go generate; DO NOT EDIT.\n\npackage i18n\n\n")
	b.WriteString("// The areas of texts, each by the number of its first text.\nconst (\n")
	for i, area := range areas {
		if i == 0 {
			fmt.Fprintf(&b, "\t%s Text = iota << areaBits\n", area.Name)
		} else {
			fmt.Fprintf(&b, "\t%s\n", area.Name)
		}
	}
	b.WriteString("\tareas = iota\n)\n")
	for _, area := range areas {
		fmt.Fprintf(&b, "\n// Texts of static/lang/en/%s.json.\nconst (\n", area.Name)
		for i, name := range area.Texts {
			if i == 0 {
				name += " Text = iota + " + area.Name
			}
			b.WriteString("\t" + name + "\n")
		}
		b.WriteString(")\n")
	}
	b.WriteString("\nvar english = [areas][]string{\n")
	for _, area := range areas {
		if area.Late() {
			continue
		}
		fmt.Fprintf(&b, "\t%s >> areaBits: {\n", area.Name)
		for _, text := range area.English {
			fmt.Fprintf(&b, "\t\t%q,\n", text)
		}
		b.WriteString("\t},\n")
	}
	b.WriteString("}\n")
	b.WriteString("\n// lateEnglish returns a text of an area whose texts come with the code that shows them.\nfunc lateEnglish(t Text) string {\n\tswitch t {\n")
	for _, area := range areas {
		if !area.Late() {
			continue
		}
		for i, text := range area.English {
			fmt.Fprintf(&b, "\tcase %s:\n\t\treturn %q\n", area.Texts[i], text)
		}
	}
	b.WriteString("\t}\n\treturn \"\"\n}\n")
	return format.Source(b.Bytes())
}
