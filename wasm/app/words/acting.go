package words

// The texts of scheduling by hand: what is in the hand, what was decided, and how
// one stands.
const (
	KeyByHand Text = iota + acting
	ActTitle
	ActHow
	ActKeys
	ActHeld
	ActFits
	ActCost
	ActStart
	ActPlaceAs
	ActPut
	ActNext
	ActDid
	ActNone
	ActOver
	ActTakeBack
	ActDidStart
	ActDidBack
	ActDidAgain
	ActAgain
	ActShare
	ActRefused
	ActBroken
	RefNotYet
	RefRuns
	RefEnded
	RefStopped
	RefSize
	RefHeld
	RefAside
	RefDown
	RefUnfit
	RefRoom
	RefShape
	RefFirst
	RefNever
	BrokeIt
	BrokeNow
	BrokeNever
	StandTitle
	StandNote
	StandYou
	StandWait
	StandEnds
	StandBroken
	StandBound
	StandProven
	StandProofs
	ProofArea
	ProofLongest
	ProofExact
	ProofNone
	StandUnbounded
	BecauseHand
	ShortUndecided
	ShortDecided
	LongUndecided
	LongDecided
	numActing
)

var actingEnglish = [numActing - acting]string{
	KeyByHand - acting:      "Schedule it yourself",
	ActTitle - acting:       "You are the scheduler",
	ActHow - acting:         "Drag a job to nodes, or choose one in the queue.",
	ActKeys - acting:        "Keys: ↑ ↓ choose a job, Enter starts it, ← → move its nodes, N goes on to the next event.",
	ActHeld - acting:        "{job} in your hand",
	ActFits - acting:        "It fits on {nodes}.",
	ActCost - acting:        "Sum of distances: {n}.",
	ActStart - acting:       "Start it here",
	ActPlaceAs - acting:     "Place as",
	ActPut - acting:         "Put it down",
	ActNext - acting:        "Next event",
	ActDid - acting:         "What you did",
	ActNone - acting:        "Nothing yet: every job waits until you start it.",
	ActOver - acting:        "Nothing more happens by itself: start the next job.",
	ActTakeBack - acting:    "Take it back",
	ActDidStart - acting:    "start job {n} by hand",
	ActDidBack - acting:     "take back the start of job {n}",
	ActDidAgain - acting:    "start again by hand",
	ActAgain - acting:       "Start again",
	ActShare - acting:       "Share my decisions",
	ActRefused - acting:     "Refused at {at}: {job}",
	ActBroken - acting:      "Promise broken at {at}: {job}",
	RefNotYet - acting:      "It is not in the queue yet.",
	RefRuns - acting:        "It runs since {at}.",
	RefEnded - acting:       "It ended at {at}.",
	RefStopped - acting:     "Its queue is stopped.",
	RefSize - acting:        "It needs {need} nodes, and {have} are named.",
	RefHeld - acting:        "{node} is held by {holder}.",
	RefAside - acting:       "{node} is set aside for a job that grows.",
	RefDown - acting:        "{node} is out of use.",
	RefUnfit - acting:       "{node} has not what it needs.",
	RefRoom - acting:        "It needs {need}, and {have} {have|is|are} free.",
	RefShape - acting:       "Enough is free, but not in a shape that the placement accepts.",
	RefFirst - acting:       "The first moment at which it is possible is {at}, when {ends} ends at the latest.",
	RefNever - acting:       "On what there is now it is never possible.",
	BrokeIt - acting:        "It ends by {end}. EASY had promised {head} the time {was}, and now it is {is}: {late} late for {size}.",
	BrokeNow - acting:       "EASY would have started {head} at once; now it can start at {is}: {late} late for {size}.",
	BrokeNever - acting:     "EASY had promised {head} the time {was}, and now it cannot start on what there is.",
	StandTitle - acting:     "How you stand",
	StandNote - acting:      "the rest in queue order as soon as it fits",
	StandYou - acting:       "You",
	StandWait - acting:      "Mean wait",
	StandEnds - acting:      "Ends",
	StandBroken - acting:    "Broken",
	StandBound - acting:     "Nobody below",
	StandProven - acting:    "proven",
	StandProofs - acting:    "Mean wait: {wait}. End: {end}.",
	ProofArea - acting:      "the work of all jobs over the whole machine",
	ProofLongest - acting:   "{job} comes at {at} and takes {span}",
	ProofExact - acting:     "a search of all orders of the {n} jobs by one who knows what will come",
	ProofNone - acting:      "nothing better than 0 is proven",
	StandUnbounded - acting: "No bound is known here: jobs talk, grow, follow others or do not come, or the machine changes.",
	BecauseHand - acting:    "It was started here by hand: it needs {need}, and {have} {have|is|are} free.",
	ShortUndecided - acting: "fits: {need} of {have} free",
	ShortDecided - acting:   "starts at {at}, as decided",
	LongUndecided - acting:  "it needs {need}, {have} {have|is|are} free, and nobody has started it",
	LongDecided - acting:    "it was decided to start at {at}",
}
