//go:build js && wasm

package own

// trial is the test of the policy in the editor on drawn workloads.
type trial struct{}

func (d *Desk) listenToTrial() {}

func (d *Desk) showTrial() {}
