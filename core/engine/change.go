package engine

import "hopyard/core/simtime"

// changeAt is when the machine next changes, or simtime.Never.
func (e *Engine) changeAt() simtime.Time { return simtime.Never }

// change lets the machine change as it does now, and reports whether it did.
func (e *Engine) change() bool { return false }
