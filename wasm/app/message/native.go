package message

// Limits of a trace that runs in the engine behind `hopyard serve` instead of the
// page's own worker.
const (
	NativeJobs  = 5_000_000
	NativeBytes = 2 << 30
)

// Protocol identifies the messages of this package. The page and `hopyard serve` are
// separate programs, possibly of different versions. They work together only if
// their values are equal. TestProtocol derives the value from the source of this
// package, and prints the new value when a message has changed.
const Protocol = 0xa259783e
