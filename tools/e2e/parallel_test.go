package e2e

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// parallel holds the names of the running tests that run in parallel with others.
var parallel sync.Map

// amongOthers lets the test run in parallel with others from now on. It does
// nothing in subtests, which run sequentially, because a subtest may continue with
// the page of the preceding one.
func amongOthers(t *testing.T) {
	if strings.Contains(t.Name(), "/") {
		return
	}
	if _, already := parallel.LoadOrStore(t.Name(), true); already {
		return
	}
	t.Cleanup(func() { parallel.Delete(t.Name()) })
	t.Parallel()
}

// asManyAsCores makes go test run as many tests in parallel as there are cores,
// regardless of GOMAXPROCS, because browsers do the work, not Go. The flag
// -parallel takes precedence.
func asManyAsCores() {
	for _, arg := range os.Args {
		if strings.HasPrefix(strings.TrimLeft(arg, "-"), "test.parallel=") {
			return
		}
	}
	if err := flag.Set("test.parallel", strconv.Itoa(runtime.NumCPU())); err != nil {
		panic(err)
	}
}
