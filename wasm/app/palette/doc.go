// Package palette is the command palette, in which readers find commands by name or
// subject. The commands are actions, settings, learning paths, lessons, exports,
// policies, jobs and moments of the run.
//
// Entries returns all commands that match a search text, as a ranked list of
// [Command] values. The field Do of a command identifies it for the page, such as
// "lesson:2". PaletteHTML writes the list.
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
