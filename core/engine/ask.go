package engine

import "hopyard/core/queue"

// Accounts is what the discipline counts now: limits, or S1's shares and
// reserves. It is nil if the discipline counts nothing.
func (e *Engine) Accounts() []queue.Account { return e.queue.Accounts(e.now, e.state) }

// Table is S1's job table: all jobs that wait or run now. It is nil under
// other disciplines.
func (e *Engine) Table() []queue.Row { return e.queue.Table(e.now, e.state) }
