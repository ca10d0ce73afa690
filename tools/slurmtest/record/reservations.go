package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
)

// The jobs of timed cases are made by whole and part, and changed by the methods
// below. All times are seconds after the start of the case, limits are minutes.

// whole returns a job of alice that has whole nodes.
func whole(nodes, limit, sleep int) *job {
	return &job{User: "alice", Nodes: nodes, Exclusive: true, Limit: limit, Sleep: sleep}
}

// part returns a job of alice that shares its nodes.
func part(nodes, tasks, limit, sleep int) *job {
	return &job{User: "alice", Nodes: nodes, Tasks: tasks, Limit: limit, Sleep: sleep}
}

func (j *job) by(user string) *job         { j.User = user; return j }
func (j *job) in(reservation string) *job  { j.In = reservation; return j }
func (j *job) at(second int) *job          { j.At = second; return j }
func (j *job) nice(n int) *job             { j.Nice = n; return j }
func (j *job) with(options ...string) *job { j.Extra = options; return j }
func (j *job) otherPart() *job             { j.Partition = "q{g}"; return j }

// from returns a reservation from one second to another.
func from(name string, start, end int, options string) *reservation {
	return &reservation{Name: name, Start: start, End: end, Options: options}
}

// created returns the reservation, created at a second.
func (v *reservation) created(at int) *reservation { v.At = at; return v }

// timed returns a case. Its jobs are named j0, j1, … and the first one of several
// that begin together has the highest priority, unless they have nice values.
func timed(name string, until int, reservations []*reservation, jobs ...*job) *timedCase {
	for i, j := range jobs {
		if j.Name == "" {
			j.Name = fmt.Sprintf("j%d", i)
		}
	}
	return &timedCase{Name: name, Reservations: reservations, Jobs: jobs, until: until}
}

func some(all ...*reservation) []*reservation { return all }

// boundaryCases returns cases of which jobs may start before a reservation begins, and
// on which nodes. From 90 to 140: a limit of one minute does not reach the reservation, one of
// two minutes does.
func boundaryCases() []*timedCase {
	all := "Nodes=n[0-7]"
	busy := func() *reservation { return from("a", 90, 140, all) }
	return []*timedCase{
		timed("a limit that reaches the start waits, a shorter one starts", 200, some(busy()), whole(2, 2, 15), whole(2, 1, 15)),
		timed("jobs of several sizes before a reservation of all nodes", 220, some(busy()), whole(8, 5, 10), whole(4, 1, 20), whole(2, 2, 10), whole(1, 1, 20), part(1, 1, 1, 30)),
		timed("a job that comes later, with a limit that then reaches the start", 180, some(from("a", 80, 120, all)), whole(3, 1, 20), whole(3, 1, 20).at(40)),
		timed("a reservation of half the nodes, and jobs on the rest", 220, some(from("a", 90, 140, "Nodes=n[0-3]")), whole(2, 5, 30), whole(2, 5, 40), whole(2, 5, 20), whole(2, 1, 10)),
		timed("a job wider than the rest", 220, some(from("a", 90, 140, "Nodes=n[0-3]")), whole(6, 3, 10), whole(4, 3, 30), whole(2, 3, 10), whole(2, 1, 10)),
		timed("a reservation in the middle of the nodes, shared nodes", 220, some(from("a", 90, 140, "Nodes=n[2-4]")), part(3, 6, 3, 25), part(2, 8, 3, 25), part(4, 4, 1, 25), part(1, 1, 3, 25)),
		timed("MAINT on all nodes", 220, some(from("a", 90, 140, all+" Flags=MAINT")), whole(8, 5, 10), whole(4, 1, 20), whole(2, 2, 10), whole(1, 1, 20)),
		timed("MAINT on half the nodes", 220, some(from("a", 90, 140, "Nodes=n[0-3] Flags=MAINT")), whole(2, 5, 30), whole(2, 5, 40), whole(6, 5, 20), whole(2, 1, 10)),
		timed("MAINT on all nodes has begun", 110, some(from("a", 3, 60, all+" Flags=MAINT")), whole(2, 2, 10).at(10), whole(1, 1, 10).at(12), part(1, 1, 1, 10).at(12)),
		timed("a reservation of all nodes has begun", 110, some(from("a", 3, 60, all)), whole(2, 2, 10).at(10), whole(1, 1, 10).at(12), part(1, 1, 1, 10).at(12)),
		timed("a reservation of half the nodes has begun", 110, some(from("a", 3, 60, "Nodes=n[0-3]")), whole(6, 2, 10).at(10), whole(2, 1, 20).at(12), whole(4, 1, 10).at(12), part(1, 1, 1, 10).at(14)),
		timed("the whole partition: PartitionName and Nodes=ALL", 220, some(from("a", 90, 140, "PartitionName=p{g} Nodes=ALL")), whole(2, 2, 15), whole(2, 1, 15), whole(1, 3, 15)),
		timed("a smaller partition is reserved: jobs of both", 220, some(from("a", 90, 140, "PartitionName=q{g} Nodes=ALL")), whole(2, 2, 15).otherPart(), whole(1, 1, 15).otherPart(), whole(2, 2, 15), whole(4, 2, 15), whole(1, 2, 10).otherPart()),
		timed("one after the other, on different halves", 260, some(from("a", 90, 140, "Nodes=n[0-3]"), from("b", 140, 200, "Nodes=n[4-7]")), whole(4, 3, 20), whole(4, 2, 30), whole(4, 1, 20), whole(2, 4, 20), whole(1, 1, 20)),
		timed("jobs that ask for reserved nodes by name", 220, some(from("a", 90, 140, "Nodes=n[0-3]")), whole(2, 2, 15).with("--nodelist=n[0-1]"), whole(2, 2, 15).with("--nodelist=n[3-4]"), whole(1, 1, 15).with("--nodelist=n0"), whole(2, 2, 15), whole(1, 1, 15)),
		timed("a shortest limit: --time-min", 260, some(from("a", 150, 190, all)), whole(4, 5, 20).with("--time-min=1"), whole(4, 5, 20), whole(2, 1, 20)),
		timed("a first job that waits for nodes, and a reservation behind it", 280, some(from("a", 210, 240, all)), whole(4, 1, 58), whole(8, 2, 15), whole(4, 1, 20), whole(2, 3, 20), whole(2, 2, 20)),
		timed("a first job that fits neither before nor beside, and later ones", 280, some(from("a", 150, 200, "Nodes=n[0-4]")), whole(5, 2, 70), whole(5, 2, 20), whole(3, 5, 40), whole(3, 1, 20), whole(2, 1, 20)),
		timed("cores: a reservation of four cores", 200, some(from("a", 30, 140, "PartitionName=p{g} CoreCnt=4 Users=alice")), part(8, 32, 3, 15), part(1, 4, 1, 15).in("a"), part(1, 4, 1, 15).in("a"), part(8, 8, 3, 15)),
		timed("a start that moves: TIME_FLOAT", 60, some(&reservation{Name: "a", Options: "Nodes=n[0-7] StartTime=now+2minutes Duration=10 Flags=TIME_FLOAT"}), whole(2, 3, 15), whole(2, 1, 15)),
	}
}

// blockingCases returns cases of whether a job that waits for a reservation holds back
// others.
func blockingCases() []*timedCase {
	on := func(nodes string) []*reservation { return some(from("a", 90, 130, "Nodes="+nodes)) }
	return []*timedCase{
		timed("lower jobs behind a blocked one: no node is busy", 200, on("n[0-7]"), whole(2, 2, 15), whole(2, 1, 15), whole(8, 1, 15)),
		timed("lower jobs behind a blocked one: exclusive jobs run", 200, on("n[0-7]"), whole(3, 1, 40), whole(2, 2, 15).at(5), whole(2, 1, 15).at(5), part(1, 2, 1, 15).at(7)),
		timed("lower jobs behind a blocked one: shared jobs run", 200, on("n[0-7]"), part(3, 3, 1, 40), whole(2, 2, 15).at(5), whole(2, 1, 15).at(5), part(1, 2, 1, 15).at(7)),
		timed("a blocked job of shared nodes, shared jobs run", 200, on("n[0-7]"), part(3, 6, 1, 40), part(2, 4, 2, 15).at(5), part(2, 2, 1, 15).at(5), part(8, 8, 1, 15).at(7)),
		timed("blocked by busy nodes and by a reservation of others", 200, on("n[0-3]"), whole(2, 2, 58).with("--nodelist=n[4-5]"), whole(4, 2, 15).at(5), whole(1, 2, 15).at(5), whole(1, 1, 15).at(7)),
		timed("blocked by a reservation of others, shared jobs run", 200, on("n[0-3]"), part(2, 2, 2, 58).with("--nodelist=n[4-5]"), whole(4, 2, 15).at(5), part(1, 2, 2, 15).at(5), part(1, 1, 1, 15).at(7)),
		timed("all free nodes are reserved, all others are busy", 200, on("n[0-3]"), whole(4, 2, 58).with("--nodelist=n[4-7]"), whole(2, 2, 15).at(5), whole(2, 1, 15).at(5), whole(1, 2, 15).at(7)),
		timed("wider than what is not reserved, and lower jobs", 200, on("n[0-3]"), whole(5, 2, 15), whole(4, 2, 15), whole(4, 1, 15), whole(1, 2, 15)),
		timed("a job of the other partition behind a blocked one", 200, on("n[0-7]"), whole(6, 2, 15), whole(2, 1, 15).otherPart(), whole(2, 2, 15).otherPart(), whole(2, 1, 15)),
		timed("a blocked job in a reservation holds back only those in it", 180, some(from("a", 5, 130, "Nodes=n[0-3] Users=alice")), whole(2, 1, 50).in("a"), whole(4, 1, 10).in("a").at(10), whole(2, 1, 10).in("a").at(10), whole(4, 1, 10).at(10), whole(2, 1, 10).at(12), whole(2, 1, 10).at(12)),
		timed("a blocked job in one reservation and jobs in another", 180, some(from("a", 5, 130, "Nodes=n[0-3] Users=alice"), from("b", 5, 130, "Nodes=n[4-7] Users=alice")), whole(2, 1, 50).in("a"), whole(4, 1, 10).in("a").at(10), whole(2, 1, 10).in("a").at(10), whole(2, 1, 10).in("b").at(10), whole(4, 1, 10).in("b").at(10), whole(1, 1, 10).at(12)),
		timed("a blocked job outside, and jobs in a reservation", 180, some(from("a", 5, 130, "Nodes=n[0-3] Users=bob")), whole(3, 1, 50), whole(4, 1, 10).at(10), whole(2, 1, 10).by("bob").in("a").at(12), whole(3, 1, 10).by("bob").in("a").at(12), whole(1, 1, 10).at(12)),
		timed("jobs in a reservation come first, whatever their priority", 150, some(from("a", 90, 140, "Nodes=n[0-1] Users=alice Flags=FLEX")), whole(5, 1, 20).by("bob"), whole(5, 1, 20).in("a").nice(200), whole(3, 1, 20).by("carol"), whole(3, 1, 20).in("a").nice(300)),
		timed("jobs in two reservations, by priority", 150, some(from("a", 90, 140, "Nodes=n[0-1] Users=alice Flags=FLEX"), from("b", 90, 140, "Nodes=n[2-3] Users=bob Flags=FLEX")), whole(5, 1, 20).in("a").nice(50), whole(5, 1, 20).by("bob").in("b"), whole(1, 1, 20).by("carol")),
	}
}

// insideCases returns cases of jobs in reservations.
func insideCases() []*timedCase {
	four := "Nodes=n[0-3] Users=alice"
	return []*timedCase{
		timed("users: before the start, during, and a user who is not in the list", 120, some(from("a", 30, 100, four)), whole(2, 1, 15).in("a"), whole(2, 1, 15).in("a").by("bob"), whole(1, 1, 10).in("a").at(45), whole(2, 1, 10).at(45), whole(5, 2, 10).by("bob").at(45)),
		timed("accounts", 110, some(from("a", 5, 100, "Nodes=n[0-3] Accounts=phys")), whole(1, 1, 15).in("a").at(10), whole(1, 1, 15).by("bob").in("a").at(10), whole(1, 1, 15).by("carol").in("a").at(10), whole(5, 1, 15).by("carol").at(10)),
		timed("all users but one", 110, some(from("a", 5, 100, "Nodes=n[0-3] Accounts=phys Users=-bob")), whole(1, 1, 15).in("a").at(10), whole(1, 1, 15).by("bob").in("a").at(10), whole(1, 1, 15).by("carol").in("a").at(10)),
		timed("users that are denied only", 60, some(from("a", 5, 50, "Nodes=n[0-3] Users=-bob")), whole(1, 1, 15).in("a").at(10), whole(1, 1, 15).by("bob").in("a").at(10), whole(1, 1, 15).by("carol").in("a").at(10)),
		timed("accounts that are denied", 110, some(from("a", 5, 100, "Nodes=n[0-3] Accounts=-chem")), whole(1, 1, 15).in("a").at(10), whole(1, 1, 15).by("carol").in("a").at(10), whole(1, 1, 15).by("erin").in("a").at(10)),
		timed("a user list and an account list", 110, some(from("a", 5, 100, "Nodes=n[0-3] Users=alice Accounts=chem")), whole(1, 1, 15).in("a").at(10), whole(1, 1, 15).by("bob").in("a").at(10), whole(1, 1, 15).by("carol").in("a").at(10)),
		timed("a limit beyond the end of the reservation", 190, some(from("a", 5, 60, four)), whole(2, 4, 170).in("a").at(10), whole(2, 1, 15).in("a").at(12), whole(4, 1, 10).in("a").at(12), whole(8, 1, 10).by("bob").at(14)),
		timed("a job in the reservation that has not started at its end", 140, some(from("a", 5, 50, four)), whole(4, 2, 70).in("a").at(10), whole(2, 1, 15).in("a").at(12), whole(2, 1, 15).at(12)),
		timed("NO_HOLD_JOBS_AFTER_END", 140, some(from("a", 5, 50, four+" Flags=NO_HOLD_JOBS_AFTER")), whole(4, 2, 70).in("a").at(10), whole(2, 1, 15).in("a").at(12), whole(2, 1, 15).at(12)),
		timed("wider than the reservation, and smaller ones behind", 110, some(from("a", 5, 100, four)), whole(6, 1, 15).in("a").at(10), whole(2, 1, 15).in("a").at(12), whole(4, 1, 15).at(12)),
		timed("wider than the reservation, before it begins", 110, some(from("a", 40, 100, four)), whole(6, 1, 15).in("a"), whole(2, 1, 15).in("a"), whole(4, 1, 15)),
		timed("shared nodes in a reservation", 110, some(from("a", 5, 100, four)), part(4, 4, 1, 30).in("a").at(10), part(2, 6, 1, 15).in("a").at(12), part(1, 4, 1, 15).in("a").at(12), part(1, 1, 1, 15).in("a").at(14), part(4, 16, 1, 15).at(14)),
		timed("a job in a reservation that asks for a node outside", 110, some(from("a", 5, 60, four)), whole(1, 1, 15).in("a").at(10).with("--nodelist=n5"), whole(2, 1, 15).in("a").at(10).with("--nodelist=n[3-4]"), whole(1, 1, 15).in("a").at(12).with("--nodelist=n2")),
		timed("FLEX: before the start and beyond the nodes", 200, some(from("a", 60, 150, four+" Flags=FLEX")), whole(6, 2, 20).in("a"), whole(2, 1, 15).in("a"), whole(2, 3, 15), whole(5, 4, 15).in("a").at(75), whole(4, 3, 15).at(77)),
		timed("FLEX: beyond the end", 200, some(from("a", 5, 60, four+" Flags=FLEX")), whole(2, 4, 100).in("a").at(10), whole(4, 2, 10).in("a").at(12), whole(4, 3, 10).at(12)),
		timed("MAGNETIC", 110, some(from("a", 5, 80, "Nodes=n[0-1] Users=erin Flags=MAGNETIC")), whole(1, 1, 30).by("erin").at(10), whole(2, 1, 15).by("erin").at(12), whole(7, 1, 10).at(14), whole(6, 1, 10).at(14), whole(1, 1, 15).by("erin").at(18)),
		timed("MAGNETIC, before it begins", 130, some(from("a", 60, 120, "Nodes=n[0-1] Users=erin Flags=MAGNETIC")), whole(7, 2, 15).by("erin"), whole(2, 1, 15).by("erin"), whole(1, 2, 15).by("erin"), whole(7, 2, 10).by("dave").nice(5)),
		timed("licences", 200, some(from("a", 90, 130, "Nodes=n7 Licenses=lic{g}:2")), whole(1, 2, 15).with("--licenses=lic{g}:3"), whole(1, 2, 15).with("--licenses=lic{g}:2"), whole(1, 1, 15).with("--licenses=lic{g}:2"), whole(1, 1, 15).with("--licenses=lic{g}:1"), whole(1, 2, 15)),
		timed("licences only: LICENSE_ONLY", 200, some(from("a", 90, 130, "Licenses=lic{g}:2 Flags=LICENSE_ONLY Users=alice")), whole(1, 2, 15).with("--licenses=lic{g}:3"), whole(1, 2, 15).with("--licenses=lic{g}:2"), whole(1, 1, 15).with("--licenses=lic{g}:4"), whole(1, 2, 15)),
		timed("licences in a reservation, and a job in it", 120, some(from("a", 5, 80, four+" Licenses=lic{g}:3")), whole(1, 1, 30).by("bob").with("--licenses=lic{g}:1").at(10), whole(1, 1, 15).by("bob").with("--licenses=lic{g}:2").at(12), whole(1, 1, 15).in("a").with("--licenses=lic{g}:3").at(12), whole(1, 1, 15).in("a").with("--licenses=lic{g}:1").at(14)),
	}
}

// makingCases returns cases of how reservations are made, and when they end.
func makingCases() []*timedCase {
	four := "Nodes=n[0-3] Users=alice"
	return []*timedCase{
		timed("two reservations of the same nodes, without and with OVERLAP", 150, some(from("a", 60, 120, four), from("b", 60, 120, "Nodes=n[2-5] Users=bob"), from("c", 60, 120, "Nodes=n[2-5] Users=bob Flags=OVERLAP")),
			whole(2, 2, 15), whole(3, 1, 15).in("a").at(3), whole(3, 1, 15).by("bob").in("c").at(3), whole(3, 1, 15).by("bob").in("c").at(5)),
		timed("OVERLAP at other times, MAINT over another", 170, some(from("a", 60, 100, four), from("b", 80, 140, "Nodes=n[0-7] Flags=MAINT,OVERLAP")), whole(2, 2, 20).in("a").at(3), whole(2, 1, 10).in("a").at(65), whole(4, 2, 10), whole(4, 1, 10)),
		timed("over nodes with running jobs, without and with IGNORE_JOBS", 160, some(from("a", 15, 90, "Nodes=n[0-7] Users=bob").created(8), from("b", 15, 90, "Nodes=n[0-7] Users=bob Flags=IGNORE_JOBS").created(9)),
			whole(4, 5, 50), whole(6, 1, 15).by("bob").in("b").at(12), whole(4, 1, 15).by("bob").in("b").at(12), whole(2, 1, 15).at(14)),
		timed("MAINT with IGNORE_JOBS while jobs run", 110, some(from("a", 15, 70, "Nodes=n[0-7] Flags=MAINT,IGNORE_JOBS").created(8)), whole(4, 5, 80), whole(2, 1, 10).at(20)),
		timed("DAILY", 100, some(from("a", 20, 60, four+" Flags=DAILY")), whole(2, 1, 15).in("a"), whole(6, 2, 15), whole(2, 1, 10).at(25).in("a")),
		timed("PURGE_COMP", 160, some(from("a", 10, 150, four+" Flags=PURGE_COMP=00:00:20")), whole(2, 1, 20).in("a"), whole(8, 1, 10).at(15), whole(2, 1, 10).in("a").at(70)),
		timed("PURGE_COMP without jobs", 160, some(from("a", 10, 150, four+" Flags=PURGE_COMP=00:00:20")), whole(8, 1, 10).at(15)),
		timed("NodeCnt on an empty partition", 140, some(from("a", 90, 120, "PartitionName=p{g} NodeCnt=3")), whole(6, 2, 15), whole(5, 2, 15), whole(1, 1, 15)),
		timed("NodeCnt while jobs run that end before the start", 140, some(from("a", 90, 120, "PartitionName=p{g} NodeCnt=3").created(6)), whole(3, 1, 30), whole(2, 3, 30).at(10), whole(6, 3, 10).at(10)),
		timed("NodeCnt while jobs run whose limits reach the start", 140, some(from("a", 90, 120, "PartitionName=p{g} NodeCnt=3").created(6), from("b", 90, 120, "PartitionName=p{g} NodeCnt=4").created(7)), whole(3, 3, 50), whole(2, 1, 30), whole(2, 3, 30).at(10)),
		timed("NodeCnt while shared jobs run", 140, some(from("a", 90, 120, "PartitionName=p{g} NodeCnt=3").created(6)), part(3, 3, 3, 50), part(2, 6, 1, 30), whole(2, 3, 30).at(10)),
		timed("NodeCnt beside another reservation", 140, some(from("a", 90, 120, "Nodes=n[1-2]"), from("b", 90, 120, "PartitionName=p{g} NodeCnt=3")), whole(3, 2, 15), whole(1, 2, 15)),
	}
}

// orderCases returns more cases of the order of jobs in reservations, and of lists and
// nodes that overlap. They come last so that the cases before keep their numbers.
func orderCases() []*timedCase {
	flex := func() []*reservation { return some(from("a", 90, 120, "Nodes=n[0-3] Users=alice Flags=FLEX")) }
	return []*timedCase{
		timed("jobs in a reservation and no wider than it come first", 140, flex(), whole(4, 1, 20).by("bob"), whole(4, 1, 20).by("bob"), whole(4, 1, 20).in("a").nice(200), whole(4, 1, 20).in("a").nice(300)),
		timed("jobs in a reservation and others, while a job runs", 140, flex(), whole(8, 1, 15).by("carol"), whole(4, 1, 15).by("bob").at(3), whole(2, 1, 15).by("bob").at(3), whole(4, 1, 15).in("a").nice(200).at(5), whole(2, 1, 15).in("a").nice(300).at(5)),
		timed("a user list and an account list of the same account", 80, some(from("a", 5, 70, "Nodes=n[0-3] Users=alice Accounts=phys")), whole(1, 1, 15).in("a").at(10), whole(1, 1, 15).by("bob").in("a").at(10), whole(1, 1, 15).by("carol").in("a").at(10)),
		timed("OVERLAP: jobs in each of two reservations that have begun", 140, some(from("a", 5, 120, "Nodes=n[0-3] Users=alice"), from("b", 5, 120, "Nodes=n[2-5] Users=bob Flags=OVERLAP")),
			whole(3, 1, 15).in("a").at(10), whole(2, 1, 15).in("a").at(12), whole(4, 1, 20).by("bob").in("b").at(14), whole(2, 1, 15).by("carol").at(16), whole(1, 1, 15).in("a").at(18)),
		timed("OVERLAP: the first reservation is in use when a job of the other comes", 140, some(from("a", 5, 120, "Nodes=n[0-3] Users=alice Flags=OVERLAP"), from("b", 5, 120, "Nodes=n[2-5] Users=bob Flags=OVERLAP")),
			whole(4, 1, 20).in("a").at(10), whole(4, 1, 20).by("bob").in("b").at(14), whole(2, 1, 20).by("bob").in("b").at(14)),
	}
}

// drawMix draws one or two reservations and six to ten jobs. Sleeps are such that most
// starts are within ten seconds of a whole minute, half a minute from the boundaries
// of reservations.
func drawMix(rng *rand.Rand, n int) *timedCase {
	draw := func(first, last int) string { return fmt.Sprintf("Nodes=n[%d-%d]", first, last) }
	low := rng.IntN(5)
	start := 30 + 60*rng.IntN(3)
	var all []*reservation
	a := from("a", start, start+60, draw(low, min(7, low+1+rng.IntN(6))))
	a.Options += []string{"", " Users=alice", " Users=alice,bob", " Accounts=phys", " Flags=MAINT"}[rng.IntN(5)]
	all = append(all, a)
	if rng.IntN(2) == 0 {
		b := from("b", start+60, start+120, draw(3, 5+rng.IntN(3)))
		b.Options += []string{"", " Users=carol", " Accounts=chem"}[rng.IntN(3)]
		all = append(all, b)
	}
	var jobs []*job
	for i := range 6 + rng.IntN(5) {
		limit := 1 + rng.IntN(3)
		sleep := []int{25, 52, 54}[rng.IntN(3)]
		if limit > 1 && rng.IntN(4) == 0 {
			sleep = 110
		}
		j := whole(1+rng.IntN(4), limit, sleep)
		if rng.IntN(6) == 0 {
			j.Nodes = 5 + rng.IntN(4)
		}
		if rng.IntN(2) == 0 {
			j.Exclusive, j.Tasks = false, j.Nodes*(1+rng.IntN(4))
		}
		j.User = people[rng.IntN(4)]
		if i >= 4 {
			j.At = []int{0, 4, 7, 58, 63}[rng.IntN(5)]
		}
		j.Nice = 10 * rng.IntN(20)
		if rng.IntN(3) == 0 {
			v := all[rng.IntN(len(all))]
			users := map[string]string{"Users=alice": "alice", "Users=alice,bob": "bob", "Accounts=phys": "alice", "Users=carol": "carol", "Accounts=chem": "dave"}
			if _, whom, ok := strings.Cut(v.Options, " "); ok && users[whom] != "" {
				j.User, j.In = users[whom], v.Name
			}
		}
		jobs = append(jobs, j)
	}
	return timed(fmt.Sprintf("mix %d", n), 280, all, jobs...)
}

// timedConf returns slurm.conf of timed cases: constant priorities, and a pass each
// second. The submission of a job starts none (defer).
func timedConf(m *timedMachine) []string {
	groups, scheduler, consumed := m.groups, m.scheduler, "CR_Core"
	if strings.Contains(m.node, "RealMemory") {
		consumed += "_Memory"
	}
	parameters := "SchedulerParameters=defer,sched_interval=1,batch_sched_delay=1,default_queue_depth=10000"
	if scheduler == "sched/backfill" {
		parameters += ",bf_interval=1,bf_resolution=60,bf_continue,bf_max_job_test=10000"
	}
	parameters += m.parameters
	licences := make([]string, groups)
	for g := range groups {
		licences[g] = fmt.Sprintf("lic%d:4", g)
	}
	all := append([]string{
		"SelectType=select/cons_tres", "SelectTypeParameters=" + consumed, "PriorityType=priority/multifactor", "PriorityWeightAge=0",
		"PriorityWeightPartition=1000", "AccountingStorageEnforce=limits,qos", "SchedulerType=" + scheduler, parameters,
		"Licenses=" + strings.Join(licences, ","),
	}, m.more...)
	return append(all, groupParts(m.groupParts(), groups)...)
}

var (
	withOptions = regexp.MustCompile(`\{\s+"name": "[^"]*",\s+"user": [^{}]*\}`) // a job that marshal has left on several lines
	indents     = regexp.MustCompile(`\n *`)
)

// timedMachine is a cluster for timed cases. Each file has what it recorded.
type timedMachine struct {
	name, scheduler string
	groups          int
	node            string   // what a node has, or empty for four cores
	parts           []string // partitions of a group, always up; nil: gatedParts
	qos             []string
	more            []string
	parameters      string // more SchedulerParameters, with a comma before each
	cases           []*timedCase
}

// groupParts returns the partitions of a group of nodes.
func (m *timedMachine) groupParts() []string {
	if m.parts == nil {
		return gatedParts
	}
	return m.parts
}

func (m *timedMachine) record(r *recorder) error {
	conf := timedConf(m)
	kind := filepath.Base(r.out)
	name := kind[:min(len(kind), 4)] + strings.ReplaceAll(m.name, "-", "") // the name of a database, too
	s := &setup{name: name, nodes: m.groups * groupNodes, node: cmp.Or(m.node, "CPUs=4"), conf: conf, tree: withQOS(m.qos...)}
	return r.record(s, func(c *cluster) {
		c.runTimed(r, m)
		for i, line := range conf {
			if strings.HasPrefix(line, "Licenses=") {
				conf[i] = "Licenses=lic0:4"
			}
		}
		conf = conf[:len(conf)-len(m.groupParts())*(m.groups-1)] // one group's partitions
		file := map[string]any{"slurm_conf": conf, "node": s.node, "cases": m.cases}
		if m.qos != nil {
			file["qos"] = m.qos
		}
		text := marshal(file)
		text = withOptions.ReplaceAllStringFunc(text, func(found string) string { return indents.ReplaceAllString(found, "") })
		r.save(m.name+".json", indents.ReplaceAllString(text, "\n"))
	})
}

// recordReservations records cases of reservations with the main scheduler alone and
// with backfill, and the ends of reservations under ResvOverRun.
func recordReservations(r *recorder) error {
	const mixes = 12
	set := func(seed uint64) []*timedCase {
		var all []*timedCase
		for i := range mixes {
			all = append(all, drawMix(rand.New(rand.NewPCG(seed, uint64(i))), i))
		}
		return append(append(append(all, boundaryCases()...), blockingCases()...), insideCases()...)
	}
	over := func() []*timedCase {
		four := "Nodes=n[0-3] Users=alice"
		return []*timedCase{
			timed("a limit beyond the end of the reservation", 220, some(from("a", 5, 50, four)), whole(2, 6, 210).in("a").at(10), whole(8, 1, 10).by("bob").at(14)),
			timed("a job in the reservation that starts shortly before its end", 220, some(from("a", 5, 50, four)), whole(4, 1, 30).in("a").at(8), whole(2, 4, 200).in("a").at(10)),
		}
	}
	if r.seed != 0 {
		all := append(append(boundaryCases(), blockingCases()...), insideCases()...)
		r.draws(8, 0).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		few := &timedMachine{name: "backfill", scheduler: "sched/backfill", groups: 6, cases: all[:6]}
		return few.record(r)
	}
	machines := []*timedMachine{
		{name: "backfill", scheduler: "sched/backfill", groups: 15, cases: append(append(set(1), makingCases()...), orderCases()...)},
		{name: "main", scheduler: "sched/builtin", groups: 13, cases: append(set(2), orderCases()...)},
		{name: "overrun-1", scheduler: "sched/backfill", groups: 2, more: []string{"ResvOverRun=1"}, cases: over()},
		{name: "overrun-unlimited", scheduler: "sched/backfill", groups: 2, more: []string{"ResvOverRun=UNLIMITED"}, cases: over()},
	}
	return each(len(machines), len(machines), func(i int) error { return machines[i].record(r) })
}
