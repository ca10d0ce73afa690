package app

import "hopyard/wasm/app/words"

// NewVersionHTML offers a new version of the page: buttons data-take and
// data-leave.
func (m *Model) NewVersionHTML() string {
	say := m.Words.Say
	return `<span>` + say(words.NewVersion) + `</span><button type="button" class="primary" data-take>` + say(words.TakeVersion) +
		`</button><button type="button" data-leave>` + say(words.LeaveVersion) + `</button>`
}
