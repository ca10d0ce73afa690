// Command record runs real Slurm clusters on this machine and writes what they do
// to core/slurmstate/testdata, where tests compare Slurm's rules with it. It needs
// root, because jobs belong to several users (alice, bob, carol, dave, erin, which
// it creates if they are missing), and Debian's slurmctld, slurmd, slurmdbd,
// slurm-client, munge and mariadb-server. `make record-slurm` installs them.
//
// services starts munged and MariaDB. launch starts a cluster: a slurmdbd with a
// database of its own, a slurmctld, and a slurmd for each node, all on free ports
// of the loopback interface. Each kind of recording is a function in the file of
// its name: formats, priorities, fairtree, starts, preempt, limits, reservations,
// conditions, deadlines, suspend, het. Inputs are drawn by fixed seeds, so that a second recording asks the
// same of Slurm. Times and races differ. The README.md of each folder says what can be compared.
//
// With -seed, a few random cases are recorded, in a few minutes. `make test-slurm` then
// lets the tests of core/queue/slurmsched compare them.
//
//	go run ./tools/slurmtest/record [-out folder] [-seed number] [kind ...]
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

var people = []string{"alice", "bob", "carol", "dave", "erin"}

// kinds are the kinds of recordings, in the order in which they are made.
var kinds = []struct {
	name   string
	record func(r *recorder) error
}{
	{"limits", recordLimits},
	{"preempt", recordPreempt},
	{"fairtree", recordFairTree},
	{"priorities", recordPriorities},
	{"formats", recordFormats},
	{"starts", recordStarts},
	{"reservations", recordReservations},
	{"conditions", recordConditions},
	{"deadlines", recordDeadlines},
	{"suspend", recordSuspend},
	{"het", recordHet},
}

// recorder writes the files of one kind of recording.
type recorder struct {
	*services
	out   string
	began time.Time
	seed  uint64 // of a few random cases, in place of the usual ones; 0: the usual ones
}

// draws returns the source of the nth case of a recording.
func (r *recorder) draws(kind, n uint64) *rand.Rand {
	return rand.New(rand.NewPCG(kind+r.seed<<8, n))
}

// few returns the first number if only a few cases are recorded, else the second one.
func (r *recorder) few(some, all int) int {
	if r.seed != 0 {
		return some
	}
	return all
}

func main() {
	out := flag.String("out", "core/slurmstate/testdata", "folder to write to")
	seed := flag.Uint64("seed", 0, "record a few random cases, drawn with this seed, in place of the usual ones")
	flag.Parse()
	if err := recordAll(*out, *seed, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

// recordAll makes the named kinds of recordings, or all of them.
func recordAll(out string, seed uint64, names []string) error {
	if os.Getuid() != 0 {
		return errors.New("recording needs root, because jobs of several users are submitted")
	}
	for _, name := range people {
		if _, err := user.Lookup(name); err != nil {
			if msg, err := exec.Command(found("useradd"), "-m", name).CombinedOutput(); err != nil {
				return fmt.Errorf("useradd %s: %w\n%s", name, err, msg)
			}
		}
	}
	s, err := serve()
	defer s.end()
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	width := 1
	if seed != 0 {
		width = 3 // a few cases leave the machine idle for most of the time
	}
	return each(len(kinds), width, func(i int) error {
		kind := kinds[i]
		if len(names) > 0 && !wanted[kind.name] {
			return nil
		}
		r := &recorder{s, filepath.Join(out, kind.name), time.Now(), seed}
		if err := kind.record(r); err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		r.logf("%s is done", kind.name)
		return nil
	})
}

func (r *recorder) logf(format string, args ...any) {
	fmt.Printf("%8v  %s\n", time.Since(r.began).Round(time.Second), fmt.Sprintf(format, args...))
}

// each calls a function for all numbers below n, at most width of them at a time,
// and joins the errors.
func each(n, width int, do func(i int) error) error {
	var wait sync.WaitGroup
	slots := make(chan bool, width)
	errs := make([]error, n)
	for i := range n {
		wait.Add(1)
		slots <- true
		go func() {
			defer wait.Done()
			errs[i] = do(i)
			<-slots
		}()
	}
	wait.Wait()
	return errors.Join(errs...)
}

// save writes a file without the names of this machine and of its folders.
func (r *recorder) save(name, text string) {
	path := filepath.Join(r.out, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(r.clean(text)), 0o644)
	}
	if err != nil {
		panic(failure(err.Error()))
	}
}

var system = regexp.MustCompile(`(OS=|"operating_system": ")Linux[^"\n]*?(?: \n|"|\n| RealMemory)`)

// clean removes what only this machine has: its name, its system, the folders of
// the recording, and where its users' folders are.
func (r *recorder) clean(text string) string {
	host, _ := os.Hostname()
	text = regexp.MustCompile(regexp.QuoteMeta(r.dir)+`(/[a-z0-9]+)?/`).ReplaceAllString(text, "/var/lib/slurm/")
	text = regexp.MustCompile(`\b`+regexp.QuoteMeta(host)+`\b`).ReplaceAllString(text, "host")
	if u, err := user.Lookup(people[0]); err == nil {
		home := filepath.Dir(u.HomeDir)
		text = strings.ReplaceAll(text, home+"/", "/users/")
		text = strings.ReplaceAll(text, strings.ReplaceAll(home+"/", "/", `\/`), `\/users\/`) // in JSON
	}
	return system.ReplaceAllStringFunc(text, func(found string) string {
		parts := system.FindStringSubmatch(found)
		tail := regexp.MustCompile(`( \n|"|\n| RealMemory)$`).FindString(found)
		return parts[1] + "Linux 6.1.0 #1 SMP" + tail
	})
}
