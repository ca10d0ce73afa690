package web

import (
	"strconv"
	"strings"
)

// codings in order of our own liking, which decides between equal weights.
var codings = []string{"br", "gzip", "identity"}

// choose picks the coding with the highest weight of an Accept-Encoding header
// (RFC 9110 12.5.3). A client that does not name identity takes it last. One
// that refuses all we have gets identity all the same, which it can read.
func choose(accept []string, forms map[string]form) string {
	weights := weigh(accept)
	best, bestWeight := "identity", 0.0
	for _, coding := range codings {
		if _, ok := forms[coding]; !ok {
			continue
		}
		weight, named := weights[coding]
		if !named && coding != "identity" {
			weight = weights["*"]
		}
		if weight > bestWeight {
			best, bestWeight = coding, weight
		}
	}
	return best
}

// weigh parses "gzip;q=0.8, br". A weight that cannot be read counts as 0, so
// that no client gets a coding it may not know.
func weigh(accept []string) map[string]float64 {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		coding, params, _ := strings.Cut(item, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		if coding == "" {
			continue
		}
		weight := 1.0
		if params = strings.ToLower(strings.TrimSpace(params)); params != "" {
			q, ok := strings.CutPrefix(params, "q=")
			value, err := strconv.ParseFloat(q, 64)
			if !ok || err != nil || !(value >= 0 && value <= 1) {
				value = 0
			}
			weight = value
		}
		if coding == "x-gzip" {
			coding = "gzip"
		}
		weights[coding] = weight
	}
	return weights
}

// matches compares an If-None-Match header with a tag, weakly as it must.
func matches(tags []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(tags, ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}
