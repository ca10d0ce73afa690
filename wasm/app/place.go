package app

import (
	"strconv"

	"hopyard/core/workload"
	"hopyard/wasm/app/model"
)

// ItemPlace returns the region that an item of a list, tree or grid stands for. The
// item is identified in the document by a data attribute: its name (attribute) and
// its value.
func (m *App) ItemPlace(attribute, value string) model.Region {
	p := model.Nowhere()
	switch attribute {
	case "data-id", "data-line":
		if n, err := strconv.Atoi(value); err == nil {
			return model.JobPlace(workload.JobID(n))
		}
	case "data-tree":
		for _, item := range m.Machine.TreeItems() {
			if item.Key == value {
				return item.Place
			}
		}
	case "data-cell":
		return m.Timeline.GridPlace()
	}
	return p
}
