package edit

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policy"
)

// WithWeight requests a run in which a part of the priority has another weight. key
// identifies the part.
func (m *EditPanel) WithWeight(key, value string) *message.Load {
	base := m.Request.Base
	if m.Request.Slider != key || base == nil { // all moves of a slider are compared with the run before its first move
		base = m.Run
		m.Edits.Break()
	}
	asked := m.Change(policy.Assign(m.Asked.Overrides, m.Policy.WeightPath(key), value))
	m.Request.Slider, m.Request.Base, m.Request.Key = key, base, "weight "+key
	return asked
}
