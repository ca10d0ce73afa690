package quizbank

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"hopyard/core/scenario"
	"hopyard/core/worksheet"
	"hopyard/tools/hopyard/cli"
	"hopyard/tools/hopyard/input"
	"hopyard/tools/hopyard/papers"
)

// Grade is the command grade.
var Grade = cli.Command{Name: "grade", Args: "WORKSHEET.json ANSWERS… --csv OUT", Does: "grade answer files; the questions are computed again", Run: gradeCommand}

// gradeCommand grades answer files. It computes the questions and their right
// answers again. If a file is invalid, its line in the output gives the reason; the
// other files are still graded.
func gradeCommand(t *cli.Terminal, f *cli.Flags) error {
	out := f.String("csv", "", "write the grades to `FILE` (default: standard output)")
	if err := f.Parse(2, 1<<20); err != nil {
		return err
	}
	sheet, err := papers.ReadSheet(t, f.Words[0])
	if err != nil {
		return err
	}
	graded := gradeAll(sheet, f.Words[1:])
	ungraded := compareHanded(graded)
	var text bytes.Buffer
	writeGrades(&text, sheet, graded)
	if *out == "" {
		t.Out.Write(text.Bytes())
	} else if err := os.WriteFile(*out, text.Bytes(), 0o666); err != nil {
		return input.FileError(err)
	}
	if ungraded > 0 {
		return fmt.Errorf("grade: %d of %d files could not be graded; see the notes in their lines", ungraded, len(graded))
	}
	return nil
}

// gradedFile is an answer file with its grade, or with the error that prevented
// grading.
type gradedFile struct {
	path    string
	answers *scenario.Answers
	result  *worksheet.WorksheetResult
	err     error
	notes   []string
}

// gradeAll grades the files on all cores and returns the results in the order of
// the files.
func gradeAll(s *worksheet.Worksheet, paths []string) []*gradedFile {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // garbage collection runs less often, because grading makes many small simulation runs
	all := make([]*gradedFile, len(paths))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				all[i] = gradeFile(s, paths[i])
			}
		})
	}
	for i := range paths {
		next <- i
	}
	close(next)
	wait.Wait()
	return all
}

func gradeFile(s *worksheet.Worksheet, path string) *gradedFile {
	h := &gradedFile{path: path}
	defer func() { // a panic over one file must not stop the grading of the others
		if x := recover(); x != nil {
			h.result, h.err = nil, fmt.Errorf("cannot be graded: %v", x)
		}
	}()
	src, err := readHanded(path)
	if err != nil {
		h.err = err
		return h
	}
	if h.answers, h.err = scenario.ParseAnswers(src); h.err != nil {
		return h
	}
	h.result, h.err = s.Grade(h.answers)
	return h
}

// readHanded reads an answer file that a student handed in. It returns an error if
// the file exceeds the size limit.
func readHanded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, scenario.MaxHanded+1))
	if err == nil && len(src) > scenario.MaxHanded {
		err = fmt.Errorf("is larger than %d bytes and therefore not an answer file", scenario.MaxHanded)
	}
	return src, err
}

// compareHanded compares the answer files with each other and adds notes about
// suspicious similarities. It returns the number of files that could not be graded.
func compareHanded(all []*gradedFile) (ungraded int) {
	first := map[string]*gradedFile{}
	for i, h := range all {
		if h.err != nil {
			ungraded++
			continue
		}
		for _, n := range h.result.Notes {
			h.notes = append(h.notes, noteText(n))
		}
		if other := first[h.answers.Pseudonym]; other == nil {
			first[h.answers.Pseudonym] = h
		} else if h.answers.Pseudonym != "" {
			h.notes = append(h.notes, "same pseudonym as "+other.path)
			other.notes = append(other.notes, "same pseudonym as "+h.path)
		}
		for _, other := range all[:i] {
			if other.err == nil && worksheet.Same(other.answers, h.answers) {
				h.notes = append(h.notes, "same seconds for every answer as "+other.path)
				other.notes = append(other.notes, "same seconds for every answer as "+h.path)
				break
			}
		}
	}
	return ungraded
}

// noteText returns the English text of a note for the lecturer.
func noteText(n worksheet.Note) string {
	switch n.Kind {
	case worksheet.OtherWorksheet:
		return fmt.Sprintf("answers another worksheet, %q: nothing counts", n.Said)
	case worksheet.OtherSeed:
		return fmt.Sprintf("seed %s is not that of this pseudonym: graded by the right one", n.Said)
	case worksheet.OtherEngine:
		return fmt.Sprintf("made with engine %q: its questions may differ", n.Said)
	case worksheet.NotAsked:
		return fmt.Sprintf("%d answers to questions that were not asked", n.N)
	case worksheet.AnsweredTwice:
		return fmt.Sprintf("%d answers to questions answered before: the first count", n.N)
	}
	return "has no pseudonym"
}

// writeGrades writes a CSV line for each file, in the given order.
func writeGrades(to io.Writer, s *worksheet.Worksheet, all []*gradedFile) {
	w := csv.NewWriter(to)
	head := []string{"pseudonym", "points", "of"}
	for i := range s.Items {
		head = append(head, fmt.Sprintf("item %d", i+1))
	}
	w.Write(append(head, "note"))
	for _, h := range all {
		line := make([]string, 0, len(head)+1)
		if h.err != nil {
			line = append(line, "", "0", "0")
			for range s.Items {
				line = append(line, "0")
			}
			h.notes = append(h.notes, h.path+": "+strings.ReplaceAll(h.err.Error(), "\n", "; "))
		} else {
			line = append(line, safe(h.result.Pseudonym), halves(h.result.Halves), halves(h.result.Of))
			for _, n := range h.result.Items {
				line = append(line, halves(n))
			}
		}
		w.Write(append(line, strings.Join(h.notes, "; ")))
	}
	w.Flush()
}

// safe returns the text. If a spreadsheet would treat the text as a formula, the
// result begins with an apostrophe.
func safe(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// halves formats a number of points. The argument is in half points.
func halves(n int) string { return strconv.FormatFloat(float64(n)/2, 'f', -1, 64) }
