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
	Ink                    // text and the cursor
	Soft                   // secondary text, outlines of switches
	Line                   // links, rules, the scrubber's track
	Free                   // unused nodes
	Band                   // every other group of rows
	Accent                 // what happens now
	Tint                   // faint accent, behind what happens now
	Good                   // the start of a job
	Bad                    // a killed job, a node that is down
	Promised               // hatching of what is only promised
	Warm1                  // a link that one job crosses; unlike any job's colour
	Warm2                  // a link that two jobs cross
	Warm3                  // a link that three or more jobs cross
	firstJob               // JobColours fills, then as many light colours, then as many text colours
)

// JobColours is the number of consecutive jobs that look different: seven hues
// (Okabe–Ito without black) in two shades.
const JobColours = 14

// NumColours is the length of a palette.
const NumColours = int(firstJob) + 3*JobColours

// JobColour returns the colour that fills a job. Consecutive jobs differ; the job
// numbers beside the colours distinguish jobs that share a colour.
func JobColour(id workload.JobID) Colour {
	return firstJob + Colour(uint32(id)%JobColours)
}

// Light returns the lighter variant of a fill, for time that a job may still use.
func (c Colour) Light() Colour {
	if c < firstJob || c >= firstJob+JobColours {
		return c
	}
	return c + JobColours
}

// On returns the colour of text that is legible on the fill.
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

// String returns the colour's name: "accent"; "job3", "job3-light" and "job3-on"
// for the colours of jobs.
func (c Colour) String() string {
	if c < firstJob {
		return fixedTokens[c]
	}
	i := int(c - firstJob)
	return fmt.Sprintf("job%d%s", i%JobColours, [...]string{"", "-light", "-on", "?"}[min(i/JobColours, 3)])
}

// Tokens returns the CSS custom properties that hold the palette, in the order of
// Colour and separated by spaces: "--none --panel …".
func Tokens() string {
	names := make([]string, NumColours)
	for c := range names {
		names[c] = "--" + Colour(c).String()
	}
	return strings.Join(names, " ")
}
