package main

import (
	"context"
	"fmt"

	"hopyard/core/scenario"
	"hopyard/scenarios"
	"hopyard/web/headers"
	"hopyard/web/picture"
)

// makeSitePicture makes the preview picture of the site. Chat programs show it for
// every short link if the server of the site does not draw pictures. It shows the
// first lesson under the title of the whole site.
func makeSitePicture(string) (contents, error) {
	s, err := scenario.Parse(scenarios.All()[0].Source)
	if err != nil {
		return nil, err
	}
	s.Title = "Hopyard: job scheduling, step by step"
	drawn, err := picture.Draw(context.Background(), s.Canonical(), "")
	if err != nil {
		return nil, fmt.Errorf("the picture of the site: %w", err)
	}
	return contents{headers.Still: drawn}, nil
}
