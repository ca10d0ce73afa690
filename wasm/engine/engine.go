//go:build js && wasm

// Package engine runs the simulator in a Web Worker.
package engine

// Main serves the page's messages until the worker is closed.
func Main() { select {} }
