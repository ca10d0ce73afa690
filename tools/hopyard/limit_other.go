//go:build !linux

package main

// limitMemory does nothing, since this system offers no such limit.
func limitMemory(uint64) {}
