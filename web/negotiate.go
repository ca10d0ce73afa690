package web

import (
	"strconv"
	"strings"
)

// codings lists the content codings in the server's order of preference. The order
// decides between codings with equal weights.
var codings = [...]string{"br", "gzip", "identity"}

// choose returns the coding with the highest weight in an Accept-Encoding header
// (RFC 9110 12.5.3). If the header does not mention identity, identity has the
// lowest weight. If the client refuses every coding that exists, choose still
// returns identity, because every client can read it.
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

// weigh parses a header such as "gzip;q=0.8, br". It returns the weight of each
// coding (-1 if the header does not mention it) and the weight of "*". A weight
// that cannot be parsed counts as 0, so that no client gets a coding that it may
// not understand. weigh allocates nothing.
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

// quality parses a weight such as "q=0.8". An empty string means weight 1.
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
