package main

import "syscall"

// limitMemory lets this process take no more memory than so many bytes: what it asks
// for beyond ends it.
func limitMemory(bytes uint64) {
	var now syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &now) == nil {
		now.Cur = min(bytes, now.Max)
		_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &now) // without the limit it runs, too
	}
}
