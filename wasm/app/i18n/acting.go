package i18n

// Texts of scheduling by hand: the job picked up, the decisions, and the comparison
// with other schedules.
const (
	KeyByHand Text = iota + acting
	ActTitle
	ActHow
	ActNobody
	ActGiven
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
	ActHow - acting:         "Drag {job} from the queue onto nodes, or choose it there. Any job that waits will do.",
	ActNobody - acting:      "No job waits. Go on to the next event, then drag a job from the queue onto nodes.",
	ActGiven - acting:       "Already decided",
	ActKeys - acting:        "Keys: ↑ ↓ choose a job, Enter starts it, ← → move its nodes, N goes on to the next event.",
	ActHeld - acting:        "{job} picked up",
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
	ActDidAgain - acting:    "start over by hand",
	ActAgain - acting:       "Start over",
	ActShare - acting:       "Share my decisions",
	ActRefused - acting:     "Refused at {at}: {job}",
	ActBroken - acting:      "Promise broken at {at}: {job}",
	RefNotYet - acting:      "It is not in the queue yet.",
	RefRuns - acting:        "It has been running since {at}.",
	RefEnded - acting:       "It ended at {at}.",
	RefStopped - acting:     "Its queue is stopped.",
	RefSize - acting:        "It needs {need} nodes, and you chose {have}.",
	RefHeld - acting:        "{node} is held by {holder}.",
	RefAside - acting:       "{node} is set aside for a job that grows.",
	RefDown - acting:        "{node} is out of use.",
	RefUnfit - acting:       "{node} lacks what it needs.",
	RefRoom - acting:        "It needs {need}, and {have} {have|is|are} free.",
	RefShape - acting:       "Enough is free, but not in a shape that the placement accepts.",
	RefFirst - acting:       "It is possible from {at} on, when {ends} ends at the latest.",
	RefNever - acting:       "On the machine as it is now it can never start.",
	BrokeIt - acting:        "It ends by {end}. EASY had promised {head} the time {was}, and now it is {is}: {late} late for {size}.",
	BrokeNow - acting:       "EASY would have started {head} at once; now it can start at {is}: {late} late for {size}.",
	BrokeNever - acting:     "EASY had promised {head} the time {was}, and now it cannot start on what there is.",
	StandTitle - acting:     "How you compare",
	StandNote - acting:      "remaining jobs start in queue order, as soon as they fit",
	StandYou - acting:       "You",
	StandWait - acting:      "Mean wait",
	StandEnds - acting:      "Ends",
	StandBroken - acting:    "Broken",
	StandBound - acting:     "Best possible (proven)",
	StandProofs - acting:    "Mean wait: {wait}. End: {end}.",
	ProofArea - acting:      "the total work of all jobs, spread over the whole machine",
	ProofLongest - acting:   "{job} arrives at {at} and takes {span}",
	ProofExact - acting:     "a search of all orders of the {n} jobs, with the future known",
	ProofNone - acting:      "no bound above 0 is proven",
	StandUnbounded - acting: "No bound is known here: jobs communicate, grow, depend on others or are not submitted, or the machine changes.",
	BecauseHand - acting:    "It was started here by hand: it needs {need}, and {have} {have|is|are} free.",
	ShortUndecided - acting: "fits: {need} of {have} free",
	ShortDecided - acting:   "starts at {at}, as decided",
	LongUndecided - acting:  "it needs {need}, {have} {have|is|are} free, and nobody has started it",
	LongDecided - acting:    "it is set to start at {at}",
}
