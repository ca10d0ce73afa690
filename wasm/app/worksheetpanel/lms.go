package worksheetpanel

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"hopyard/core/linkcodec"
	"hopyard/core/quiz"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/html"
)

// Student returns a pseudonym for a student whose id comes from a learning
// management system. The pseudonym is a hash of the worksheet and the id, so that
// no file reveals the id.
func (p *WorksheetPanel) Student(id string) string {
	sum := fnv.New128a()
	io.WriteString(sum, p.about.Hash+"\n"+id)
	return fmt.Sprintf("%x", sum.Sum(nil))[:16]
}

// MaxSuspend is the maximum number of characters that SCORM 1.2 allows for storing
// a student's work.
const MaxSuspend = 4096

// Suspend returns the text from Keep in compressed form, which a learning
// management system can store. If the worksheet is very long, the text contains
// only as many answers as fit.
func (p *WorksheetPanel) Suspend() string {
	lines := strings.Split(p.Keep(), "\n")
	for n := len(lines); n > 0; n-- {
		packed := linkcodec.Deflate([]byte(strings.Join(lines[:n], "\n")), "")
		if text := "1" + base64.RawURLEncoding.EncodeToString(packed); len(text) <= MaxSuspend {
			return text
		}
	}
	return ""
}

// Resumed returns the uncompressed form of a text that Suspend made. It returns ""
// for any other text.
func Resumed(text string) string {
	if !strings.HasPrefix(text, "1") || len(text) > MaxSuspend {
		return ""
	}
	packed, err := base64.RawURLEncoding.DecodeString(text[1:])
	if err != nil {
		return ""
	}
	kept, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), 1<<18))
	if err != nil {
		return ""
	}
	return string(kept)
}

// Interaction returns the student's latest answer as fields of the SCORM record
// cmi.interactions.n. It also returns the index n.
func (p *WorksheetPanel) Interaction() (n int, fields [][2]string) {
	n = len(p.notes) - 1
	if n < 0 {
		return n, nil
	}
	x := &p.notes[n]
	name, _, _ := strings.Cut(x.id, "@")
	kind, response, result := "fill-in", strings.Trim(x.value, `"`), "wrong"
	k, _ := quiz.KindOf(name)
	switch {
	case x.value == "":
		result = "neutral"
	case x.right:
		result = "correct"
	}
	if _, err := strconv.ParseFloat(x.value, 64); err == nil && k != quiz.Start && k != quiz.Place {
		kind = "numeric"
	}
	if len(response) > 255 {
		response = response[:255]
	}
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, fmt.Sprintf("item%d_%s", x.item+1, x.id))
	weight := int32(0)
	if p.about != nil {
		weight = p.about.Points[x.item]
	}
	return n, [][2]string{
		{"id", id}, {"type", kind}, {"student_response", response}, {"result", result}, {"weighting", strconv.Itoa(int(weight))}, {"latency", Span(x.seconds)},
	}
}

// Score returns the score as a number out of 100, and whether the score is known.
// The number is "" if no points can be achieved in the worksheet.
func (p *WorksheetPanel) Score() (string, bool) {
	if p.marks == nil || p.marks.Of == 0 {
		return "", p.marks != nil
	}
	return strconv.FormatFloat(float64(int(float64(p.marks.Halves)/float64(p.marks.Of)*10000+0.5))/100, 'f', -1, 64), true
}

// Delivery states how far the page has come in sending the score to a learning
// management system.
type Delivery uint8

// The possible values of Delivery. NoSystem means that there is no learning
// management system.
const (
	NoSystem Delivery = iota
	Sending
	Sent
	Refused
)

// deliveryHTML returns a message that tells the student whether the score was sent.
func (p *WorksheetPanel) deliveryHTML() html.HTML {
	c := p.Words
	id := html.ID("sheet-sent")
	switch p.Delivery {
	case Sending:
		return html.P(id, html.Attr{"role", "status"}, c.HTML(i18n.SheetSending))
	case Sent:
		if p.marks == nil || p.marks.Of == 0 {
			return ""
		}
		return html.P(id, html.Class("right"), html.Attr{"role", "status"}, html.B(c.HTML(i18n.SheetSent)))
	}
	why := ""
	if p.Refusal != "" {
		why = " (" + p.Refusal + ")"
	}
	return html.P(id, html.Class("wrong"), html.Attr{"role", "alert"}, html.B(c.HTML(i18n.SheetNotSent, i18n.S("why", why))))
}

// Span returns a duration in the format HHHH:MM:SS.SS of SCORM 1.2.
func Span(seconds float64) string {
	n := int(seconds * 100)
	return fmt.Sprintf("%04d:%02d:%02d.%02d", min(n/360000, 9999), n/6000%60, n/100%60, n%100)
}

// LaunchHTML returns the content of the first dialog for a student whom a learning
// management system has identified.
func (p *WorksheetPanel) LaunchHTML() html.HTML {
	c := p.Words
	text := c.HTML(i18n.SheetBegin)
	if _, notes := p.read(); len(notes) > 0 {
		text = c.HTML(i18n.SheetGoOn, c.N("done", int64(len(notes))), c.N("n", int64(p.All())))
	}
	return p.aboutHTML() + html.P(html.Class("small"), c.HTML(i18n.SheetLaunched)) + html.Div(html.Class("row"), p.button("launch", text, "primary"))
}
