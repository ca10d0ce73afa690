//go:build !linux

package main

// limitMemory ignores the limit, because this operating system does not support
// memory limits.
func limitMemory(uint64) {}
