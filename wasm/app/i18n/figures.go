package i18n

// Figure returns the name that the page gives to a figure of core/metrics. If the
// page has no name for it, Figure returns the key.
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
