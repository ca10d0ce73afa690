package engine_test

import (
	"strconv"
	"strings"

	"hopyard/core/elastic"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// elastic reads a growth rule, followed by any of
//
//	resubmit, idle, shrink       switches
//	stages=1,0,2,0,0,1,3         seconds of s1 to s7
//	launch=S rebuild=S restart=S bandwidth=BYTES
func (s *story) elastic(words []string) *elastic.GrowthPolicy {
	p := &elastic.GrowthPolicy{}
	for g := range elastic.NumGrowthRules {
		if g.String() == words[0] {
			p.Growth = g
		}
	}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		switch name {
		case "resubmit":
			p.Method = elastic.Resubmit
		case "idle":
			p.Idle = true
		case "shrink":
			p.Shrink = true
		case "stages":
			for i, v := range strings.Split(value, ",") {
				p.Costs.Stages[i] = simtime.Duration(s.int(v)) * simtime.Second
			}
		case "launch":
			p.Costs.Launch = simtime.Duration(s.int(value)) * simtime.Second
		case "rebuild":
			p.Costs.Rebuild = simtime.Duration(s.int(value)) * simtime.Second
		case "restart":
			p.Costs.Restart = simtime.Duration(s.int(value)) * simtime.Second
		case "bandwidth":
			p.Costs.Bandwidth = int64(s.int(value))
		default:
			s.t.Fatalf("no such word: %q", w)
		}
	}
	return p
}

// grows reads a job's malleability, MIN-MAX[:amdahl:0.05][:data:BYTES][:moldable].
func (s *story) grows(text string) *workload.Elastic {
	words := strings.Split(text, ":")
	low, high, _ := strings.Cut(words[0], "-")
	x := &workload.Elastic{Min: int32(s.int(low)), Max: int32(s.int(high))}
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "amdahl":
			i++
			x.Speedup.Model = workload.Amdahl
			x.Speedup.Serial, _ = strconv.ParseFloat(words[i], 64)
		case "data":
			i++
			x.Data = int64(s.int(words[i]))
		case "moldable":
			x.Moldable = true
		default:
			s.t.Fatalf("no such word: %q", words[i])
		}
	}
	return x
}
