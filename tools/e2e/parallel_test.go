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

// parallel has the names of the running tests that have called t.Parallel.
var parallel sync.Map

// amongOthers lets the test run beside others from here on. Subtests run one after the
// other: one may go on with the page of the one before.
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

// asManyAsCores makes go test run as many of these tests at a time as there are cores,
// whatever GOMAXPROCS says: the work is done by browsers, not by Go. A flag -parallel
// overrides it.
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
