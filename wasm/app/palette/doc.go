// Package palette finds what can be done by its name: actions, settings,
// lessons, policies, jobs and moments.
package palette

import (
	"hopyard/wasm/app/policy"
	"hopyard/wasm/app/settings"
	"hopyard/wasm/app/view"
)

// Panel is the palette of commands.
type Panel struct {
	*view.Model
	Policy   *policy.Panel
	Settings settings.Panel
}
