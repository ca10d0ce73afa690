package edit

import (
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/policy"
)

// WithWeight asks for the run with another weight of a part.
func (m *EditPanel) WithWeight(key, value string) *message.Load {
	base := m.Request.Base
	if m.Request.Slider != key || base == nil { // all moves of one slider are compared with what was before the first
		base = m.Run
		m.Edits.Break()
	}
	asked := m.Change(policy.Assign(m.Asked.Overrides, m.Policy.WeightPath(key), value))
	m.Request.Slider, m.Request.Base, m.Request.Key = key, base, "weight "+key
	return asked
}
