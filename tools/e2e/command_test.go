package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// built holds the folder of the compiled command hopyard. It is compiled when a
// test first needs it; TestMain removes the folder.
var built struct {
	once   sync.Once
	folder string
	err    error
}

func build() {
	if built.folder, built.err = os.MkdirTemp("", "hopyard-e2e-"); built.err != nil {
		return
	}
	out, err := exec.Command("go", "build", "-pgo=off", "-o", built.folder, "hopyard/tools/hopyard").CombinedOutput()
	if err != nil {
		built.err = fmt.Errorf("compiling hopyard: %w\n%s", err, out)
	}
}

// hopyard runs the command hopyard and returns its output.
func hopyard(t *testing.T, args ...string) []byte {
	t.Helper()
	built.once.Do(build)
	must(t, built.err)
	cmd := exec.Command(filepath.Join(built.folder, "hopyard"), args...)
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("hopyard %q: %v\n%s", args, err, out)
	}
	return out
}
