// Package palette finds commands by name or subject: actions, settings, paths,
// lessons, exports, policies, jobs and moments.
//
// Entries ranks everything that matches a query and returns a list of [Command]
// values. Their field Do identifies the command for the page, such as "lesson:2".
// PaletteHTML writes the list.
package palette

import (
	"hopyard/wasm/app/lessons"
	"hopyard/wasm/app/model"
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
)

// CommandPalette finds commands.
type CommandPalette struct {
	*model.Model
	Policy   *policy.PolicyPanel
	Settings settings.SettingsPanel
	Lessons  *lessons.LessonsPanel
}
