package rule

import (
	"hopyard/core/why"
	"hopyard/wasm/app/words"
)

// who narrows a line to some of the waiting jobs.
type who uint8

const (
	anybody  who = iota
	head         // the first in the queue
	promised     // who has been promised a start
	overdue      // who should have been rescued (S1)
)

// line is one line of a rule.
type line struct {
	depth int8
	text  words.Text
	who   who
	codes []why.Code // the reasons that this line gives; of overdue jobs it gives all
}

var (
	fits    = []why.Code{why.FitsNow, why.Moulded, why.ByPolicy}
	lacks   = []why.Code{why.TooFewFree, why.NotPlaceable}
	inPlan  = []why.Code{why.FitsNow, why.EndsByShadow, why.OnExtraNodes, why.AvoidsReserved, why.HoleNow, why.ChosenWindow, why.Moulded}
	waiting = []why.Code{why.TooFewFree, why.NotPlaceable, why.Reserved, why.BetterWindow, why.WouldDelay, why.NotReached}
)

// rule is the rule of a discipline.
type rule struct {
	name  string
	lines []line
}

// rules are the lines of each discipline. Where several lines could have given a
// reason, the first did.
var rules = [...]rule{
	{"fcfs", []line{
		{0, words.LineEach, anybody, nil},
		{1, words.LineStarts, anybody, fits},
		{1, words.LineAllWait, anybody, []why.Code{why.TooFewFree, why.NotPlaceable, why.BehindHead, why.NotReached}},
	}},
	{"mpfs-scan", []line{
		{0, words.LineLargest, anybody, nil},
		{1, words.LineStarts, anybody, []why.Code{why.LargestFit, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, words.LineWaits, anybody, lacks},
	}},
	{"easy", []line{
		{0, words.LineEach, anybody, nil},
		{1, words.LineStarts, anybody, fits},
		{1, words.LinePromise, head, []why.Code{why.Reserved, why.BetterWindow, why.TooFewFree, why.NotPlaceable}},
		{0, words.LineBehind, anybody, nil},
		{1, words.LineEndsBefore, anybody, []why.Code{why.EndsByShadow}},
		{1, words.LineLeftOver, anybody, []why.Code{why.OnExtraNodes, why.AvoidsReserved}},
		{1, words.LineWaits, anybody, waiting},
	}},
	{deep, []line{
		{0, words.LineEach, anybody, nil},
		{1, words.LineDelaysNone, anybody, inPlan},
		{1, words.LinePromiseSome, promised, waiting},
		{1, words.LineWaits, anybody, waiting},
	}},
	{"conservative", []line{
		{0, words.LineEach, anybody, nil},
		{1, words.LineSooner, anybody, nil},
		{1, words.LinePromiseNew, anybody, nil},
		{1, words.LineItsTime, anybody, inPlan},
		{1, words.LineWaitsForIt, anybody, waiting},
	}},
	{"conservative-rebuild", []line{
		{0, words.LineForget, anybody, nil},
		{0, words.LineEach, anybody, nil},
		{1, words.LinePromiseAll, anybody, nil},
		{1, words.LineItsTime, anybody, inPlan},
		{1, words.LineWaitsForIt, anybody, waiting},
	}},
	{"batch", []line{
		{0, words.LineBatch, anybody, nil},
		{0, words.LineShrink, anybody, []why.Code{why.CountedOut, why.BatchTooLarge}},
		{0, words.LineWidest, anybody, nil},
		{1, words.LineUnits, anybody, []why.Code{why.InBatch, why.ExactFit, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, words.LineWaits, anybody, []why.Code{why.TooFewUnits, why.TooFewFree, why.NotPlaceable}},
		{0, words.LineNextBatch, anybody, []why.Code{why.OutsideBatch, why.NextBatch}},
	}},
	{"deadline", []line{
		{0, words.LineOverdue, anybody, nil},
		{1, words.LineRescue, anybody, []why.Code{why.Rescued, why.RescuedBySystem, why.RescuedOnBoth}},
		{1, words.LineAtRisk, overdue, nil},
		{0, words.LineUsers, anybody, nil},
		{1, words.LineInShare, anybody, []why.Code{why.WithinShare, why.FitsNow, why.Moulded, why.ByPolicy}},
		{1, words.LineUserWaits, anybody, []why.Code{why.OverShare, why.BehindUser, why.AtRisk, why.TooFewFree, why.NotPlaceable}},
	}},
	{"hybrid", []line{
		{0, words.LinePriority, anybody, []why.Code{why.NextCycle}},
		{1, words.LineLimit, anybody, []why.Code{why.OverLimit}},
		{1, words.LineDelaysNone, anybody, []why.Code{why.InPriority, why.FitsNow, why.EndsByShadow, why.OnExtraNodes, why.AvoidsReserved, why.HoleNow, why.ChosenWindow, why.Moulded}},
		{1, words.LinePromiseThis, promised, waiting},
		{1, words.LineWaits, anybody, waiting},
	}},
}

// deep is EASY with several reservations, which goes through its queue in another way.
const deep = "easy, deep"
