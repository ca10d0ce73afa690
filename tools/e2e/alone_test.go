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

// placed has the names of the running tests that said whether they run alone.
var placed sync.Map

// alone keeps the test from running beside others, since it holds something to a
// time. It must come before the test opens a page.
func alone(t *testing.T) {
	t.Helper()
	if _, late := placed.LoadOrStore(t.Name(), true); late {
		t.Fatal("the test runs beside others already: say alone(t) in its first line")
	}
	t.Cleanup(func() { placed.Delete(t.Name()) })
}

// amongOthers lets the test run beside others from here on. What a subtest does is
// for its test to say: it may go on with a page of the subtest before.
func amongOthers(t *testing.T) {
	if strings.Contains(t.Name(), "/") {
		return
	}
	if _, already := placed.LoadOrStore(t.Name(), true); already {
		return
	}
	t.Cleanup(func() { placed.Delete(t.Name()) })
	t.Parallel()
}

// asManyAsCores makes go test run as many of these tests at a time as there are
// cores, whatever GOMAXPROCS says: the work is done by browsers, not by Go. A flag
// -parallel has its way. More would only wait for each other.
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
