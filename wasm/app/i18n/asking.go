package i18n

// Texts of questions, and of the misconceptions behind wrong answers; see
// core/quiz.
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
	NodeText
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

	// Misconceptions; facts follow each of them.
	SlipFirstCome
	SlipOvertakes
	SlipNoExtra
	SlipExtraTwice
	SlipAllPromised
	SlipOnlyHead
	SlipDelays
	SlipRuntime
	SlipHead
	SlipOne
	SlipOrder
	SlipShortest
	SlipFits
	SlipStopped
	SlipNotWaiting
	SlipFirstEnd
	SlipLastEnd
	SlipForgotten
	SlipPromises
	SlipTooLate
	SlipTooEarly
	SlipFreeNow
	SlipHeadNot
	SlipShadowNot
	SlipFirstFit
	SlipMaxForSum
	SlipSumForMax
	SlipSumCounts
	SlipMaxCounts
	SlipIdleUnit
	SlipTaken
	SlipDown
	SlipSize
	SlipFrozen
	SlipCostlier
	SlipEqualCost
	SlipNotAChoice
	SlipOtherNodes
	SlipLacks
	SlipPairs
	SlipCheck
	SlipLater
	SlipEarlier
	SlipLaterEnd
	SlipFirstStarted
	SlipShortestEnds
	SlipRule
	SlipRuleNever
	SlipLonger
	SlipEqual
	SlipLink
	SlipParts
	SlipNotCounted
	SlipUsed
	SlipWhole

	// Facts that decide an answer, and the terms of sums.
	SumRoom
	SumRoomAt
	SumExtra
	SumPairs
	SumFar
	SumLeft
	SumParts
	SumLink
	SumLinkShared
	SumLost
	TermFree
	TermEnds
	TermEndsMany
	TermStarts
	TermHeld
	TermUsed
	TermGiven
	TermGivenMany
	PlaceBecause
	PlacePlain
	PlaceEqual
	PlaceNext
	StageBecause
	LimitsBecause
	WaitsMean
	LinksFilled
	RuleBecause
	RuleNever
	numAsking
)

var askingEnglish = [numAsking - asking]string{
	AskStart - asking:          "Which of the waiting jobs start now?",
	AskPlace - asking:          "{job} starts now. On which nodes?",
	AskPromise - asking:        "{job} cannot start now. By when is it promised to start?",
	AskExtra - asking:          "{job} has a reservation. How many extra nodes are there at that time?",
	AskCheck - asking:          "{job} waits. Which condition fails?",
	AskCost - asking:           "{job} starts on {nodes}. What is the sum of the distances between all pairs of its nodes?",
	AskReach - asking:          "{job} starts on {nodes}. What is the largest distance from {device}, on which this placement is centred?",
	AskNext - asking:           "Of the running jobs, whose walltime ends first?",
	AskStage - asking:          "{job} is growing. Which stage ends next?",
	AskLost - asking:           "At {at} the resource system finds that nodes of {job} are dead. What becomes of the job then?",
	AskShare - asking:          "After the pass that follows, how many nodes are left of the usable share of {user}?",
	AskReserve - asking:        "After the pass that follows, how many nodes are left of the reserve of {user}?",
	AskLimit - asking:          "After the pass that follows, how much is left of the limit on {limit}?",
	AskPriority - asking:       "What is the priority of {job} after this step?",
	AskLink - asking:           "Which of these links is the fullest after this step?",
	AskSpeed - asking:          "At how many percent of its full speed, to the nearest whole, does {job} run after this step?",
	AskPolicy - asking:         "Which discipline made this schedule?",
	AskFigure - asking:         "Under which discipline is the mean wait shortest here?",
	SituationNow - asking:      "It is {at}. {free} of {n} {n|node|nodes} {free|is|are} free. The discipline is {name}.",
	SituationRuns - asking:     "{job} runs on {nodes}, until {until} at the latest",
	SituationSince - asking:    "{job} runs on {nodes}, since {since}; its walltime is {wall}",
	SituationWaits - asking:    "{job} waits: it asks for {need}, for {wall}",
	SituationPromised - asking: "promised {at}",

	NoJobs - asking:        "none",
	NodesText - asking:     "nodes {nodes}",
	NodeText - asking:      "node {nodes}",
	StageText - asking:     "s{n}",
	FateRequeue - asking:   "it goes back into the queue",
	FateFail - asking:      "it has failed",
	FateKill - asking:      "it is killed at its walltime",
	FateEnd - asking:       "it runs on to its end",
	LinkText - asking:      "the link from {from} to {to}",
	CheckFree - asking:     "too little is free for it",
	CheckBehind - asking:   "a job before it has to start first",
	CheckDelay - asking:    "it would delay a job that was promised a start",
	CheckShape - asking:    "enough is free, but in no shape that the allocator accepts",
	CheckLimit - asking:    "it would exceed a limit",
	CheckShare - asking:    "the share of its user is used up",
	CheckUser - asking:     "another job of its user comes first",
	CheckRisk - asking:     "reserves and usable share have too little left for it",
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

	SlipFirstCome - asking:    "Jobs may overtake one that has to wait.",
	SlipOvertakes - asking:    "No job overtakes here: all wait behind {other}.",
	SlipNoExtra - asking:      "A job that would run longer may still start, on extra nodes.",
	SlipExtraTwice - asking:   "Extra nodes can be given away only once.",
	SlipAllPromised - asking:  "Not every waiting job has a reservation here: {job} delays none.",
	SlipOnlyHead - asking:     "Here the first job is not the only one with a reservation.",
	SlipDelays - asking:       "{job} would run until {until}, and it may not delay a job that was promised a start.",
	SlipRuntime - asking:      "{job} may end before {at}, but the scheduler cannot know that: until then its {need} {need|node|nodes} count as taken.",
	SlipHead - asking:         "{job} is first, but being first is not enough.",
	SlipOne - asking:          "A pass starts every job that may start, not just one.",
	SlipOrder - asking:        "The waiting jobs are not in the order of submission here.",
	SlipShortest - asking:     "Short jobs do not come first here.",
	SlipFits - asking:         "Fitting is not enough.",
	SlipStopped - asking:      "{job} is in a queue that is stopped: none of its jobs starts.",
	SlipNotWaiting - asking:   "{job} cannot be chosen now.",
	SlipFirstEnd - asking:     "Waiting for the first job to end is not enough.",
	SlipLastEnd - asking:      "{job} need not wait until all have ended.",
	SlipForgotten - asking:    "What is already free counts, too.",
	SlipPromises - asking:     "At {at} others were promised nodes before {job}.",
	SlipTooLate - asking:      "{job} has room earlier than {at}: at {until}.",
	SlipTooEarly - asking:     "{job} is promised {until}, not {at}.",
	SlipFreeNow - asking:      "What is free now is not the same as what is extra.",
	SlipHeadNot - asking:      "What {other} itself takes is not extra.",
	SlipShadowNot - asking:    "What is given back by {at} counts, too.",
	SlipFirstFit - asking:     "These are the first free nodes: they cost {need}, the chosen ones {have} ({cost}).",
	SlipMaxForSum - asking:    "The sum over all pairs counts, not the largest distance: {have}, not {need}.",
	SlipSumForMax - asking:    "The largest distance counts, not the sum over all pairs: {have}, not {need}.",
	SlipSumCounts - asking:    "The sum over all pairs counts, not the largest distance.",
	SlipMaxCounts - asking:    "The largest distance counts, not the sum over all pairs.",
	SlipIdleUnit - asking:     "A busy unit with exactly {need} free comes before a free unit: {job} takes {nodes}.",
	SlipTaken - asking:        "Node {node} is not free: {other} has it.",
	SlipDown - asking:         "Node {node} is not available now.",
	SlipSize - asking:         "{job} needs {need}, not {have}.",
	SlipFrozen - asking:       "Node {node} is not free: it is set aside for {other} to grow.",
	SlipCostlier - asking:     "These nodes cost {need}, the chosen ones {have} ({cost}).",
	SlipEqualCost - asking:    "That costs just as much: {have} ({cost}).",
	SlipNotAChoice - asking:   "{allocator} takes {nodes} instead: {cost} {have}.",
	SlipOtherNodes - asking:   "{allocator} takes {nodes} instead.",
	SlipLacks - asking:        "Node {node} lacks what {job} needs.",
	SlipPairs - asking:        "Each pair counts once.",
	SlipCheck - asking:        "That is not what keeps {job} waiting.",
	SlipLater - asking:        "s{need} comes later: the growth is in s{have}.",
	SlipEarlier - asking:      "s{need} is over: the growth is in s{have}.",
	SlipLaterEnd - asking:     "{job} has until {until}; {other} has to end by {at}.",
	SlipFirstStarted - asking: "Who started first need not end first: {job} has until {until}, {other} has to end by {at}.",
	SlipShortestEnds - asking: "A short walltime that began late ends late: {job} has until {until}, {other} has to end by {at}.",
	SlipRule - asking:         "That discipline would have started {job} at {at}, and not at {until}.",
	SlipRuleNever - asking:    "That discipline would not have started {job}, which started at {until}.",
	SlipLonger - asking:       "The mean wait is longer there: {need} against {have}.",
	SlipEqual - asking:        "Jobs do not get equal shares of the network.",
	SlipLink - asking:         "It is filled to {need} %; {link} to {have} %.",
	SlipParts - asking:        "That leaves a part out.",
	SlipNotCounted - asking:   "What {job} takes now counts, too.",
	SlipUsed - asking:         "That is what is used, not what is left.",
	SlipWhole - asking:        "Not all of it is left.",
	SumRoom - asking:          "{job} needs {need}. Free for it now: {sum}.",
	SumRoomAt - asking:        "{job} needs {need}. Free for it at {at}: {sum}.",
	SumExtra - asking:         "Extra at {at}: {sum}.",
	SumPairs - asking:         "All pairs of nodes, by distance: {sum}.",
	SumFar - asking:           "From {device} the farthest of these nodes is at distance {n}.",
	SumLeft - asking:          "Left: {sum}.",
	SumParts - asking:         "{job} has the priority {sum}.",
	SumLink - asking:          "At full speed the jobs on {link} would need {want} % of it, so they run at {room}/{want} = {n} %.",
	SumLinkShared - asking:    "On {link} jobs that are slower elsewhere take {others} %, and {room} % are left; at full speed the others would need {want} %, so they run at {room}/{want} = {n} %.",
	SumLost - asking:          "{job} loses {need} of its {have} nodes: {fate}.",
	TermFree - asking:         "free",
	TermEnds - asking:         "{job} ends",
	TermEndsMany - asking:     "{n} jobs end",
	TermStarts - asking:       "{job} starts",
	TermHeld - asking:         "{job}, promised {at}",
	TermUsed - asking:         "used before",
	TermGiven - asking:        "{job}",
	TermGivenMany - asking:    "what starts",
	PlaceBecause - asking:     "{allocator} takes {nodes}: {cost} {n}.",
	PlacePlain - asking:       "{allocator} takes {nodes}.",
	PlaceEqual - asking:       "Equally good: {list}.",
	PlaceNext - asking:        "Next best here: {nodes}, {n}.",
	StageBecause - asking:     "The growth of {job} is in s{n}.",
	LimitsBecause - asking:    "Ends of the walltimes: {list}.",
	WaitsMean - asking:        "Mean waits: {list}.",
	LinksFilled - asking:      "How full each is: {list}.",
	RuleBecause - asking:      "{name} would have started {job} at {at}, not at {until}.",
	RuleNever - asking:        "{name} would not have started {job}, which started at {until}.",
}
