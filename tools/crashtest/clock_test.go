package crashtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// wall lists the functions of package time and the methods of time.Time that use
// the wall clock. A value of time.Now also contains the time of the monotonic
// clock, which cannot be set. Since, Sub, timers and deadlines use the monotonic
// clock.
var wall = struct{ functions, methods []string }{
	[]string{"Unix", "UnixMilli", "UnixMicro", "Date", "Parse", "ParseInLocation"},
	[]string{"Unix", "UnixMilli", "UnixMicro", "UnixNano", "Clock", "Weekday", "YearDay"},
}

// TestNothingReadsTheClock checks that the code that serves requests does not read
// the time of day, so that a clock change cannot affect the server. It reads the
// source code because a test cannot set the clock of a machine. Rooms are exempt:
// they end at a time of day, which must survive a restart, so a clock change makes
// them end sooner or later.
func TestNothingReadsTheClock(t *testing.T) {
	files := 0
	err := fs.WalkDir(os.DirFS("../.."), "web", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "web/rooms/") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "../../"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		timed := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"time"` })
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok || !timed {
				return true
			}
			names := wall.methods
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "time" {
				names = wall.functions
			}
			if slices.Contains(names, s.Sel.Name) {
				t.Errorf("%s: %s looks at the clock on the wall", set.Position(s.Pos()), s.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files of the server: none asks for the time of day", files)
	if files < 10 {
		t.Error("those are not all")
	}
}

// TestClockAhead checks that the server works as usual if the monotonic clock and
// the boot-time clock are ten years ahead.
func TestClockAhead(t *testing.T) {
	tool(t, "unshare")
	ahead := []string{"unshare", "-T", "--monotonic", "315360000", "--boottime", "315360000"}
	if out, err := exec.Command(ahead[0], append(ahead[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("no clocks of our own: %s", out)
	}
	data, links := stocked(t, 10)
	s := launch(t, data, append(ahead, "--fork", "--kill-child")...)
	s.serves(links...)
	if _, fresh, err := s.post(example(1000)); err != nil || !fresh {
		t.Errorf("a new link: %v, %v", fresh, err)
	}
	t.Logf("ten years ahead: %d links open and a new one is made", len(links))
}
