//go:build !linux

package league

// limitMemory ignores the limit, because this operating system does not support
// memory limits.
func limitMemory(uint64) {}
