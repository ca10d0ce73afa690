package draw

import (
	"fmt"
	"strings"

	"hopyard/core/workload"
)

// Colour is a place in the palette.
type Colour uint8

// The fixed colours. Each is a CSS custom property of the name in Tokens.
const (
	None     Colour = iota // nothing is painted
	Panel                  // behind everything
	Ink                    // text and the cursor
	Soft                   // lesser text, outlines of switches
	Line                   // links, rules, the track
	Free                   // what nobody uses
	Band                   // every other group of rows
	Accent                 // what happens now
	Tint                   // a breath of the accent, behind what happens now
	Good                   // a start
	Bad                    // a kill, a node that is down
	Promised               // hatching of what is only promised
	Warm1                  // a link that one job crosses: none of the jobs' colours,
	Warm2                  // two,
	Warm3                  // three or more
	firstJob               // JobColours fills, then as many lights, then as many inks
)

// JobColours is how many jobs in a row look different: seven hues (Okabe–Ito
// without black) in two shades.
const JobColours = 14

// NumColours is the length of a palette.
const NumColours = int(firstJob) + 3*JobColours

// JobColour is the fill of a job. Jobs that follow each other differ; job
// numbers beside the colours tell apart those that come around to the same.
func JobColour(id workload.JobID) Colour {
	return firstJob + Colour(uint32(id)%JobColours)
}

// Light is the fill's lighter sister, for time that a job may still use.
func (c Colour) Light() Colour {
	if c < firstJob || c >= firstJob+JobColours {
		return c
	}
	return c + JobColours
}

// On is the colour of text that is legible on the fill.
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

// String is the colour's name: "accent"; "job3", "job3-light" and "job3-on"
// for the colours of jobs.
func (c Colour) String() string {
	if c < firstJob {
		return fixedTokens[c]
	}
	i := int(c - firstJob)
	return fmt.Sprintf("job%d%s", i%JobColours, [...]string{"", "-light", "-on", "?"}[min(i/JobColours, 3)])
}

// Tokens are the CSS custom properties that hold the palette, by Colour,
// separated by spaces: "--none --panel …".
func Tokens() string {
	names := make([]string, NumColours)
	for c := range names {
		names[c] = "--" + Colour(c).String()
	}
	return strings.Join(names, " ")
}
