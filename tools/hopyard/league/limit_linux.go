package league

import "syscall"

// limitMemory limits the memory of this process to the given number of bytes. If
// the process requests more memory, it ends.
func limitMemory(bytes uint64) {
	var now syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &now) == nil {
		now.Cur = min(bytes, now.Max)
		_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &now) // on failure, the process runs without the limit
	}
}
