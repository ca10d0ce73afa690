// Package palette finds what can be done by its name, or by what it is about: actions,
// settings, paths, lessons, exports, policies, jobs and moments.
package palette

import (
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/app/view"
)

// Panel is the palette of commands.
type Panel struct {
	*view.Model
	Policy   *policy.Panel
	Settings settings.Panel
	Lessons  *lessons.Panel
}
