// Package palette finds what can be done by its name, or by what it is about: actions,
// settings, paths, lessons, exports, policies, jobs and moments.
package palette

import (
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
)

// CommandPalette is the palette of commands.
type CommandPalette struct {
	*model.Model
	Policy   *policy.PolicyPanel
	Settings settings.SettingsPanel
	Lessons  *lessons.LessonsPanel
}
