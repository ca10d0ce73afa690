package i18n

// Texts of policies written by the reader, and of their editor.
const (
	KeyPolicy Text = iota + scripting
	DidPolicy
	PolicySize
	PolicyTooLong
	PolicyLabel
	PolicyExamples
	PolicyDiffer
	PolicyDiffEnd
	PolicyDiffSame
	PolicyDiffTitle
	PolicyRunTyped
	PolicyLast
	PolicyStale
	PolicyStaleWhole
	PolicyShowRan
	PolicyRanName
	PolicyPrinted
	PolicyByStep
	PolicySilent
	PolicyFirst
	PolicyShare
	PolicyHelp
	PolicySays
	BecausePolicy
	PolicyEnded
	PolicyOpen
	PolicyBroke
	PolicyAt
	PolicyCalls
	TrialTitle
	TrialAbout
	TrialRun
	TrialAgain
	TrialStop
	TrialFar
	TrialBefore
	TrialDone
	TrialFound
	TrialJobs
	TrialOpen
	TrialClean
	PassedError
	PassedDiffers
	PassedNeverStarts
	PassedIdempotent
	PassedBroken
	PassedHeadLate
	PassedIdle
	PassedWorse
	PassedStarvation
	numScripting
)

var scriptingEnglish = [numScripting - scripting]string{
	KeyPolicy - scripting:         "Your policy",
	DidPolicy - scripting:         "your policy",
	PolicySize - scripting:        "{size} of {limit} kB",
	PolicyTooLong - scripting:     "It has {size} bytes, and a policy may have {limit}. Make it shorter: as it is, it does not run, and its link would not open.",
	PolicyLabel - scripting:       "Your policy, in Starlark. Esc closes, Tab moves on, Ctrl+Space completes, Ctrl+Enter runs, F8 goes to the next error",
	PolicyExamples - scripting:    "Examples",
	PolicyDiffer - scripting:      "Compare with …",
	PolicyDiffEnd - scripting:     "Back to the code",
	PolicyDiffSame - scripting:    "There is no difference.",
	PolicyDiffTitle - scripting:   "“{name}” (−) and yours (+)",
	PolicyRunTyped - scripting:    "Run as I type",
	PolicyLast - scripting:        "last run: {steps} {n|step|steps} in {ms} ms",
	PolicyStale - scripting:       "<b>The last good schedule,</b> of {ago} ago: line {line} has an error now.",
	PolicyStaleWhole - scripting:  "<b>The last good schedule,</b> of {ago} ago: the program has an error now.",
	PolicyShowRan - scripting:     "Show the code it ran",
	PolicyRanName - scripting:     "the code it ran",
	PolicyPrinted - scripting:     "Printed",
	PolicyByStep - scripting:      "by step",
	PolicySilent - scripting:      "Output of print(…) appears here.",
	PolicyFirst - scripting:       "Differs from EASY",
	PolicyShare - scripting:       "Share policy",
	PolicyHelp - scripting:        "The interface",
	PolicySays - scripting:        "{job}, says your policy: “{text}”",
	BecausePolicy - scripting:     "The policy chose it: it asks for {need}, and {have} were free.",
	PolicyEnded - scripting:       "<b>The policy failed at {at},</b> and the run ends there. {why}",
	PolicyOpen - scripting:        "Open the policy",
	PolicyBroke - scripting:       "The simulator stopped while it ran this policy ({why}). The last good schedule is still there.",
	PolicyAt - scripting:          "at {at}",
	PolicyCalls - scripting:       "called from {list}",
	TrialTitle - scripting:        "Test my policy",
	TrialAbout - scripting:        "{n} random workloads",
	TrialRun - scripting:          "Test",
	TrialAgain - scripting:        "Again",
	TrialStop - scripting:         "Stop the test",
	TrialFar - scripting:          "{n} of {all}",
	TrialBefore - scripting:       "Found before you changed the program. Test it again.",
	TrialDone - scripting:         "{all} workloads, {s} s, {n} {n|finding|findings}",
	TrialFound - scripting:        "found in {n} of {all}",
	TrialJobs - scripting:         "{n} {n|job|jobs}",
	TrialOpen - scripting:         "Open",
	TrialClean - scripting:        "Nothing found.",
	PassedError - scripting:       "no errors",
	PassedDiffers - scripting:     "two runs are the same",
	PassedNeverStarts - scripting: "every job starts",
	PassedIdempotent - scripting:  "asked again, it starts nothing more (idempotent)",
	PassedBroken - scripting:      "promises are kept",
	PassedHeadLate - scripting:    "the first job is never late",
	PassedIdle - scripting:        "no idle nodes",
	PassedWorse - scripting:       "not worse than FCFS",
	PassedStarvation - scripting:  "no starvation",
}
