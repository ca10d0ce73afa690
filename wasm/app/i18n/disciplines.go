package i18n

// Texts of disciplines, growing jobs and changes of the machine.
const (
	// Events during the run of a job, and changes of the machine.
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

	// Limits, by the resource that they count.
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
	StepKeepsTimes  // the job delays no reserved start
	StepBesideNodes // the job uses no nodes that a reservation holds
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

	// Priorities, shares and the job table of S1.
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
	PromisedOn // nodes on which a waiting job is promised to start
	ReservedOn // the same if the nodes are set aside
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

	// Effects of an edit.
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
	FormTime // error for a text that is not a time
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
