package web

import (
	"strconv"
	"strings"
)

// codings in order of our own liking, which decides between equal weights.
var codings = [...]string{"br", "gzip", "identity"}

// choose picks the coding with the highest weight of an Accept-Encoding header
// (RFC 9110 12.5.3). A client that does not name identity takes it last. One
// that refuses all we have gets identity all the same, which it can read.
func choose(accept []string, forms map[string]form) string {
	weights, others := weigh(accept)
	best, bestWeight := "identity", 0.0
	for i, coding := range codings {
		if _, ok := forms[coding]; !ok {
			continue
		}
		weight := weights[i]
		if weight < 0 {
			weight = 0
			if coding != "identity" {
				weight = others
			}
		}
		if weight > bestWeight {
			best, bestWeight = coding, weight
		}
	}
	return best
}

// weigh parses "gzip;q=0.8, br" into the weights of codings, -1 for those that
// are not named, and that of "*". A weight that cannot be read counts as 0, so
// that no client gets a coding it may not know. It allocates nothing.
func weigh(accept []string) (weights [len(codings)]float64, others float64) {
	for i := range weights {
		weights[i] = -1
	}
	for _, line := range accept {
		for item := range strings.SplitSeq(line, ",") {
			coding, params, _ := strings.Cut(item, ";")
			coding = strings.TrimSpace(coding)
			if strings.EqualFold(coding, "x-gzip") {
				coding = "gzip"
			}
			if coding == "*" {
				others = quality(params)
			}
			for i, ours := range codings {
				if strings.EqualFold(coding, ours) {
					weights[i] = quality(params)
				}
			}
		}
	}
	return weights, others
}

// quality reads "q=0.8"; without it, the weight is 1.
func quality(params string) float64 {
	params = strings.TrimSpace(params)
	if params == "" {
		return 1
	}
	if len(params) < 2 || !strings.EqualFold(params[:2], "q=") {
		return 0
	}
	value, err := strconv.ParseFloat(params[2:], 64)
	if err != nil || !(value >= 0 && value <= 1) {
		return 0
	}
	return value
}
