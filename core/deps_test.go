package core_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers lists for each package of core which packages of this module it may
// import. A line "a: b c" means that package a may import only packages b and c.
// The list is a rule to keep, not a description of the imports that happen to
// exist.
const layers = `
.:
simtime:
detmath:
yamldoc:
topology:
topology/slurm: topology yamldoc
topology/topologytest: topology
workload: detmath simtime
slurmtext:
slurmstate: slurmtext topology topology/slurm yamldoc
slurmstate/slurmstatetest: slurmstate
workload/sacct: simtime slurmtext workload
workload/resampling: simtime workload
workload/traceformats: jsondoc simtime slurmtext workload workload/sacct
workload/traceformats/traceformatstest:
why: simtime workload
cluster: simtime topology workload
network: cluster simtime topology workload
alloc: alloc/nearest alloc/nearest/graph alloc/nearest/grid alloc/nearest/tree cluster topology why workload
alloc/nearest: cluster topology workload
alloc/nearest/tree: alloc/nearest cluster topology workload
alloc/nearest/grid: alloc/nearest cluster topology workload
alloc/nearest/graph: alloc/nearest cluster topology workload
alloc/nearest/nearesttest: alloc/nearest cluster topology workload
alloctest: alloc cluster topology why workload
trace: cluster simtime why workload
elastic: detmath simtime workload
profile: cluster simtime topology workload
faults: cluster detmath simtime topology workload
queue: alloc cluster profile simtime topology why workload
queue/batch: queue why workload
queue/manual: cluster queue simtime topology why workload
queue/deadline: cluster queue simtime why workload
queue/kueue: cluster queue simtime topology why workload
queue/slurmsched: alloc cluster detmath queue simtime topology why workload
queue/hybrid: alloc cluster profile queue simtime topology why workload
promises: policies queue simtime trace why workload
queuetest: alloc cluster elastic engine faults network policies promises queue queue/deadline queue/hybrid queue/kueue queue/manual queue/slurmsched simtime topology trace why workload
engine: alloc cluster elastic faults network queue simtime topology trace why workload
longrun: cluster metrics simtime trace workload
metrics: cluster network simtime topology topology/slurm trace why workload
policies: alloc queue queue/batch queue/deadline queue/hybrid queue/kueue queue/manual queue/slurmsched simtime topology why
jsondoc: simtime
linkcodec: jsondoc
scenario/schema: jsondoc simtime
scenario: alloc cluster elastic engine faults jsondoc linkcodec metrics network policies queue queue/deadline queue/kueue queue/manual queue/slurmsched scenario/schema simtime topology topology/slurm trace why workload workload/resampling
slurmrules: queue queue/slurmsched simtime slurmstate
scenario/linktest:
fidelity: alloc cluster engine experiment queue/slurmsched simtime slurmrules slurmstate slurmtext topology topology/slurm trace why workload workload/sacct
fidelity/fidelitytest: alloc cluster engine queue/slurmsched simtime topology trace why workload
pending: alloc cluster engine faults jsondoc queue queue/slurmsched scenario simtime slurmrules slurmstate slurmtext topology topology/slurm trace why workload workload/sacct
slurmshell: cluster engine jsondoc metrics queue queue/slurmsched scenario simtime slurmtext topology topology/slurm trace why workload
kube: cluster engine jsondoc policies queue queue/kueue scenario simtime slurmtext topology topology/slurm workload yamldoc
script/scriptapi:
script: alloc cluster detmath policies queue simtime topology why workload
variant: cluster engine metrics scenario simtime topology trace why workload
experiment: alloc cluster detmath elastic engine faults jsondoc metrics network queue scenario simtime topology trace why workload workload/resampling
quiz: alloc cluster elastic engine metrics network policies queue scenario simtime topology trace why workload
lowerbound: cluster engine network simtime topology workload
puzzle: engine lowerbound metrics quiz scenario simtime
scoreboard: engine lowerbound metrics queue queue/manual scenario simtime trace workload
goal: metrics scenario simtime trace why workload
goaltest: goal quiz scenario workload
worksheet: cluster engine jsondoc quiz scenario simtime variant workload
policycheck: alloc cluster engine experiment metrics policies promises queue scenario script simtime trace why workload
gpushare: detmath
internal/goldentest:
soaktest:
`

// banned maps each package that core must not import to the reason. These packages
// bring in clocks, files, networks or unseeded randomness.
var banned = map[string]string{
	"time":       "simulated time is simtime",
	"os":         "callers do the I/O",
	"net":        "callers do the I/O",
	"net/http":   "callers do the I/O",
	"math/rand":  "use math/rand/v2 with a seeded source",
	"sync":       "core is single-threaded",
	"syscall/js": "the browser is wasm's business",
	"log":        "return errors",
	"regexp":     "it weighs more than the parser it replaces in a page of 1 MB",
}

// modules maps each package of core that stands on a module besides the standard
// library to that module. The page's own program links none of these packages.
var modules = map[string]string{"script": "go.starlark.net/", "workload/traceformats": "github.com/parquet-go/parquet-go", "workload/traceformats/traceformatstest": "github.com/parquet-go/parquet-go"}

// testsOnly lists the packages that only tests use. They may read files.
var testsOnly = []string{"internal/goldentest", "soaktest", "workload/traceformats/traceformatstest"}

// TestLayers checks that every import in core is allowed by layers and is not in
// banned. It parses the sources itself instead of calling go list. The test cache
// does not see the files that a child process reads, so it would repeat an outdated
// result.
func TestLayers(t *testing.T) {
	may := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(layers)) {
		pkg, deps, _ := strings.Cut(line, ":")
		may[strings.TrimSpace(pkg)] = strings.Fields(deps)
	}
	eachImport(t, func(name, imp string) {
		pkg := path.Dir(name)
		allowed, known := may[pkg]
		if !known {
			t.Errorf("package %s has no line in layers", pkg)
		}
		if why, bad := banned[imp]; bad && !slices.Contains(testsOnly, pkg) {
			t.Errorf("%s imports %s: %s", name, imp, why)
		}
		if strings.Contains(imp, ".") && !(modules[pkg] != "" && strings.HasPrefix(imp, modules[pkg])) {
			t.Errorf("%s imports %s: core stands on the standard library alone", name, imp)
		}
		if dep, ours := strings.CutPrefix(imp, "hopyard/"); ours && !slices.Contains(allowed, strings.TrimPrefix(dep, "core/")) {
			t.Errorf("%s: %s must not import %s", name, pkg, dep)
		}
	})
}

// eachImport calls visit for each import of each non-test file of core.
func eachImport(t *testing.T, visit func(name, imp string)) {
	t.Helper()
	fsys := os.DirFS(".")
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		src, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			visit(name, imp)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
