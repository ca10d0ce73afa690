// Command vettool runs the checks of go vet and of staticcheck in one pass. The go
// command starts it for each package:
//
//	go build -o .cache/vettool ./tools/lint/vettool
//	go vet -vettool=.cache/vettool ./...
package main

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/appends"
	"golang.org/x/tools/go/analysis/passes/asmdecl"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/atomic"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/buildtag"
	"golang.org/x/tools/go/analysis/passes/cgocall"
	"golang.org/x/tools/go/analysis/passes/composite"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/defers"
	"golang.org/x/tools/go/analysis/passes/directive"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/framepointer"
	"golang.org/x/tools/go/analysis/passes/hostport"
	"golang.org/x/tools/go/analysis/passes/httpresponse"
	"golang.org/x/tools/go/analysis/passes/ifaceassert"
	"golang.org/x/tools/go/analysis/passes/loopclosure"
	"golang.org/x/tools/go/analysis/passes/lostcancel"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/sigchanyzer"
	"golang.org/x/tools/go/analysis/passes/slog"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/stdversion"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/testinggoroutine"
	"golang.org/x/tools/go/analysis/passes/tests"
	"golang.org/x/tools/go/analysis/passes/timeformat"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
	"golang.org/x/tools/go/analysis/passes/waitgroup"
	"golang.org/x/tools/go/analysis/unitchecker"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

// vet lists the analyzers of cmd/vet.
var vet = []*analysis.Analyzer{
	appends.Analyzer,
	asmdecl.Analyzer,
	assign.Analyzer,
	atomic.Analyzer,
	bools.Analyzer,
	buildtag.Analyzer,
	cgocall.Analyzer,
	composite.Analyzer,
	copylock.Analyzer,
	defers.Analyzer,
	directive.Analyzer,
	errorsas.Analyzer,
	framepointer.Analyzer,
	httpresponse.Analyzer,
	hostport.Analyzer,
	ifaceassert.Analyzer,
	loopclosure.Analyzer,
	lostcancel.Analyzer,
	nilfunc.Analyzer,
	printf.Analyzer,
	shift.Analyzer,
	sigchanyzer.Analyzer,
	slog.Analyzer,
	stdmethods.Analyzer,
	stdversion.Analyzer,
	stringintconv.Analyzer,
	structtag.Analyzer,
	tests.Analyzer,
	testinggoroutine.Analyzer,
	timeformat.Analyzer,
	unmarshal.Analyzer,
	unreachable.Analyzer,
	unsafeptr.Analyzer,
	unusedresult.Analyzer,
	waitgroup.Analyzer,
}

func main() {
	if skipped(os.Args) {
		return
	}
	analyzers := append(vet, unusedCode)
	for _, list := range [][]*lint.Analyzer{simple.Analyzers, staticcheck.Analyzers, stylecheck.Analyzers} {
		for _, a := range list {
			if !a.Doc.NonDefault {
				analyzers = append(analyzers, a.Analyzer)
			}
		}
	}
	unitchecker.Main(analyzers...)
}

// skipped reports whether a package need not be analyzed, and if so writes an empty
// file of facts for it. Facts are results that the analysis of other packages uses.
// A package is skipped if the go command asks only for its facts and one of two
// conditions holds. Either the package belongs to the standard library or another
// module. Or the target is the browser; in this case the native run has already
// used the facts. Collecting the skipped facts would take twenty times as long as
// all checks here. The checks that need them (use of deprecated functions, formats
// passed to wrappers of Printf, functions that never return) are left to
// staticcheck itself, which make soak runs.
func skipped(args []string) bool {
	if len(args) != 2 || !strings.HasSuffix(args[1], ".cfg") {
		return false
	}
	raw, err := os.ReadFile(args[1])
	if err != nil {
		return false // unitchecker reports the error
	}
	var unit struct {
		ImportPath, VetxOutput string
		VetxOnly               bool
	}
	if json.Unmarshal(raw, &unit) != nil || !unit.VetxOnly || strings.HasPrefix(unit.ImportPath, "hopyard") && os.Getenv("GOOS") != "js" {
		return false
	}
	return os.WriteFile(unit.VetxOutput, nil, 0o666) == nil
}

// unusedCode reports the findings of staticcheck's check U1000, unused code. The
// analyzer of staticcheck only returns findings, because the command staticcheck
// merges those for a package without its tests and with them. This analyzer reports
// the findings for the package with its tests.
var unusedCode = &analysis.Analyzer{
	Name:     "U1000",
	Doc:      "report unused code",
	Requires: []*analysis.Analyzer{unused.Analyzer.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		if hasMoreFiles(pass) {
			return nil, nil
		}
		for _, object := range pass.ResultOf[unused.Analyzer.Analyzer].(unused.Result).Unused {
			for _, file := range pass.Files {
				if f := pass.Fset.File(file.Pos()); f.Name() == object.Position.Filename {
					pass.Reportf(f.LineStart(object.Position.Line), "%s %s is unused (U1000)", object.Kind, object.Name)
				}
			}
		}
		return nil, nil
	},
}

// hasMoreFiles reports whether the folder of the package has test files of the same
// package that are not part of this pass.
func hasMoreFiles(pass *analysis.Pass) bool {
	names := map[string]bool{}
	dir := ""
	for _, f := range pass.Files {
		name := pass.Fset.File(f.Pos()).Name()
		names[name], dir = true, filepath.Dir(name)
	}
	tests, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	return slices.ContainsFunc(tests, func(name string) bool {
		if names[name] {
			return false
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		return err == nil && f.Name.Name == pass.Pkg.Name()
	})
}
