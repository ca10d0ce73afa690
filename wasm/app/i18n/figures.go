package i18n

// Figure is what a figure of core/metrics is called on the page; its key if the
// page has no name for it.
func (c *Catalog) Figure(key string) string {
	if t, ok := figures[key]; ok {
		return c.Say(t)
	}
	return key
}

var figures = map[string]Text{
	"mean_wait": FigureWait, "utilization": FigureUtilization, "mean_bounded_slowdown": FigureSlowdown,
	"mean_hops_per_pair": FigureHops, "fragmentation": FigureFragmentation, "makespan": FigureMakespan,
}
