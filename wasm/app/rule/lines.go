package rule

import (
	"hopyard/core/why"
	"hopyard/wasm/app/i18n"
)

// jobGroup is a group of waiting jobs. A line of a rule applies to the jobs of one
// group.
type jobGroup uint8

const (
	anybody  jobGroup = iota
	head              // the first job in the queue
	promised          // jobs with a promised start
	overdue           // jobs of source S1's system whose time until the deadline is not longer than their estimated run time
)

// line is a line in the rule of a discipline.
type line struct {
	depth int8
	text  i18n.Text
	who   jobGroup
	codes []why.Code // reasons that this line can give; nil together with a group other than anybody means all reasons
}

var (
	fits    = []why.Code{why.FitsNow, why.Moulded, why.ByPolicy}
	lacks   = []why.Code{why.TooFewFree, why.NotPlaceable}
	inPlan  = []why.Code{why.FitsNow, why.EndsByShadow, why.OnExtraNodes, why.AvoidsReserved, why.HoleNow, why.ChosenWindow, why.Moulded}
	waiting = []why.Code{why.TooFewFree, why.NotPlaceable, why.Reserved, why.BetterWindow, why.WouldDelay, why.NodePromised, why.NotReached}
)

// rule is the scheduling rule of a discipline.
type rule struct {
	name  string
	lines []line
}

// rules lists the scheduling rule of each discipline. If several lines of a rule
// can give the same reason, the first of them applies.
var rules = [...]rule{
	{"fcfs", []line{
		{0, i18n.LineEach, anybody, nil},
		{1, i18n.LineStarts, anybody, fits},
		{1, i18n.LineAllWait, anybody, []why.Code{why.TooFewFree, why.NotPlaceable, why.BehindHead, why.NotReached}},
	}},
	{"mpfs-scan", []line{
		{0, i18n.LineLargest, anybody, nil},
		{1, i18n.LineStarts, anybody, []why.Code{why.LargestFit, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, i18n.LineWaits, anybody, lacks},
	}},
	{"easy", []line{
		{0, i18n.LineEach, anybody, nil},
		{1, i18n.LineStarts, anybody, fits},
		{1, i18n.LinePromise, head, []why.Code{why.Reserved, why.BetterWindow, why.TooFewFree, why.NotPlaceable}},
		{0, i18n.LineBehind, anybody, nil},
		{1, i18n.LineEndsBefore, anybody, []why.Code{why.EndsByShadow}},
		{1, i18n.LineLeftOver, anybody, []why.Code{why.OnExtraNodes, why.AvoidsReserved}},
		{1, i18n.LineWaits, anybody, waiting},
	}},
	{deep, []line{
		{0, i18n.LineEach, anybody, nil},
		{1, i18n.LineDelaysNone, anybody, inPlan},
		{1, i18n.LinePromiseSome, promised, waiting},
		{1, i18n.LineWaits, anybody, waiting},
	}},
	{"conservative", []line{
		{0, i18n.LineEach, anybody, nil},
		{1, i18n.LineSooner, anybody, nil},
		{1, i18n.LinePromiseNew, anybody, nil},
		{1, i18n.LineItsTime, anybody, inPlan},
		{1, i18n.LineWaitsForIt, anybody, waiting},
	}},
	{"conservative-rebuild", []line{
		{0, i18n.LineForget, anybody, nil},
		{0, i18n.LineEach, anybody, nil},
		{1, i18n.LinePromiseAll, anybody, nil},
		{1, i18n.LineItsTime, anybody, inPlan},
		{1, i18n.LineWaitsForIt, anybody, waiting},
	}},
	{"batch", []line{
		{0, i18n.LineBatch, anybody, nil},
		{0, i18n.LineShrink, anybody, []why.Code{why.CountedOut, why.BatchTooLarge}},
		{0, i18n.LineWidest, anybody, nil},
		{1, i18n.LineUnits, anybody, []why.Code{why.InBatch, why.ExactFit, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, i18n.LineWaits, anybody, []why.Code{why.TooFewUnits, why.TooFewFree, why.NotPlaceable}},
		{0, i18n.LineNextBatch, anybody, []why.Code{why.OutsideBatch, why.NextBatch}},
	}},
	{"deadline", []line{
		{0, i18n.LineOverdue, anybody, nil},
		{1, i18n.LineRescue, anybody, []why.Code{why.Rescued, why.RescuedBySystem, why.RescuedOnBoth}},
		{1, i18n.LineAtRisk, overdue, nil},
		{0, i18n.LineUsers, anybody, nil},
		{1, i18n.LineInShare, anybody, []why.Code{why.WithinShare, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, i18n.LineUserWaits, anybody, []why.Code{why.OverShare, why.BehindUser, why.AtRisk, why.TooFewFree, why.NotPlaceable}},
	}},
	{"hybrid", []line{
		{0, i18n.LinePriority, anybody, []why.Code{why.NextCycle}},
		{1, i18n.LineLimit, anybody, []why.Code{why.OverLimit}},
		{1, i18n.LineDelaysNone, anybody, []why.Code{why.InPriority, why.FitsNow, why.EndsByShadow, why.OnExtraNodes, why.AvoidsReserved, why.HoleNow, why.ChosenWindow, why.Moulded}},
		{1, i18n.LinePromiseThis, promised, waiting},
		{1, i18n.LineWaits, anybody, waiting},
	}},
	{"kueue", []line{
		{0, i18n.LineQueues, anybody, nil},
		{1, i18n.LineQuota, anybody, []why.Code{why.ByQuota, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, i18n.LineAside, anybody, []why.Code{why.OverQuota, why.BehindHead, why.TooFewFree, why.NotPlaceable, why.NotReached, why.StopsInVain}},
	}},
	{"slurm", []line{
		{0, i18n.LineTiers, anybody, nil},
		{1, i18n.LineHeld, anybody, []why.Code{why.OverLimit, why.UsedUp, why.UnderLimit, why.BeforeReservation, why.ReservationOver, why.NodesReserved}},
		{1, i18n.LineStarts, anybody, []why.Code{why.InPriority, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, i18n.LineCloses, anybody, []why.Code{why.BehindHead}},
		{0, i18n.LineInterval, anybody, []why.Code{why.NextCycle}},
		{1, i18n.LineDelaysNone, anybody, []why.Code{why.HoleNow}},
		{1, i18n.LinePromiseThis, anybody, append([]why.Code{why.OtherPart}, waiting...)},
	}},
}

// deep is the name of the rule for EASY with several reservations. It needs its own
// rule because it scans the queue in another way.
const deep = "easy, deep"
