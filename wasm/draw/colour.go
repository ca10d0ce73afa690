package draw

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
)

// Colour is an index into the palette.
type Colour uint8

// The fixed colours. Each is a CSS custom property with the name that Tokens lists.
const (
	None     Colour = iota // nothing is painted
	Panel                  // background of everything
	Ink                    // text and the time cursor
	Soft                   // secondary text, outlines of switches
	Line                   // links, rules and the track of the slider
	Free                   // unused nodes
	Band                   // background of every other group of rows
	Accent                 // what happens at the current time
	Tint                   // faint accent, behind what happens at the current time
	Good                   // the start of a job
	Bad                    // a killed job, a node that is down
	Promised               // pattern of nodes or times that are promised but not in use yet
	Warm1                  // a link with a load below half of its capacity; if loads are unknown, a link that one job crosses; no job has this colour
	Warm2                  // a link with a load up to its capacity; if loads are unknown, a link that two jobs cross
	Warm3                  // a link that would need more than its capacity; if loads are unknown, a link that three or more jobs cross
	firstJob               // the first of JobColours fills, which are followed by as many light colours and as many text colours
)

// JobColours is the number of jobs with consecutive numbers that have different
// colours: seven hues (the Okabe–Ito palette without black) in two shades.
const JobColours = 14

// NumColours is the number of colours in a palette.
const NumColours = int(firstJob) + 3*JobColours

// JobColour returns the colour that fills a job. Jobs with consecutive numbers have
// different colours. Jobs that share a colour are distinguished by the job numbers
// written beside them.
func JobColour(id workload.JobID) Colour {
	return firstJob + Colour(uint32(id)%JobColours)
}

// Light returns the lighter variant of a job's colour, which shows the time that
// the job may still use.
func (c Colour) Light() Colour {
	if c < firstJob || c >= firstJob+JobColours {
		return c
	}
	return c + JobColours
}

// On returns a colour for text that is legible on the given fill.
func (c Colour) On() Colour {
	if c < firstJob || c >= firstJob+JobColours {
		return Ink
	}
	return c + 2*JobColours
}

var fixedTokens = [...]string{
	None: "none", Panel: "panel", Ink: "ink", Soft: "soft", Line: "line", Free: "free", Band: "band",
	Accent: "accent", Tint: "tint", Good: "good", Bad: "bad", Promised: "promised",
	Warm1: "warm1", Warm2: "warm2", Warm3: "warm3",
}

// String returns the name of the colour. A fixed colour has a name such as
// "accent". The three colours of a job have names such as "job3" (the fill),
// "job3-light" and "job3-on" (the text).
func (c Colour) String() string {
	if c < firstJob {
		return fixedTokens[c]
	}
	i := int(c - firstJob)
	return fmt.Sprintf("job%d%s", i%JobColours, [...]string{"", "-light", "-on", "?"}[min(i/JobColours, 3)])
}

// Tokens returns the names of the CSS custom properties that hold the palette, in
// the order of Colour and separated by spaces: "--none --panel …".
func Tokens() string {
	names := make([]string, NumColours)
	for c := range names {
		names[c] = "--" + Colour(c).String()
	}
	return strings.Join(names, " ")
}
