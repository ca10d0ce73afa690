package i18n

// The texts of disciplines, growing jobs and machines that change.
const (
	// What became of a job while it ran, and of the machine.
	LosesNodes Text = iota + endOfTexts
	StoppedToGrow
	FailsNodes
	KeepsUntil
	KeepsNothing
	KeptNone
	DeadlineRisk
	DeadlineLate
	Freezes
	StageControl
	StageTasks
	StageReady
	StagePublished
	StageSignal
	HasGrown
	RollsBack
	Shrinks
	NodesFail
	NodesFound
	NodesOnline
	LinkFails
	LinkWorks
	QueueOpens
	QueueCloses
	QueueStarts
	QueueStops
	QueueRefuses
	AllotmentIs
	SomeLink
	OddTrace
	AtStart
	AtStartJobs
	AtStartTimes
	FirstStep
	FirstTouch
	NoSteps

	// Limits, by what they count.
	LimitJobs
	LimitNodes
	LimitCores
	LimitGPUs
	LimitSeconds
	LimitMemory
	LimitDisk
	LimitNamed
	LimitOther
	GroupNamed
	QueueNamed

	// The rules of S1 and S3.
	StepLimits
	StepNoLimits
	StepFilter
	StepEnough
	StepPick
	StepStart
	StepReserve
	StepReserveLimit
	StepCleared
	StepCycle
	StepKeepsTimes  // what a job leaves to reservations
	StepBesideNodes // the same where those hold nodes
	FilterDown
	FilterBusy
	FilterCores
	FilterMemory
	FilterDisk
	FilterGPUs
	FilterNamed
	FilterLimits
	FilterReserved
	FilterLeft
	SlackLeft
	SlackEnded
	RuleGain
	SlackEstimate
	SlackOwn
	SlackSince
	SlackNever
	PoolUsable
	PoolReserve
	PoolSystem
	PoolNone
	PoolGives
	PoolIdle

	// Priorities, shares and S1's job table.
	PriorityParts
	PriorityNone
	PartQueueTime
	PartExpansion
	PartNodes
	PartCores
	PartMemory
	PartGPUs
	PartJob
	PartUser
	PartGroup
	PartQueue
	PartResources
	PartFairShare
	WeightOfGPUs
	MoreWeights
	MoreGauges
	QuotaTitle
	ShareTitle
	ShareUsable
	ShareReserve
	ShareSystem
	DueNever
	PromisedOn // where a waiting job is promised to start
	ReservedOn // the same where the nodes are held
	DueSlack
	DueRisk
	RunsByDue
	RunsPastDue
	AtRiskMark
	LateMark
	DoneAt
	DoneLate
	PartRuns
	MoreParts
	TableAt
	ColumnJob
	ColumnUser
	ColumnResources
	ColumnPriority
	ColumnSubmitted
	ColumnDue
	ColumnHolds
	ColumnAmount
	ColumnEstimate
	ColumnSlack
	HoldsNothing
	OfUsable
	OfReserve
	OfSystem

	// What an edit changed.
	ChangedNothing
	ChangedEarlier
	ChangedLater
	ChangedEndEarlier
	ChangedEndLater
	ChangedOneEarlier
	ChangedOneLater
	ChangedOneEndEarlier
	ChangedOneEndLater
	ChangedMost
	ChangedNew
	ChangedGone
	ChangedKilled
	ChangedEnds
	ChangedFails
	ChangedRefused
	ChangedNever
	ChangedOpen
	ChangedWait

	FigureWhole
	KeptUntil
	LostWork
	LostNodeTime

	// Forms.
	FormJobs
	FormJob
	FormFaults
	FormRemoveBlock
	FormRemove
	FormAdd
	FormAddJob
	FormName
	FormMore
	FormNeeded
	FormTime // for what is not a time
	FormUsual
	FormOther
	FormAtLeast
	FormRange
	FormNoJobs
	FormBefore
	FormAfter
	FormRows
	FormDetails
	FormNoText

	NumTexts
)
