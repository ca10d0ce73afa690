package app

import "hopyard/wasm/app/words"

// BrokenText says that the worker has stopped for good.
func (m *Model) BrokenText() string { return m.Words.Say(words.Broken) }
