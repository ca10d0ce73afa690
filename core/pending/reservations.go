package pending

import (
	"slices"
	"strings"

	"hopyard/core/queue/slurmsched"
	"hopyard/core/simtime"
	"hopyard/core/slurmstate"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// reservations fills in the reservations that are not over, if the time of the snapshot
// is known.
func (c *LiveQueue) reservations(names map[string]topology.NodeID) {
	s := c.snapshot
	for i := range s.Reservations {
		r := &s.Reservations[i]
		x := slurmsched.AdvanceReservation{Name: r.Name, Nodes: placed(r.Nodes, names)}
		if len(x.Nodes) == 0 {
			continue // it keeps licences
		}
		if s.Now == 0 || r.Start == 0 || r.End <= r.Start {
			c.assumeOf(Clause{Code: ReservationTime, Name: r.Name})
			continue
		}
		cannot := ""
		for _, flag := range r.Flags {
			switch strings.ToUpper(flag) {
			case "MAINT", "PART_NODES": // jobs of the partition wait for the end of either
				x.Maintenance = true
			case "OVERLAP":
				x.Overlap = true
			case "FLEX":
				x.Flex = true
			case "ALL_NODES":
				x.Nodes = nil
			case "HOURLY":
				x.Repeat = slurmsched.Hourly
			case "DAILY":
				x.Repeat = slurmsched.Daily
			case "WEEKLY":
				x.Repeat = slurmsched.Weekly
			case "TIME_FLOAT":
				cannot = flag
			case "MAGNETIC", "WEEKDAY", "WEEKEND":
				c.assumeOf(Clause{Code: NotSimulated, Name: flag})
			}
		}
		if cannot != "" {
			c.assumeOf(Clause{Code: NotSimulated, Name: cannot})
			continue
		}
		if r.End <= s.Now && x.Repeat == slurmsched.Once {
			continue
		}
		x.Start, x.Duration = simtime.Time(r.Start-s.Now)*1000, simtime.Duration(r.End-r.Start)*simtime.Second
		if x.Start < 0 && x.Repeat == slurmsched.Once { // it lasts since then
			x.Start, x.Duration = 0, x.Duration+simtime.Duration(x.Start)
		}
		c.admit(&x, r)
		c.policy.Reservations = append(c.policy.Reservations, x)
	}
}

// admit sets who may use a reservation: those who may in Slurm, and the users of jobs
// that Slurm has accepted.
func (c *LiveQueue) admit(x *slurmsched.AdvanceReservation, r *slurmstate.ReservationInfo) {
	x.Users, x.Accounts = r.Users, r.Accounts
	var all []string
	for i := range c.snapshot.Jobs {
		if j := &c.snapshot.Jobs[i]; j.Reservation == r.Name && !slices.Contains(all, j.User) {
			all = append(all, j.User)
		}
	}
	if all == nil {
		return
	}
	for _, user := range r.Users {
		if !strings.HasPrefix(user, "-") && !slices.Contains(all, user) {
			all = append(all, user)
		}
	}
	slices.Sort(all)
	x.Users, x.Accounts = all, nil
}

// uses returns the reservation of a job, if it is simulated.
func (c *LiveQueue) uses(j *slurmstate.JobInfo) string {
	if slices.ContainsFunc(c.policy.Reservations, func(x slurmsched.AdvanceReservation) bool { return x.Name == j.Reservation }) {
		return j.Reservation
	}
	return ""
}

// before returns the time limits with which a job would end before a reservation begins.
func (c *LiveQueue) before(mine *workload.Job) (all []simtime.Duration) {
	for _, x := range c.policy.Reservations {
		wall := simtime.Duration(x.Start) / simtime.Minute * simtime.Minute
		if x.Name != mine.Reservation && wall >= simtime.Minute && wall < mine.Walltime && !slices.Contains(all, wall) && c.inWay(&x, mine) {
			all = append(all, wall)
		}
	}
	slices.Sort(all)
	return all
}

// inWay reports whether a reservation keeps nodes of a job's partition.
func (c *LiveQueue) inWay(x *slurmsched.AdvanceReservation, mine *workload.Job) bool {
	return shares(slurmsched.Partition{Nodes: x.Nodes}, c.partition(mine.Queue))
}
