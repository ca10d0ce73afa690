package checkworker

import (
	"testing"

	"hopyard/core/script"
	"hopyard/scenarios"
	"hopyard/wasm/app/message"
	"hopyard/wasm/app/simworker"
)

// BenchmarkTyped measures the worker's time between a key press in the policy
// editor and the new schedule, for the first lesson.
func BenchmarkTyped(b *testing.B) {
	var d simworker.Dispatcher
	run := func(l *message.Load) {
		d.Handle(l.Pack())
		for d.Busy() {
			d.Work(32)
		}
		d.Answers()
	}
	run(&message.Load{Serial: 1, Form: message.JSON, Text: string(scenarios.All()[0].Source), At: -1, Job: -1})
	for i := range b.N {
		l := message.Load{Serial: int32(i) + 2, Job: -1, At: 360000}
		l.Program, l.Roles = script.Examples()[2].Source, 1
		run(&l)
	}
}
