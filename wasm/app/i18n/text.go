package i18n

// Text is the number of a template.
type Text uint16

// The texts. english.go maps their names to the English templates, whose gaps have
// telling names.
const (
	// Units and small words.
	Never Text = iota
	Unlimited
	Seconds
	Minutes
	Hours
	Days
	AndMore
	JobName
	UserName
	NodesName
	LeafName
	SwitchName
	RootName
	RouterName
	PlainSwitchName
	MachineName
	NodeSize
	TaskSize
	OfEach
	OfEachNode
	PerTaskCores
	PerTaskMemory
	PerTaskDisk
	PerTaskGPUs
	PerTaskNamed

	// What the step did: the sentence.
	StartsOn
	BecauseFirst
	BecauseFirstTasks
	BecauseShadow
	BecauseNever
	BecauseExtra
	BecauseBeside
	BecauseHole
	BecauseBatch
	BecauseBatchOne
	BecauseExact
	BecauseLargest
	BecauseShare
	BecauseRescued
	BecauseSystem
	BecauseBoth
	BecauseMoulded
	BecauseWindow
	BecausePriority
	BecauseOther
	Arrives
	ArrivesFits
	EndsFreeing
	KilledFreeing
	Refused
	NothingStarts
	QueueEmpty
	AllDone
	WakeUp
	WakeUpCycle
	WakeUpStage

	// Why a job waits: the sentence about the selected job.
	Waits
	PromisedAt
	RunsSince
	RanFrom
	WasKilled
	HasFailed
	WaitsAgain
	NotYet

	// The network.
	LinkLoad
	LinkFull
	LinkIdle
	RunsSlowly
	StandsStill
	SlowedAlone
	SlowedWith
	FactFull
	FactTook
	FactSlowdown
	FactSpeed
	FactLeft
	LegendLinks
	LegendBelow
	LegendUpTo
	LegendFull
	LegendCrossed
	LegendOrMore
	LegendNow
	LinksBranch
	LinksQuiet
	TookFaster
	RunsFaster
	LateByHops
	TookSlower

	// Why a job waits: a clause of a sentence.
	LongTooFew
	LongTooFewTasks
	LongBehind
	LongDelay
	LongDelayRoom
	LongReserved
	LongBreaks // like LongDelay, if the job is known whose promise would be broken
	LongBatchLarge
	LongOutside
	LongUnits
	LongShape
	LongNotReached
	LongLimit
	LongShare
	LongUser
	LongRisk
	LongCycle
	LongStopped
	LongLost
	LongWindow
	LongOutgrown

	// Why a job waits: a few words, in the queue.
	ShortTooFew
	ShortTooFewTasks
	ShortBehind
	ShortDelay
	ShortDelayRoom
	ShortReserved
	ShortBatchLarge
	ShortOutside
	ShortUnits
	ShortShape
	ShortNotReached
	ShortLimit
	ShortShare
	ShortUser
	ShortRisk
	ShortCycle
	ShortStopped
	ShortLost
	ShortWindow
	ShortOutgrown
	ShortPromised
	ShortStarts

	// The rules that were checked.
	RuleFirst
	RuleFree
	RuleFreeTasks
	RuleShadow
	RuleExtra
	RuleBeside
	RuleHole
	RuleBatch
	RuleExact
	RuleLargest
	RuleShape
	RuleUnits
	RuleOrder
	RuleWindow
	RuleWindowAt
	RuleInRound

	// The candidates for a placement.
	WeighedBy
	TieSpeed
	SumKey
	TiePairs
	TieFirst
	TieBoth // candidates that are equal in all criteria
	TieAll
	TieSome
	TieFast
	TieCentre // reason why one of them was chosen
	TieDevice // the same on machines with switches
	TieNodes
	TieSwitch
	CostPairs
	CostDevice
	InLinks
	HopIs
	CostHops
	CostUnits
	CostEmptiest
	CostSlowest
	CostWeakest
	CostFullest
	CostShells
	CostCores
	CostSpeed
	CostRank
	CostFirst
	CostOther
	Around
	Under
	StartingAt
	ColumnWhere
	ColumnNodes
	ColumnCost
	ColumnPairs
	ColumnSpeed

	// Figures.
	FigureWait
	FigureUtilization
	FigureSlowdown
	FigureHops
	FigureFragmentation
	FigureMakespan

	GroupJobs
	GroupPerformance
	GroupMemory
	GroupBalance
	GroupService
	GroupCommunication
	GroupDeadlines
	GroupUsers
	GroupSizes
	GroupFailures
	AllFigures

	// Panels.
	StepOf
	WaitingCount
	QueueNobody
	QueueMore
	MachineNote
	MachineTakes
	MachineHolds
	MachineHeld
	MachineWants
	MachineKept
	MachineKeptNow
	MachineChosen
	MachineOther
	MachineAside
	MachineDown
	MachineOffline
	RowsNodes
	RowsLeaves
	RowsLines
	RowsGroups
	BarsSpeed
	BoxesHeld // meaning of the hatched nodes of promises
	BoxesNow
	PointedFree
	PointedSwitch
	FiguresSoFar
	FiguresWhole
	LowerBetter
	HigherBetter
	UnitPercent
	UnitHops
	UnitLinks

	// Loading, errors.
	Recording
	Cancelled
	Broken
	Stale
	FaultLine
	FaultLimit
	FaultFix
	FaultHidden
	Stop
	ShowRecord
	HideRecord
	CurvesSummary
	TextTooLong
	NodesWanted
	RunIt
	Close

	// Pickers and machines.
	LessonOf
	OwnScenario
	AllLessons
	OpenFile
	OpenFileAbout
	OwnMachine
	Unfit
	WithDepth
	WithEvenShares
	GrowthOff
	GrowthQueue
	GrowthSmallest
	GrowthSteepest
	GrowthShortest
	ByResubmission
	AllTalk
	FlatOf
	StarOf
	TreeOf
	TorusOf
	MeshOf
	CubeOf
	FlyOf
	GraphOf
	SlurmOf

	// Keys and help.
	KeyForward
	KeyBack
	KeyFirst
	KeyLast
	KeyNextDecision
	KeyLastDecision
	KeyNextOfJob
	KeyLastOfJob
	KeyPlay
	KeyFaster
	KeySlower
	KeyFit
	KeyWhole
	KeyZoomIn
	KeyZoomOut
	KeyPanLeft
	KeyPanRight
	KeyQueue
	KeyMachine
	KeyTimeline
	KeyWhy
	KeyGallery
	KeyEdit
	KeyShare
	KeyTheme
	KeyHelp
	KeyOut
	HelpPointer
	HelpTitle
	GroupMove
	GroupLook
	GroupPage

	// Curves.
	NoFigure
	CurveUtilization
	CurveQueue
	CurveFragmentation
	CurveHops
	CurveLoad

	// Within the pictures.
	DrawJob
	DrawPromised
	DrawShadow
	DrawDay

	// The chart of a growth, and its list for screen readers.
	GrowthNow
	GrowthDone
	GrowthUndone
	GrowthGivenUp
	GrowthNodes
	GrowthTasks
	LineResources
	LineJobs
	LineOld
	LineNew
	ArrowNotice
	ArrowFreeze
	ArrowControl
	ArrowTasks
	ArrowReady
	ArrowPublish
	ArrowSignal
	ArrowRebuild
	StageWho
	StageDone
	StageNow
	StageToCome
	StageOpen
	StageOff

	// States of nodes and links.
	NodeFailed
	NodeDown
	NodeOffline
	NodeFrozen
	NodeWasDown
	NodeCame
	LinkIsDown
	NodeHas
	UsedCores
	UsedMemory
	UsedDisk
	UsedGPUs
	UsedNamed
	SocketLine
	SocketHeld
	SocketFrozen
	SocketFree
	LegendFailed
	LegendDown
	LegendOffline
	LegendFrozen
	LegendTorn
	LegendGPU

	// Lists, trees and grids beside the canvases, for keyboard and screen readers.
	TreeBusy
	TreeNodes
	TreeFree
	GridNode
	GridCell
	GridRunning
	GridNone
	GridFrozen
	GridFroze
	GridDown
	GridWasDown
	endOfTexts // the texts of disciplines.go follow
)
