package script_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hopyard/core/engine"
	"hopyard/core/policies"
	"hopyard/core/queue"
	"hopyard/core/scenario"
	"hopyard/core/script"
)

// wicked lists faulty or malicious programs, one per line. If a line begins with a
// blank, it is a part of the body of the function schedule. The character ⏎ stands
// for a line break.
const wicked = `
key(job) is no program
def
def key(job) return 1
def key(job):
def key(job): return
def key(job): return job.runtime
def key(job): return job.walltme
def key(job): return None
def key(job): return "first"
def key(job): return [1, 2]
def key(job): return (1, 2, 3)
def key(job): return (1, "a")
def key(job): return float("nan")
def key(job): return float("inf")
def key(job): return 1 << 600
def key(job): return 10 ** 9
def key(job): return job.waited
def key(job): return 1 / 0
def key(job): return job.nodes % 0
def key(job): return -math.log(0)
def key(job): return math.sqrt(-1)
def key(job): return math.sqrt("4")
def key(job): return math.pow(-1, 0.5)
def key(job): return unknown
def key(job): return key
def key(job): return job
def key(job): return key(job)
def key(): return 1
def key(a, b): return 1
def key(*all): return 1
key = 5
def key(job): return 1⏎def score(job, now): return 1
def score(job): return 1
def score(job, now): return now - "a"
def score(job, now): return None
def place(job): return []
def place(job, machine): return None
def place(job, machine): return []
def place(job, machine): return 5
def place(job, machine): return [0] * job.nodes
def place(job, machine): return range(job.nodes + 1)
def place(job, machine): return ["a"] * job.nodes
def place(job, machine): return [-1] * job.nodes
def place(job, machine): return [10 ** 9]
def place(job, machine): return [1000000] * job.nodes
def place(job, machine): return [0.5] * job.nodes
def place(job, machine): return range(job.nodes)
def place(job, machine): return machine.running
def place(job, machine): return start(job)
def place(job, machine): return machine.earliest(job)
def place(job, machine): return [n for n in range(1000000)]
def schedule(): pass
def schedule(now, queue): pass
import os
import random
from time import time
load("x.star", "y")
class Policy: pass
try: pass
x = open("/etc/passwd")
x = __import__("os")
x = getattr(1, "x")
x = dir(5)
x = hash("a")
x = json.decode("{}")
x = yield
x = 1 +
x = (1
x = "unended
x = [0] * 1000000000
x = "a" * 1000000000
x = (0,) * 100000000
x = list(range(1000000000))
x = [i for i in range(1000000000)]
x = sorted(range(100000000))
x = max(range(100000000))
for i in range(1000000): x = [i] * 1000
x = "a"⏎for i in range(64): x = x + x
x = "a"⏎for i in range(64): x += x
x = [1]⏎for i in range(64): x.extend(x)
x = [1]⏎for i in range(64): x += x
x = (1,)⏎for i in range(64): x = (x, x)
x = [1]⏎for i in range(64): x = [x, x]
x = (1,)⏎for i in range(1000000): x = (x,)
x = 3⏎for i in range(64): x = x * x
x = 3⏎for i in range(64): x *= x
x = 1⏎for i in range(1000): x = x << 500
x = "ab"⏎for i in range(30): x = x.replace("a", x)
x = "ab"⏎for i in range(30): x = x.join([x, x, x])
x = "ab"⏎for i in range(64): x = "%s%s" % (x, x)
x = "ab"⏎for i in range(64): x = "{0}{0}".format(x)
x = [1]⏎for i in range(40): x = [x, x]⏎y = str(x)
x = [0] * 1000⏎y = [x] * 1000⏎z = [y] * 1000
x = []⏎x.append(x)⏎y = x == x + [1]
x = "x" * 900000⏎y = int(x)
while True: pass
f = lambda x: f(x)⏎f(1)
def f(n): return g(n)⏎def g(n): return f(n)⏎f(1)
fail("I do not want to")
 start(job)
 start(5)
 start(None)
 start()
 start(queue)
 start(queue[5000])
 start(queue[0], nodes = [0, 0, 0, 0])
 start(queue[0], nodes = [99])
 start(queue[0], nodes = "0-3")
 start(queue[0], nodes = [0])
 start(queue[0], 1, 2, 3)
 start(queue[0], reason = "x")
 j = queue[0]⏎ if start(j): start(j)
 for j in list(queue): start(j)⏎ for j in machine.running: start(j)
 for j in list(queue): start(j, nodes = range(j.nodes))
 for j in list(queue):⏎  reserve(j)⏎  reserve(j)
 j = queue[0]⏎ start(j)⏎ reserve(j)
 j = queue[0]⏎ reserve(j)⏎ promise(j)
 j = queue[0]⏎ promise(j)⏎ backfill(queue[0])⏎ reserve(queue[0])
 queue[0] = 1
 queue.append(1)
 queue[0].nodes = 1
 machine.free = 5
 machine.fits(5)
 machine.distance(0, 99)
 machine.distance("a", 0)
 machine.hops(0)
 machine.switches(9)
 machine.free_under(1)
 machine.spread([0, 99])
 machine.nothing
 queue[0].started
 now.x
 count.append(1)
 for i in range(1000):⏎  for j in range(1000):⏎   for k in range(1000): pass
 x = 0⏎ while x < 1000000000: x += 1
 print([[[[[[[[1]]]]]]]] * 1000000)
 x = []⏎ x.append(x)⏎ print(x)
 sorted(queue)
 queue[0] < queue[1]
 {}[queue]
 return start(queue[0]) + 1
`

// program returns the program text for a line of wicked. It adds a valid function
// key to a line that defines no function of a policy.
func program(line string) string {
	line = strings.ReplaceAll(line, "⏎", "\n")
	switch {
	case strings.HasPrefix(line, " "):
		return "count = []\ndef schedule(now, queue, machine):\n" + line + "\n for job in list(queue): start(job)\n"
	case strings.HasPrefix(line, "key = "):
	case !strings.Contains(line, "def key") && !strings.Contains(line, "def score") && !strings.Contains(line, "def place") && !strings.Contains(line, "def schedule"):
		return line + "\n\ndef key(job): return 1\n"
	}
	return line + "\n"
}

// TestWickedPrograms checks that each of the wicked programs ends soon, with an
// error that names the line and the cause. The recording must keep the part of the
// run before the error.
func TestWickedPrograms(t *testing.T) {
	all := strings.Split(strings.Trim(wicked, "\n"), "\n")
	if len(all) < 100 {
		t.Errorf("there are %d programs, want 100", len(all))
	}
	for _, line := range all {
		began := time.Now()
		fault := run(t, program(line))
		switch {
		case fault == nil:
			t.Errorf("%s: nothing is wrong with it", line)
		case fault.Problem == "" || fault.Line == 0 && !strings.Contains(fault.Problem, " holds "):
			t.Errorf("%s: %v has no cause or line", line, fault)
		case strings.Contains(fault.Problem, "panic"), strings.Contains(fault.Problem, "nil pointer"):
			t.Errorf("%s: %v", line, fault)
		}
		if took := time.Since(began); took > 3*time.Minute { // a program that takes this long counts as hanging
			t.Errorf("%s: took %v", line, took)
		}
		if testing.Verbose() && fault != nil {
			t.Logf("%-60s %s", line, fault.Error())
		}
	}
}

const small = `{"hopyard": 1, "cluster": {"topology": {"kind": "fat-tree", "levels": 2, "width": 4}},
	"jobs": [{"nodes": 4, "walltime": 60}, {"nodes": 14, "walltime": 60}, {"nodes": 2, "walltime": 600, "submit": 5}, {"nodes": 1, "walltime": 60, "submit": 10}]}`

// run runs a small scenario under the functions that a program defines. It returns
// the program's error, or nil if there is none.
func run(t *testing.T, source string) *queue.ProgramError {
	t.Helper()
	s, err := scenario.Parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	roles, faults := script.Roles(source)
	if faults != nil {
		return &faults[0]
	}
	s.Scheduler.Queue = "fcfs"
	for _, role := range roles {
		s.Scheduler.Sources[role] = source
		*[]*string{&s.Scheduler.Queue, &s.Scheduler.Allocator, &s.Scheduler.Order}[role] = policies.Own
	}
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	tape, err := engine.Record(c)
	var failed *queue.Failure
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	for i := range tape.Len() + 1 { // the recorded part of the run must be readable
		tape.Seek(i).Pending()
	}
	if failed == nil {
		return nil
	}
	return &failed.ProgramError
}

// FuzzProgram checks that every program either runs to the end or ends with a
// reported error.
func FuzzProgram(f *testing.F) {
	for line := range strings.SplitSeq(strings.Trim(wicked, "\n"), "\n") {
		f.Add(program(line))
	}
	for _, x := range script.Examples() {
		f.Add(x.Source)
	}
	f.Fuzz(func(t *testing.T, source string) { run(t, source) })
}
