package app

import (
	"strconv"

	"hopyard/core/workload"
	"hopyard/wasm/app/model"
)

// ItemPlace returns the region of the pictures to which an item of a list, tree or
// grid refers. The item is identified by the name and the value of a data attribute
// in the document.
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
