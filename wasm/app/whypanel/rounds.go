package whypanel

import (
	"strconv"
	"strings"

	"hopyard/core/queue"
	"hopyard/core/workload"
	"hopyard/wasm/app/i18n"
	"hopyard/wasm/app/narrative"
)

// roundRules returns the capacity tests of the forming of the batch that contains
// the given job. There is a test for each number of jobs that was tried (Njob in
// source S0).
func (m WhyPanel) roundRules(id workload.JobID) []Rule {
	r := m.Round(id)
	if r == nil {
		return nil
	}
	var out []Rule
	for _, k := range narrative.Shown(len(r.Needs)) {
		if k < 0 {
			out = append(out, Rule{false, "…", ""})
			continue
		}
		ok, sign := r.Needs[k] <= r.Have, " > "
		if ok {
			sign = " ≤ "
		}
		out = append(out, Rule{ok, m.Words.HTML(i18n.RuleNjob, i18n.S("n", m.Words.Int(int64(len(r.Jobs)-k)))),
			m.Words.Int(int64(r.Needs[k])) + sign + m.Words.Int(int64(r.Have))})
	}
	return out
}

// roundRecord returns the record of the forming of a batch as a line of JSON.
func (m WhyPanel) roundRecord(r *queue.Round) string {
	numbers := func(n int, at func(int) int64) string {
		var list []string
		for i := range n {
			list = append(list, strconv.FormatInt(at(i), 10))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	return `{"round":{"jobs":` + numbers(len(r.Jobs), func(i int) int64 { return m.Number(r.Jobs[i]) }) +
		`,"njob":` + numbers(len(r.Needs), func(i int) int64 { return int64(len(r.Jobs) - i) }) +
		`,"p_job":` + numbers(len(r.Needs), func(i int) int64 { return int64(r.Needs[i]) }) +
		`,"n_node":` + strconv.Itoa(int(r.Have)) + "}}\n"
}
