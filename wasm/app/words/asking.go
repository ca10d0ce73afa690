package words

// The texts of questions, and of what is wrong with wrong answers; see core/quiz.
const (
	// Questions, by kind.
	AskStart Text = iota + asking
	AskPlace
	AskPromise
	AskExtra
	AskCheck
	AskCost
	AskReach
	AskNext
	AskStage
	AskLost
	AskShare
	AskReserve
	AskLimit
	AskPriority
	AskLink
	AskSpeed
	AskPolicy
	AskFigure
	SituationNow
	SituationRuns
	SituationSince
	SituationWaits
	SituationPromised

	// Answers.
	NoJobs
	NodesText
	CostText
	StageText
	FateRequeue
	FateFail
	FateKill
	FateEnd
	LinkText
	CheckFree
	CheckBehind
	CheckDelay
	CheckShape
	CheckLimit
	CheckShare
	CheckUser
	CheckRisk
	CheckUnits
	CheckOutside
	CheckNext
	CheckCounted
	CheckBatch
	CheckStopped
	CheckCycle
	RightText
	WrongText
	StartsBecause
	WaitsBecause

	// Misconceptions about who starts.
	SlipUnknown
	SlipFirstCome
	SlipOvertakes
	SlipNoExtra
	SlipExtraTwice
	SlipAllPromised
	SlipOnlyHead
	SlipDelays
	SlipDelaysOne
	SlipRuntime
	SlipHead
	SlipRoom
	SlipLeavesHead
	SlipLeavesHole
	SlipOne
	SlipOrder
	SlipShortest
	SlipFits
	SlipStopped

	// Misconceptions about times and numbers.
	SlipFirstEnd
	SlipLastEnd
	SlipForgotten
	SlipPromises
	SlipStartsNow
	SlipTime
	SlipTimeLater
	SlipTimeRoom
	SlipFreeNow
	SlipHeadNot
	SlipShadowNot

	// Misconceptions about places.
	SlipFirstFit
	SlipFirstPlain
	SlipMaxForSum
	SlipSumForMax
	SlipIdleUnit
	SlipTaken
	SlipSize
	SlipFrozen
	SlipCostlier
	SlipTie
	SlipLacks
	SlipPairs

	// Misconceptions about the rest.
	SlipCheck
	SlipLater
	SlipEarlier
	SlipLaterEnd
	SlipFirstStarted
	SlipShortestEnds
	SlipNever
	SlipRule
	SlipLonger
	SlipSpeed
	SlipEqual
	SlipLink
	SlipParts
	SlipNotCounted
	SlipUsed
	SlipWhole
	numAsking
)

var askingEnglish = [numAsking - asking]string{
	AskStart - asking:          "Which of the waiting jobs start now?",
	AskPlace - asking:          "{job} starts now. On which nodes?",
	AskPromise - asking:        "{job} cannot start now. By when is it promised to start?",
	AskExtra - asking:          "{job} has a reservation. How many extra nodes does it leave over then?",
	AskCheck - asking:          "{job} waits. Which condition fails?",
	AskCost - asking:           "{job} starts on {nodes}. What is the sum of the distances between all pairs of its nodes?",
	AskReach - asking:          "{job} starts on {nodes}. What is the largest distance from the device that this placement is centred on?",
	AskNext - asking:           "Whose walltime ends first of the jobs that run?",
	AskStage - asking:          "{job} is growing. Which stage does it come to the end of next?",
	AskLost - asking:           "The resource system now finds that nodes of {job} are dead. What becomes of the job?",
	AskShare - asking:          "After this decision, how many nodes are left of the usable share of {user}?",
	AskReserve - asking:        "After this decision, how many nodes are left of the reserve of {user}?",
	AskLimit - asking:          "After this decision, how much is left of {limit}?",
	AskPriority - asking:       "What is the priority of {job} after this step?",
	AskLink - asking:           "Which of these links is the fullest after this step?",
	AskSpeed - asking:          "At how many percent of its full speed does {job} run after this step?",
	AskPolicy - asking:         "Which discipline made this schedule?",
	AskFigure - asking:         "Under which discipline is the mean wait shortest here?",
	SituationNow - asking:      "It is {at}. {free} of {n} {n|node|nodes} are free. The discipline is {name}.",
	SituationRuns - asking:     "{job} runs on {nodes}, at the longest until {until}",
	SituationSince - asking:    "{job} runs on {nodes}, since {since}; its walltime is {wall}",
	SituationWaits - asking:    "{job} waits: it asks for {need}, for {wall}",
	SituationPromised - asking: "promised {at}",

	NoJobs - asking:        "none",
	NodesText - asking:     "nodes {nodes}",
	CostText - asking:      "cost {n}",
	StageText - asking:     "s{n}",
	FateRequeue - asking:   "it goes back into the queue",
	FateFail - asking:      "it has failed",
	FateKill - asking:      "it is killed at its walltime",
	FateEnd - asking:       "it runs on to its end",
	LinkText - asking:      "the link from {from} to {to}",
	CheckFree - asking:     "too little is free for it",
	CheckBehind - asking:   "a job before it has to start first",
	CheckDelay - asking:    "it would delay a job that was promised a start",
	CheckShape - asking:    "what is free has not a shape that will do",
	CheckLimit - asking:    "it would pass a limit",
	CheckShare - asking:    "the share of its user is used up",
	CheckUser - asking:     "another job of its user comes first",
	CheckRisk - asking:     "no reserve is left for it",
	CheckUnits - asking:    "too few units are free",
	CheckOutside - asking:  "it is not in the batch",
	CheckNext - asking:     "this trigger has had its batch",
	CheckCounted - asking:  "its batch became smaller",
	CheckBatch - asking:    "its batch does not pass the capacity test",
	CheckStopped - asking:  "its queue is stopped",
	CheckCycle - asking:    "the next scheduling cycle has not begun",
	RightText - asking:     "Right.",
	WrongText - asking:     "Not quite.",
	StartsBecause - asking: "{job} starts: {why}",
	WaitsBecause - asking:  "{job} waits: {why}",

	SlipUnknown - asking:     "That is not what the rule says here.",
	SlipFirstCome - asking:   "{job} may overtake: it would end at {until}, and that delays nobody who was promised a start.",
	SlipOvertakes - asking:   "{job} may not overtake: under this discipline all wait behind {other}, which does not fit.",
	SlipNoExtra - asking:     "{job} may start on extra nodes: it needs {need}, and {have} are left over for as long as it likes.",
	SlipExtraTwice - asking:  "The extra nodes are given away once: {job} needs {need}, and {have} are left of them.",
	SlipAllPromised - asking: "Only the first job has a reservation: {job} need not heed the promises of others.",
	SlipOnlyHead - asking:    "Every waiting job has a reservation here, not the first alone: {job} would delay one.",
	SlipDelays - asking:      "{job} would end at {until} and needs {need}, with {have} to spare: that delays {other}, promised {at}.",
	SlipDelaysOne - asking:   "{job} would end at {until}: that delays a job which was promised its nodes before it.",
	SlipRuntime - asking:     "{job} may end before {at}, but the scheduler cannot know that: until then its {need} {need|node|nodes} count as taken.",
	SlipHead - asking:        "{job} is first, but being first is not enough: it needs {need}, and {have} are free.",
	SlipRoom - asking:        "{job} needs {need}, and {have} are free.",
	SlipLeavesHead - asking:  "{job} is first and fits: it needs {need} of the {have} that are free.",
	SlipLeavesHole - asking:  "{job} may start too: nothing that was promised is delayed by it.",
	SlipOne - asking:         "A pass starts every job that may start, not one alone: {job} starts, too.",
	SlipOrder - asking:       "The waiting jobs do not stand in the order of submission here: look at {job}.",
	SlipShortest - asking:    "Short jobs do not come first here: look at {job}.",
	SlipFits - asking:        "{job} would fit, but fitting is not enough: {why}.",
	SlipStopped - asking:     "{job} is in a queue that is stopped: nothing of it starts.",

	SlipFirstEnd - asking:  "One end is not enough: {job} needs {need}, and by {at} {have} are free.",
	SlipLastEnd - asking:   "{job} need not wait for all: it needs {need}, which are free before {at}.",
	SlipForgotten - asking: "What is free already counts as well: {job} needs {need}, which are free before {at}.",
	SlipPromises - asking:  "At {at} {job} would delay somebody who was promised those nodes before it.",
	SlipStartsNow - asking: "{job} needs {need}, and {have} are free now.",
	SlipTimeLater - asking: "{job} needs {need}, and has a place for them earlier: at {until}.",
	SlipTimeRoom - asking:  "{job} needs {need}, and by {at} there is no place for them yet.",
	SlipTime - asking:      "{job} needs {need}; by {at} {have} are free.",
	SlipFreeNow - asking:   "What is free now is not what is extra: at {at} {have} will be free, and {other} takes {need} of them.",
	SlipHeadNot - asking:   "{have} will be free at {at}, but {other} takes {need} of them.",
	SlipShadowNot - asking: "What is given back by {at} counts as well: {have} will be free, and {other} takes {need} of them.",

	SlipFirstFit - asking:   "These are the first nodes that are free; the allocator looks for cheaper ones: {have}, not {need}.",
	SlipFirstPlain - asking: "These are the first nodes that are free; the allocator looks for others.",
	SlipMaxForSum - asking:  "The sum over all pairs counts, not the largest distance: {have}, not {need}.",
	SlipSumForMax - asking:  "The largest distance counts, not the sum over all pairs: {have}, not {need}.",
	SlipIdleUnit - asking:   "A busy unit with exactly {need} free comes before a free unit.",
	SlipTaken - asking:      "Not all of these nodes are free.",
	SlipSize - asking:       "{job} needs {need}, not {have}.",
	SlipFrozen - asking:     "Some of these nodes are set aside for a running job to grow: they are not free.",
	SlipCostlier - asking:   "This placement costs {need}; the chosen one costs {have}.",
	SlipTie - asking:        "That costs as much, {have}; among equals the allocator has a rule of its own, and takes another.",
	SlipLacks - asking:      "Some of these nodes lack what the job needs.",
	SlipPairs - asking:      "Each pair counts once: the cost is {have}.",

	SlipCheck - asking:        "That condition holds. What fails: {why}.",
	SlipLater - asking:        "That comes later.",
	SlipEarlier - asking:      "That is over already.",
	SlipLaterEnd - asking:     "{job} has until {until}; {other} has to end by {at}.",
	SlipFirstStarted - asking: "Who started first need not end first: {job} has until {until}, {other} has to end by {at}.",
	SlipShortestEnds - asking: "A short walltime that began late ends late: {job} has until {until}, {other} has to end by {at}.",
	SlipNever - asking:        "That does not happen.",
	SlipRule - asking:         "That discipline would have started {job} at {at}, and not at {until}.",
	SlipLonger - asking:       "The mean wait is longer there: {need} against {have}.",
	SlipSpeed - asking:        "The links that it uses are shared: it runs at {have} %.",
	SlipEqual - asking:        "Not all jobs have equal parts: what its fullest link leaves it counts, and that is {have} %.",
	SlipLink - asking:         "It is filled to {need} %; another one to {have} %.",
	SlipParts - asking:        "That is one part of several: together they are {have}.",
	SlipNotCounted - asking:   "What {job} takes now counts as well: {need} of {have} are used.",
	SlipUsed - asking:         "That is what is used; {have} in all, less {need}, are left.",
	SlipWhole - asking:        "{need} of {have} are used already.",
}
