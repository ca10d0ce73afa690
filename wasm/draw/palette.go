package draw

import (
	"fmt"
	"strings"
)

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
