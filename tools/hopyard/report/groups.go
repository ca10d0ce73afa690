package report

import "slices"

// groups are S4's five criteria, then those of S1 to S3, and the figures of each.
var groups = []struct {
	name string
	keys []string
}{
	{"Performance", []string{"makespan", "mean_wait", "mean_response", "mean_slowdown", "mean_bounded_slowdown", "utilization", "lost_capacity", "fragmentation"}},
	{"Use of memory, disk and GPUs", []string{"memory_use", "disk_use", "gpu_use", "own_use"}},
	{"Balance of nodes", []string{"balance"}},
	{"Guaranteed service", []string{"max_wait", "p95_wait", "p99_wait", "max_slowdown", "overtaken", "killed", "failed", "rejected"}},
	{"Communication", []string{"comm_slowdown", "mean_pairwise_distance", "mean_max_distance", "mean_hops_per_pair", "mean_max_hops", "mean_pairwise_hops", "max_link_load", "mean_link_load"}},
	{"Deadlines", []string{"deadlines", "deadlines_kept", "mean_tardiness", "max_tardiness", "at_risk"}},
	{"Users and priorities", []string{"users", "fair_slowdown", "fair_share", "user_wait_max", "user_wait_min", "priorities", "wait_highest", "wait_lowest"}},
	{"Changes of size", []string{"growths", "rollbacks", "shrinks", "resubmissions", "growth_speedup", "node_hours", "node_hours_lost", "node_hours_frozen"}},
	{"Failures", []string{"failures", "requeues", "availability"}},
}

// groupOf is the criterion of a figure.
func groupOf(key string) string {
	for _, g := range groups {
		if slices.Contains(g.keys, key) {
			return g.name
		}
	}
	return "Count"
}
