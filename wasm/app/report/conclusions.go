package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hopyard/core/experiment"
)

// SourceStudy holds the conclusions of a source about algorithms, and the texts of
// a page that compares the conclusions with experimental results.
type SourceStudy struct {
	Title       string            `json:"title"`
	About       []string          `json:"about"` // paragraphs before the conclusions
	Names       map[string]string `json:"names"` // display names of algorithms and of levels
	Figure      string            `json:"figure"`
	Conclusions []Conclusion      `json:"conclusions"`
}

// Conclusion is a statement of a source about one or more algorithms. It compares
// each of these algorithms with the first algorithm of the design.
type Conclusion struct {
	Text       string   `json:"text"`
	Algorithms []string `json:"algorithms"`
	Are        string   `json:"are"`  // how the algorithms compare with the first algorithm: Better, Worse or AsGood
	From       float64  `json:"from"` // the conclusion applies only to steps at which the utilization of the first algorithm is between From and To, inclusive
	To         float64  `json:"to"`
	Where      []string `json:"where"` // levels that a place must have for the conclusion to apply; "a|b" stands for either of two levels; if the list is empty, the conclusion applies to every place
}

// The relations that a conclusion can state.
const (
	Better = "better"
	Worse  = "worse"
	AsGood = "as good"
)

// ReadStudy reads a study as JSON.
func ReadStudy(r io.Reader) (s *SourceStudy, err error) {
	in := json.NewDecoder(r)
	in.DisallowUnknownFields()
	if err = in.Decode(&s); err != nil {
		return nil, fmt.Errorf("conclusions: %w", err)
	}
	for i := range s.Conclusions {
		switch c := &s.Conclusions[i]; {
		case c.Text == "" || len(c.Algorithms) == 0:
			return nil, fmt.Errorf("conclusions[%d] has no text or no algorithms; write both", i)
		case c.From > c.To:
			return nil, fmt.Errorf("conclusions[%d] is from %v to %v; write the smaller utilization as from", i, c.From, c.To)
		case c.Are != Better && c.Are != Worse && c.Are != AsGood:
			return nil, fmt.Errorf("conclusions[%d]: are is %q; write %q, %q or %q", i, c.Are, Better, Worse, AsGood)
		}
	}
	return s, nil
}

// ConclusionStatus is the verdict on a conclusion for one algorithm at one place.
type ConclusionStatus string

// The verdicts on a conclusion.
const (
	ComesOut   ConclusionStatus = "comes out"   // the stated difference is significant at one or more steps, and the opposite difference at none; for AsGood: at every step, the interval of the difference lies within ± TellApart percent
	Opposite   ConclusionStatus = "opposite"    // the opposite difference is significant at one or more steps, and the stated difference at none; for AsGood: some difference is significant
	Mixed      ConclusionStatus = "mixed"       // each of the two differences is significant at some step
	NotTold    ConclusionStatus = "not told"    // no difference is significant; for AsGood: in addition, some interval does not lie within ± TellApart percent
	NotReached ConclusionStatus = "not reached" // no step has a utilization to which the conclusion applies
)

// verdicts lists the verdicts, each with the mark and the words that stand for it
// on the page. Texts that count verdicts use this order.
var verdicts = []struct {
	ConclusionStatus
	mark, words string
}{
	{ComesOut, "✓", "comes out"}, {NotTold, "·", "cannot be told"}, {Mixed, "±", "mixed"}, {Opposite, "✗", "the opposite comes out"}, {NotReached, "–", "load not reached"},
}

// Judgement holds the verdicts on a conclusion for one of its algorithms at each
// place.
type Judgement struct {
	*Conclusion
	Algorithm string
	Places    []string // names of the places, in the order of the gaps
	Verdicts  map[string]ConclusionStatus
	Better    []string // places at which the algorithm is significantly better than the first algorithm at one or more steps
}

// level is the significance level. A difference is significant if its p-value,
// after Holm's correction for all tests, does not exceed this level.
const level = 0.05

// Judge judges all conclusions. Each gap that at least one conclusion uses is one
// test, and Holm's correction applies to all tests together. Judge returns the
// verdicts and the number of tests. Cost: O(conclusions · gaps + tests·log tests).
func (s *SourceStudy) Judge(gaps []Gap) (all []Judgement, tests int) {
	reached := reachedBy(gaps)
	judged := map[int]bool{}
	s.each(gaps, reached, func(_ *Judgement, gap int) { judged[gap] = true })
	var order []int
	var p []float64
	for i := range gaps {
		if judged[i] {
			order, p = append(order, i), append(p, gaps[i].P)
		}
	}
	told := map[int]bool{}
	for i, corrected := range experiment.Holm(p) {
		told[order[i]] = corrected <= level
	}
	all = s.each(gaps, reached, nil)
	for k := range all {
		all[k].judge(gaps, reached, told)
	}
	return all, len(p)
}

// reachedBy returns the utilization that the first algorithm reached at each place
// and step.
func reachedBy(gaps []Gap) map[[2]string]float64 {
	reached := map[[2]string]float64{}
	for i := range gaps {
		if g := &gaps[i]; g.Algorithm == gaps[0].Algorithm {
			reached[[2]string{g.Place, g.Step}] = g.Utilization
		}
	}
	return reached
}

// each returns a Judgement without verdicts for each algorithm of each conclusion.
// If found is not nil, it is called with each gap that a judgement uses.
func (s *SourceStudy) each(gaps []Gap, reached map[[2]string]float64, found func(j *Judgement, gap int)) []Judgement {
	var all []Judgement
	for i := range s.Conclusions {
		c := &s.Conclusions[i]
		for _, algorithm := range c.Algorithms {
			j := Judgement{Conclusion: c, Algorithm: algorithm, Verdicts: map[string]ConclusionStatus{}}
			for k := range gaps {
				g := &gaps[k]
				if g.Algorithm != algorithm || !c.speaksOf(g.Place) {
					continue
				}
				if _, known := j.Verdicts[g.Place]; !known {
					j.Places = append(j.Places, g.Place)
					j.Verdicts[g.Place] = NotReached
				}
				if found != nil && c.at(reached, g) {
					found(&j, k)
				}
			}
			all = append(all, j)
		}
	}
	return all
}

// judge sets the verdicts. The given map contains the index of each gap that was
// tested; its value is true if the gap is significant.
func (j *Judgement) judge(gaps []Gap, reached map[[2]string]float64, told map[int]bool) {
	type found struct{ so, other, open, better bool }
	at := map[string]*found{}
	for i := range gaps {
		g := &gaps[i]
		if g.Algorithm != j.Algorithm || !j.speaksOf(g.Place) || !j.at(reached, g) {
			continue
		}
		f := at[g.Place]
		if f == nil {
			f = &found{}
			at[g.Place] = f
		}
		better := told[i] && g.Percent < 0
		worse := told[i] && g.Percent > 0
		f.better = f.better || better
		switch j.Are {
		case Better:
			f.so, f.other = f.so || better, f.other || worse
		case Worse:
			f.so, f.other = f.so || worse, f.other || better
		case AsGood:
			f.other = f.other || told[i]
			f.open = f.open || g.Percent+g.Half > TellApart || g.Percent-g.Half < -TellApart
		}
	}
	for _, place := range j.Places {
		f := at[place]
		if f == nil {
			continue
		}
		if f.better {
			j.Better = append(j.Better, place)
		}
		v := NotTold
		switch {
		case f.so && f.other:
			v = Mixed
		case f.other:
			v = Opposite
		case f.so, j.Are == AsGood && !f.open:
			v = ComesOut
		}
		j.Verdicts[place] = v
	}
}

// count returns the number of places with the given verdict.
func (j *Judgement) count(v ConclusionStatus) (n int) {
	for _, x := range j.Verdicts {
		if x == v {
			n++
		}
	}
	return n
}

// speaksOf reports whether the conclusion applies to a place, that is, whether the
// place has the levels that the conclusion requires.
func (c *Conclusion) speaksOf(place string) bool {
	levels := strings.Split(place, ", ")
	for _, any := range c.Where {
		if !slices.ContainsFunc(strings.Split(any, "|"), func(level string) bool { return slices.Contains(levels, level) }) {
			return false
		}
	}
	return true
}

// at reports whether the conclusion applies to the step of a gap. This is so if the
// utilization that the first algorithm reached at this step is in the conclusion's
// range.
func (c *Conclusion) at(reached map[[2]string]float64, g *Gap) bool {
	x, known := reached[[2]string{g.Place, g.Step}]
	return known && c.From <= x && x <= c.To
}

// Write writes a page in Markdown. For each conclusion, the page has the verdicts,
// in sentences and compact tables. Then come tables with the utilization at every
// place and the differences between the algorithms.
func (s *SourceStudy) Write(w io.Writer, gaps []Gap) error {
	if len(gaps) == 0 {
		return fmt.Errorf("there are no rows; make the runs first")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", s.Title)
	for _, text := range s.About {
		fmt.Fprintf(&out, "\n%s\n", text)
	}
	all, tests := s.Judge(gaps)
	writeGlance(&out, all)
	s.writeSure(&out, gaps, tests)
	out.WriteString("\n## Conclusion by conclusion\n")
	for i, number := 0, 1; i < len(all); number++ {
		last := i
		for last < len(all) && all[last].Conclusion == all[i].Conclusion {
			last++
		}
		s.writeConclusion(&out, number, all[i:last])
		i = last
	}
	s.writeTables(&out, gaps)
	_, err := io.WriteString(w, out.String())
	return err
}

// writeGlance writes a summary table with a row for each conclusion. The row shows
// how often each verdict was given, over all algorithms and places.
func writeGlance(out *strings.Builder, all []Judgement) {
	out.WriteString("\n## At a glance\n\nHow often each comes out, over all placements and readings that it speaks of.\n\n| | what S4 says |")
	for _, v := range verdicts {
		fmt.Fprintf(out, " %s |", v.words)
	}
	out.WriteString("\n|---|---|" + strings.Repeat("---|", len(verdicts)) + "\n")
	for i, number := 0, 1; i < len(all); number++ {
		last := i
		for last < len(all) && all[last].Conclusion == all[i].Conclusion {
			last++
		}
		fmt.Fprintf(out, "| %d | %s |", number, all[i].Text)
		for _, v := range verdicts {
			n := 0
			for k := range all[i:last] {
				n += all[i+k].count(v.ConclusionStatus)
			}
			fmt.Fprintf(out, " %d |", n)
		}
		out.WriteString("\n")
		i = last
	}
}

// name returns the display name of an algorithm or level, or its key if it has no
// display name.
func (s *SourceStudy) name(key string) string {
	if name, ok := s.Names[key]; ok {
		return name
	}
	return key
}

// writeSure writes how reliable the results are. It gives the number of tests and
// the numbers of repetitions.
func (s *SourceStudy) writeSure(out *strings.Builder, gaps []Gap, tests int) {
	enough, compared, least, most := 0, 0, gaps[0].N, gaps[0].N
	steps, atMost := map[[2]string]bool{}, map[[2]string]bool{}
	var needed []int
	for i := range gaps {
		most = max(most, gaps[i].N)
		least = min(least, gaps[i].N)
	}
	for i := range gaps {
		g := &gaps[i]
		steps[[2]string{g.Place, g.Step}] = true
		if g.N == most {
			atMost[[2]string{g.Place, g.Step}] = true
		}
		if g.Needed > 0 {
			compared++
			needed = append(needed, g.Needed)
			if g.Half <= TellApart/2.0 {
				enough++
			}
		}
	}
	fmt.Fprintf(out, "\n## How sure this is\n\nEach comparison is by pairs of runs that drew the same jobs. A difference counts if it would come by chance in less than 1 of 20 cases, after Holm's correction for all %d tests of this page. "+
		"So a · does not mean that there is no difference, only that it is too small, or too uneven, to be told from chance.\n", tests)
	if len(needed) == 0 {
		return
	}
	slices.Sort(needed)
	runs := fmt.Sprintf("%d", most)
	if least < most {
		runs = fmt.Sprintf("%d to %d", least, most)
	}
	fmt.Fprintf(out, "\nThere are %s repetitions. Of %d places and steps %d went on to the most, %d; the others stopped when each difference was known to ±%d %%. "+
		"Of %d comparisons %d are known as well as that, so that %d %% can be told from nothing; in the median it would take %d repetitions.\n",
		runs, len(steps), len(atMost), most, TellApart/2, compared, enough, TellApart, 4*needed[len(needed)/2])
}

// sentence returns a sentence with the number of places for each verdict, such as
// "comes out in 3 of 12 readings, cannot be told in 9".
func (j *Judgement) sentence() string {
	if len(j.Places) == 0 {
		return "not among the runs"
	}
	text := ""
	for _, v := range verdicts {
		if j.Are == AsGood && v.ConclusionStatus == Opposite {
			v.words = "significantly different"
		}
		switch n := j.count(v.ConclusionStatus); {
		case n == 0:
		case text == "":
			text = fmt.Sprintf("%s in %d of %d readings", v.words, n, len(j.Places))
		default:
			text += fmt.Sprintf(", %s in %d", v.words, n)
		}
	}
	if j.Are == AsGood && len(j.Better) > 0 {
		text += fmt.Sprintf("; it is better in %d", len(j.Better))
	}
	return text
}

// writeConclusion writes a conclusion with the verdicts for each of its algorithms.
func (s *SourceStudy) writeConclusion(out *strings.Builder, number int, all []Judgement) {
	fmt.Fprintf(out, "\n### %d. %s\n\n", number, all[0].Text)
	var texts []string
	names := map[string][]string{} // by sentence: names of the algorithms to which the sentence applies
	for k := range all {
		text := all[k].sentence()
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], s.name(all[k].Algorithm))
	}
	for _, text := range texts {
		fmt.Fprintf(out, "- **%s**: %s.\n", strings.Join(names[text], ", "), text)
	}
	s.writeMarks(out, all)
}

// writeMarks writes a table of the marks of verdicts. A place is a list of levels:
// the first level determines the column, and the middle levels together with the
// algorithm determine the row. A cell contains a mark for each last level.
func (s *SourceStudy) writeMarks(out *strings.Builder, all []Judgement) {
	var columns, last []string
	add := func(list *[]string, x string) {
		if !slices.Contains(*list, x) {
			*list = append(*list, x)
		}
	}
	type row struct{ algorithm, middle string }
	var rows []row
	marks := map[row]map[[2]string]string{}
	for k := range all {
		for _, place := range all[k].Places {
			first, middle, end := split(place)
			add(&columns, first)
			add(&last, end)
			r := row{s.name(all[k].Algorithm), s.name(middle)}
			if marks[r] == nil {
				rows = append(rows, r)
				marks[r] = map[[2]string]string{}
			}
			for _, v := range verdicts {
				if v.ConclusionStatus == all[k].Verdicts[place] {
					marks[r][[2]string{first, end}] = v.mark
				}
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	var ends []string
	for _, x := range last {
		ends = append(ends, s.name(x))
	}
	one := !slices.ContainsFunc(rows, func(r row) bool { return r.middle != rows[0].middle })
	alone := len(all) == 1
	fmt.Fprintf(out, "\n| %s |", strings.Join(ends, ", "))
	for _, c := range columns {
		fmt.Fprintf(out, " %s |", s.name(c))
	}
	out.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, r := range rows {
		label := r.algorithm + ", " + r.middle
		if one {
			label = r.algorithm
		} else if alone {
			label = r.middle
		}
		fmt.Fprintf(out, "| %s |", label)
		for _, c := range columns {
			var field []string
			for _, x := range last {
				if mark, ok := marks[r][[2]string{c, x}]; ok {
					field = append(field, mark)
				}
			}
			fmt.Fprintf(out, " %s |", strings.Join(field, " "))
		}
		out.WriteString("\n")
	}
}

// split splits the name of a place into its first level, its middle levels, and its
// last level.
func split(place string) (first, middle, last string) {
	levels := strings.Split(place, ", ")
	n := len(levels)
	if n == 1 {
		return place, "", ""
	}
	return levels[0], strings.Join(levels[1:n-1], ", "), levels[n-1]
}

// tables holds the gaps in the arrangement that the tables at the end of the page
// need.
type tables struct {
	places, steps, middles []string
	first                  map[[2]string]*Gap       // by place and step: the gap of the first algorithm, which holds the utilization
	span                   map[[2]string][2]float64 // by place and algorithm: the least and the greatest percentage over all steps
	named                  map[string][]string      // by the middle levels of a place: the algorithms other than the first
}

// tabled arranges the gaps for the tables. Cost: O(gaps · places).
func tabled(gaps []Gap) *tables {
	t := &tables{first: map[[2]string]*Gap{}, span: map[[2]string][2]float64{}, named: map[string][]string{}}
	add := func(list []string, x string) []string {
		if slices.Contains(list, x) {
			return list
		}
		return append(list, x)
	}
	for i := range gaps {
		g := &gaps[i]
		_, middle, _ := split(g.Place)
		t.places, t.steps, t.middles = add(t.places, g.Place), add(t.steps, g.Step), add(t.middles, middle)
		if g.Algorithm == gaps[0].Algorithm {
			t.first[[2]string{g.Place, g.Step}] = g
			continue
		}
		t.named[middle] = add(t.named[middle], g.Algorithm)
		key := [2]string{g.Place, g.Algorithm}
		x, known := t.span[key]
		if !known {
			x = [2]float64{g.Percent, g.Percent}
		}
		t.span[key] = [2]float64{min(x[0], g.Percent), max(x[1], g.Percent)}
	}
	// Sort the steps by value. Some places have additional steps, which may come
	// late in the list of gaps.
	slices.SortStableFunc(t.steps, func(a, b string) int {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return cmp.Compare(x, y)
	})
	return t
}

// writeTables writes two groups of tables. The first group shows the utilization of
// the first algorithm at every place and step. The second shows how much the other
// algorithms differ from the first, as the range over all steps.
func (s *SourceStudy) writeTables(out *strings.Builder, gaps []Gap) {
	t, base := tabled(gaps), s.name(gaps[0].Algorithm)
	fmt.Fprintf(out, "\n## The load that was reached\n\nUtilization in %% under %s, and the repetitions, by offered load.\n", base)
	for _, middle := range t.middles {
		s.writeTable(out, t, middle, t.steps, func(place, step string) string {
			if g := t.first[[2]string{place, step}]; g != nil {
				return fmt.Sprintf("%.0f (%d)", 100*g.Utilization, g.N)
			}
			return ""
		})
	}
	fmt.Fprintf(out, "\n## The differences\n\nBy how many percent the %s is longer than under %s: the least and the most over the loads. Not all of these are told from chance; the rows beside this page have each with its interval.\n", s.Figure, base)
	for _, middle := range t.middles {
		s.writeTable(out, t, middle, t.named[middle], func(place, algorithm string) string {
			if x, ok := t.span[[2]string{place, algorithm}]; ok {
				if least, most := signed(x[0]), signed(x[1]); least != most {
					return least + " to " + most
				}
				return signed(x[0])
			}
			return ""
		})
	}
}

// writeTable writes a table with a row for each place that has the given middle
// levels. The given function returns the content of a cell.
func (s *SourceStudy) writeTable(out *strings.Builder, t *tables, middle string, columns []string, field func(place, column string) string) {
	fmt.Fprintf(out, "\n| %s |", s.name(middle))
	for _, c := range columns {
		fmt.Fprintf(out, " %s |", s.name(c))
	}
	out.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, place := range t.places {
		first, m, last := split(place)
		if m != middle {
			continue
		}
		fmt.Fprintf(out, "| %s |", strings.TrimSuffix(s.name(first)+", "+s.name(last), ", "))
		for _, c := range columns {
			fmt.Fprintf(out, " %s |", field(place, c))
		}
		out.WriteString("\n")
	}
}

// signed formats a percentage with its sign and without decimals.
func signed(x float64) string {
	text := strconv.FormatFloat(x, 'f', 0, 64)
	switch {
	case text == "0" || text == "-0":
		return "0"
	case x > 0:
		return "+" + text
	}
	return strings.Replace(text, "-", "−", 1)
}
