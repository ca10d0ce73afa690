// Code generated from static/lang/en by go generate; DO NOT EDIT.

package i18n

// The areas of texts, each by the number of its first text.
const (
	base Text = iota << areaBits
	comparing
	editing
	handling
	sharing
	learning
	steering
	serving
	batching
	growing
	asking
	practising
	sheeting
	scripting
	acting
	tracing
	finding
	ruling
	puzzling
	blocking
	waiting
	commanding
	lending
	areas = iota
)

// Texts of static/lang/en/base.json.
const (
	Never Text = iota + base
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
	BecauseQuota
	BecauseRan
	BecauseBorrows
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
	Waits
	PromisedAt
	RunsSince
	RanFrom
	WasKilled
	HasFailed
	WasStopped
	WaitsAgain
	NotYet
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
	LongTooFew
	LongTooFewTasks
	LongBehind
	LongDelay
	LongDelayRoom
	LongReserved
	LongBreaks
	LongBatchLarge
	LongOutside
	LongUnits
	LongShape
	LongSwitches
	LongRoom
	LongRoomParts
	BlockOf
	LongNotReached
	LongUsed
	LongLeast
	LongLimit
	LongQuota
	LongQuotaHeld
	LongShare
	LongUser
	LongRisk
	LongCycle
	LongPreempting
	LongStopped
	LongAfter
	LongAfterWhile
	LongAfterAny
	LongAfterNotOK
	LongAfterOK
	LongSingleton
	LongNever
	LongBegin
	LongPower
	LongInVain
	LongArrayLimit
	LongLost
	LongPreempted
	LongWindow
	LongOutgrown
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
	ShortSwitches
	ShortRoom
	ShortRoomParts
	ShortNotReached
	ShortUsed
	ShortLeast
	ShortLimit
	ShortQuota
	ShortShare
	ShortUser
	ShortRisk
	ShortCycle
	ShortPreempting
	ShortPower
	ShortInVain
	ShortStopped
	ShortDepends
	ShortNever
	ShortBegin
	ShortArrayLimit
	ShortLost
	ShortPreempted
	ShortWindow
	ShortOutgrown
	ShortPromised
	ShortStarts
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
	RuleQuota
	RuleOrder
	RuleWindow
	RuleWindowAt
	RuleInRound
	WeighedBy
	TieSpeed
	SumKey
	TiePairs
	TieFirst
	TieBoth
	TieAll
	TieSome
	TieFast
	TieCentre
	TieDevice
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
	CostBlock
	CostRing
	CostSlices
	CostOther
	Around
	Under
	StartingAt
	ColumnWhere
	ColumnNodes
	ColumnCost
	ColumnPairs
	ColumnSpeed
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
	GroupEnergy
	AllFigures
	StepOf
	WaitingCount
	QueueNobody
	QueueMore
	MachineNote
	MachineTakes
	MachineHolds
	MachineStands
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
	BoxesHeld
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
	LevelsOf
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
	NoFigure
	CurveUtilization
	CurveQueue
	CurveFragmentation
	CurveHops
	CurveLoad
	DrawJob
	DrawPromised
	DrawShadow
	DrawDay
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
	LosesNodes
	StoppedToGrow
	FailsNodes
	StoppedFor
	StoppedForGood
	SuspendedFor
	ResumesOn
	StandsSince
	StoppedInQueue
	StoppedReclaimed
	StoppedBorrowing
	StoppedPlace
	VerdictWarned
	VerdictUnneeded
	VerdictProtected
	VerdictExempt
	VerdictNever
	VerdictElsewhere
	VerdictOtherCores
	VerdictNotAllowed
	VerdictOutranked
	VerdictOtherQuota
	VerdictWithinQuota
	VerdictBorrowing
	VerdictMore
	KeepsUntil
	KeepsNothing
	KeptNone
	DeadlineRisk
	Released
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
	LimitJobs
	LimitNodes
	LimitCores
	LimitGPUs
	LimitSeconds
	LimitMemory
	LimitDisk
	LimitNamed
	LimitOther
	LimitWall
	LimitRan
	LimitSubmitted
	LimitPer
	PerJob
	PerNode
	PerMinute
	LimitLicenses
	LimitWord
	GroupNamed
	AccountNamed
	QOSNamed
	InQOS
	QueueNamed
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
	StepKeepsTimes
	StepBesideNodes
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
	PartQOS
	WeightOfGPUs
	MoreWeights
	MoreGauges
	QuotaTitle
	ShareTitle
	ShareUsable
	ShareReserve
	ShareSystem
	DueNever
	PromisedOn
	ReservedOn
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
	FormTime
	FormUsual
	FormOther
	FormRequired
	FormPreferred
	FormUnconstrained
	FormInOne
	FormAtLeast
	FormRange
	FormNoJobs
	FormBefore
	FormAfter
	FormRows
	FormDetails
	FormNoText
)

// Texts of static/lang/en/comparing.json.
const (
	GroupCompare Text = iota + comparing
	KeyCompare
	KeyVary
	KeyFirstDivergence
	KeyNextDivergence
	KeyLastDivergence
	CompareTitle
	CompareNote
	CompareAdd
	CompareRemove
	CompareUse
	CompareLeave
	CompareFirst
	CompareQueue
	ComparePlacement
	CompareColumns
	CompareRuns
	CompareWaits
	CompareNobody
	CompareMore
	CompareSince
	CompareFailed
	CompareStopped
	CompareBroken
	CompareAgain
	DifferTitle
	DifferWait
	DifferSame
	DifferTried
	DifferAlike
	DifferParted
	DifferFirst
	DifferLater
	DifferStart
	DifferOrder
	DifferPlace
	DifferInstead
	DifferSoon
	DifferOnly
	DifferNodes
	DifferNothing
	CompareFigures
	FiguresFar
	FiguresAll
	FiguresOf
	FigureColumn
	FigureBest
	FigurePoints
)

// Texts of static/lang/en/editing.json.
const (
	UndoWhat Text = iota + editing
	RedoWhat
	Undone
	Redone
	KeyUndo
	KeyRedo
	DidOpen
	DidQueue
	DidAllocator
	DidNetwork
	DidMachine
	DidGrowth
	DidWeight
	DidEdit
	DidText
	DidField
	DidJobField
	DidAdd
	DidRemove
	DidImport
	RunsAlready
	CodeLabel
	CodeFind
	CodeReplace
	CodeNext
	CodePrevious
	CodeAll
	CodeCase
	CodeRegexp
	CodeWord
	CodeReplaceOne
	CodeReplaceAll
	CodeLine
	CodeGo
	CodeControl
	CodeMatch
	CodeOnLine
	CodeReplacedOn
	CodeReplaced
	DraftOf
	DiscardDraft
	DraftsTitle
	KeyDrafts
	DraftsAbout
	NoDrafts
	DeleteDraft
	DeleteSure
	DraftNotKept
	ResetLink
	ImportUnfit
	ImportUnfitFix
	Pasted
)

// Texts of static/lang/en/handling.json.
const (
	HandleNothing Text = iota + handling
	HandleNoText
	HandleModelled
	HandleReadOnly
	HandleGone
	MenuTitle
	MenuChange
	MenuDuplicate
	MenuRemove
	MenuEditor
	MenuAdd
	MenuGo
	MenuList
	MenuFail
	MenuBack
	MenuOffline
	MenuLinkFail
	MenuLinkBack
	MenuExport
	JobChange
	JobNew
	JobNodes
	JobTasks
	JobWalltime
	JobRuntime
	JobSubmit
	JobPriority
	JobDeadline
	JobUser
	JobTimes
	JobApply
	JobAdd
	MoreChange
	MoreAdd
	BreakTitle
	BreakNodes
	BreakAt
	BreakFor
	BreakNote
	BreakApply
	EditChange
	EditAdd
	EditRemove
	EditFail
	EditBack
	EditList
	ExportTitle
	ExportPictures
	ExportBoth
	ExportMachine
	ExportTimeline
	ExportScale
	ExportSlides
	ExportMoving
	ExportMovingAbout
	ExportTooLarge
	SlidesAll
	SlidesSome
	ExportData
	ExportJobs
	ExportJobsAbout
	ExportFigures
	ExportFiguresAbout
	ExportCurves
	ExportCurvesAbout
	ExportSWF
	ExportSWFAbout
	ExportTrace
	ExportTraceAbout
	ExportScenario
	ExportScenarioAbout
	ExportKueue
	ExportKueueAbout
	ExportSlurm
	ExportSlurmAbout
	ExportBatch
	ExportBatchAbout
	ExportCommand
	ExportHash
	ExportCopy
	ExportCopied
	ExportBusy
	ExportDone
	ExportColumns
	PictureLegend
	KeyMenu
	KeyAddJob
	KeyExport
	GripWalltime
	GripRuntime
	GripSubmit
	GripSize
	GripHint
	GripKeyed
)

// Texts of static/lang/en/sharing.json.
const (
	ShareHead Text = iota + sharing
	ShareLink
	ShareCount
	ShareSafe
	ShareLong
	ShareHuge
	ShareNone
	ShareHolds
	SharePlace
	ShareJob
	SharePolicies
	SharePlain
	ShareCopy
	ShareCopied
	ShareByHand
	ShareSend
	ShareFile
	ShareExport
	EmbedTitle
	EmbedAbout
	EmbedSize
	EmbedTheme
	EmbedThemeOwn
	EmbedThemeLight
	EmbedThemeDark
	EmbedThemeContrast
	EmbedLang
	EmbedLangOwn
	EmbedPanels
	EmbedQueue
	EmbedMachine
	EmbedTimeline
	EmbedWhy
	EmbedReadOnly
	EmbedStill
	EmbedCode
	EmbedCopy
	EmbedFrame
	EmbedOpen
	EmbedUnknown
	BadTitle
	BadLead
	BadNewer
	BadDamaged
	BadCodec
	BadExtra
	BadLimits
	BadScenario
	BadDetails
	BadAgain
	BadOpen
	BadNoLink
	BadElse
	BadLesson
	BadEdit
	BadReset
	RunDiffers
	RunDiffersNow
	DiffersFrom
	DiffersWithin
	DiffersSomewhere
	DiffersLater
	DiffersHide
	ShortMake
	ShortMaking
	ShortAbout
	ShortMade
	ShortWhole
	ShortBack
	ShortAsking
	ShortNone
	ShortLongLink
	ShortHugeLink
	MakeTooLong
	MakeTooBig
	MakeWait
	MakeLater
	MakeFull
	MakeOffline
	MakeRefused
	QRShow
	QRTitle
	QRAlt
	QRDense
	QRLocal
	QRTooLong
	QRFailed
	ShortFetching
	BadAdvice
	BadRetry
	BadShortAgain
	ShortLetters
	ShortLength
	ShortUnknown
	ShortAbsent
	ShortOffline
	ShortBusy
	ShortDamaged
	ShortCompare
	ShortElsewhere
	ShortNetwork
	ShortWait
	ShortLater
	KeyShort
	KeyQR
)

// Texts of static/lang/en/learning.json.
const (
	GalleryTitle Text = iota + learning
	GallerySearch
	GalleryIdea
	GallerySource
	GalleryAll
	GalleryCount
	GalleryNone
	GalleryMoreGoals
	IdeaOrder
	IdeaBackfilling
	IdeaReservations
	IdeaWalltimes
	IdeaStarvation
	IdeaLocality
	IdeaFragmentation
	IdeaTopology
	IdeaNetwork
	IdeaResources
	IdeaGrowth
	IdeaFailures
	IdeaUnits
	IdeaGPUs
	IdeaQuotas
	IdeaDeadlines
	SourceClassic
	SourceBatches
	SourceDeadlines
	SourceGrowth
	SourceHybrid
	SourcePlacement
	GroupQueues
	GroupOrders
	GroupPlacement
	GroupMachines
	GroupClusters
	GroupPending
	GroupNodes
	GroupMesh
	GroupNetwork
	GroupGrowth
	GroupChanges
	GroupBatches
	GroupHybrid
	GroupShares
	LessonFindOut
	LessonMore
	LessonLess
	BeginStep
	BeginAsk
	BeginCovered
	LessonBefore
	LessonAfter
	KeyGlossary
	GlossaryTitle
	GlossarySearch
	GlossaryCount
	GlossaryNone
	GlossarySee
	TermMore
	KeyOpening
	OpeningScene
	OpeningNeeds
	OpeningThen
	OpeningAsk
	OpeningRight
	OpeningWrong
	OpeningFirst
	OpeningMay
	OpeningMayNot
	OpeningNext
	OpeningPromised
	OpeningDrag
	OpeningDragKeys
	OpeningLater
	OpeningOn
	OpeningOther
	OpeningMoved
	OpeningStayed
	OpeningToo
	OpeningMore
	WaysTitle
	WayCourse
	WayCourseAbout
	WayLessons
	WayLessonsAbout
	WayTrace
	WayTraceAbout
	WayPolicy
	WayPolicyAbout
	WayLecture
	WayLectureAbout
	AboutTitle
	AboutWhat
	AboutHow
	AboutBegin
	AboutStay
	GoalAsk
	GoalRight
	GoalWrong
	GoalSlip
	GoalDone
	GoalHint
	GoalHow
	Takeaway
	GoalNotYet
	NotBefore
	NotBy
	NotBecause
	NotStarted
	NotThere
	NotBelow
	NotAbove
	NotEnough
	PathsTitle
	PathCount
	PathMinutes
	PathGoals
	PathOver
	PathAfter
	PathBegin
	PathContinue
	PathDone
	PathWrong
	ProgressNote
	ProgressSave
	ProgressTake
	ProgressTaken
	ProgressNotKept
	CurveTable
	CurveTime
	LiveTitle
	LiveAbout
	LiveOwn
	ShellTitle
)

// Texts of static/lang/en/steering.json.
const (
	KeyNextConflict Text = iota + steering
	KeyLastConflict
	KeyPalette
	KeySettings
	KeyLecture
	StepAndEvent
	Together
	TogetherEnds
	TogetherJoins
	TogetherOthers
	GroupPace
	GroupLooks
	SetTogether
	SetPauses
	SetLetters
	SetTheme
	ThemeSystem
	ThemeLight
	ThemeDark
	ThemeContrast
	ThemeNow
	SetColours
	ColoursUsual
	ColoursTol
	ColoursGrey
	SetPatterns
	SetMotion
	SwitchOn
	SwitchOff
	EntryLesson
	EntryPath
	EntryLanguage
	EntryQueue
	EntryPlacement
	EntryMachine
	EntryNetwork
	EntryGrowth
	GoToStep
	GoToTime
	PaletteLabel
	PaletteHint
	PaletteFound
	PaletteNone
	PaletteAlike
	PaceByTime
	KeyByTime
	PuzzleToday
	KeyByHand
	BecauseHand
	ShortUndecided
	ShortDecided
	LongUndecided
	LongDecided
	KeyPolicy
	BecausePolicy
	KeySheet
	SheetFirst
	SheetMake
	GroupPredict
	KeyPredict
	KeyNextQuestion
	KeyHint
	KeySkip
	JustJoined
	NotDecided
	AnswerFirst
	WhatNext
	StepAlone
	PredictOn
	PredictOff
)

// Texts of static/lang/en/serving.json.
const (
	NewVersion Text = iota + serving
	TakeVersion
	LeaveVersion
)

// Texts of static/lang/en/batching.json.
const (
	LongCounted Text = iota + batching
	LongNext
	ShortCounted
	ShortNext
	RoundFits
	RoundFails
	RuleNjob
	UnitsOpen
	UnitsTitle
	UnitsAbout
	UnitsCount
	UnitFree
	UnitBusy
	UnitAllocated
	HopsTitle
	HopsAbout
	HopsLevel
)

// Texts of static/lang/en/growing.json.
const (
	GrowthAlways Text = iota + growing
	TestKnown
	TestGains
	TestNoGain
	TestEnds
	TestLimit
	TestAgainGains
	TestAgainNoGain
	TestHurts
	TestWaits
	TestUntested
	TestNothing
	TestQueue
	RuleStays
	RuleCosts
	RuleRestart
	RuleSetup
	RuleLimit
	RuleAlways
	RuleSpare
	RuleNobody
	RulePromises
	RuleAtOnce
	FrozenNow
	MachineFrozen
	KeepsPlace
	NewSubmission
	SignalsShrink
	FilterFrozen
	TestAgainAlways
	TestAsked
	TestClosed
	TestRation
	RationShare
	RationQuota
	RationReserve
	RuleRation
	RuleAsked
	RuleOpen
	RuleUncared
	BackLost
	BackEnded
	NodesLeave
	NodesJoin
	NodeElsewhere
	NodeWasElsewhere
	MachineElsewhere
	LegendElsewhere
	GridElsewhere
	GridWasElsewhere
	StartsAsleep
	NodesFallAsleep
	NodesAsleep
	NodesWake
	NodesUp
	StandsWaking
	NodeAsleep
	NodeWasAsleep
	MachineAsleep
	LegendAsleep
	GridAsleep
	GridWasAsleep
	WakeUpRestart
)

// Texts of static/lang/en/asking.json.
const (
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
	CheckQuota
	CheckShare
	CheckUser
	CheckRisk
	CheckUnits
	CheckOutside
	CheckNext
	CheckCounted
	CheckBatch
	CheckStopped
	CheckDepends
	CheckCycle
	RightText
	WrongText
	StartsBecause
	WaitsBecause
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
)

// Texts of static/lang/en/practising.json.
const (
	Predict Text = iota + practising
	QuestionAt
	PointsText
	HowJobs
	HowJobsPhone
	HowNodesPhone
	HowNodes
	HowNodesAny
	HowTime
	HowTimePhone
	HowNumber
	HowChoice
	HowLooking
	NoneOfThem
	FirstInLine
	YourAnswer
	RightAnswer
	NoAnswerYet
	TimeField
	NumberField
	NoTime
	NoNumber
	AnswerIt
	HintIt
	HintCosts
	SkipIt
	ShowIt
	ShowAgain
	NextQuestion
	BackToIt
	WithHint
	Shown
	FreeNow
	AsksFor
	IsPromised
	TooLongRun
	TooLongTrace
	NoMoreAsked
	NoneLeft
	HintFree
	HintNeeds
	HintRule
	HintPlace
	HintEnds
	HintTime
	UnitNodes
	UnitDistance
	UnitPoints
	UnitPercentOf
)

// Texts of static/lang/en/sheeting.json.
const (
	SheetTitle Text = iota + sheeting
	SheetWhole
	SheetPseudonym
	SheetNoName
	SheetNeedsName
	SheetBegin
	SheetResume
	SheetLaunched
	SheetGoOn
	SheetSending
	SheetSent
	SheetNotSent
	SheetSendAgain
	SheetWaits
	SheetPrint
	SheetCopy
	SheetDownload
	SheetOf
	SheetAside
	SheetLeft
	SheetDone
	SheetHandIn
	SheetSave
	SheetScore
	SheetRight
	SheetWrong
	SheetSkipped
	SheetItem
	SheetNotKept
	SheetName
	SheetText
	SheetSeed
	SheetSeedAbout
	SheetItems
	SheetOnScreen
	SheetLesson
	SheetKinds
	SheetCount
	SheetPoints
	SheetFixed
	SheetBecause
	SheetAdd
	SheetRemove
	SheetTry
	SheetForm
	SheetKindStart
	SheetKindPlace
	SheetKindPromise
	SheetKindExtra
	SheetKindCheck
	SheetKindCost
	SheetKindNext
	SheetKindShare
	SheetKindLink
	SheetKindPolicy
	SheetKindFigure
	SheetCopied
	SheetLong
	SheetBusy
	SheetPrinted
	SheetPacking
	SheetNoFile
	PaperWorth
	PaperName
	PaperDate
	PaperPoints
	PaperOf
	PaperBecause
	PaperKey
	PaperAnswer
	PaperNone
	PaperIntro
	PaperTurn
)

// Texts of static/lang/en/scripting.json.
const (
	DidPolicy Text = iota + scripting
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
)

// Texts of static/lang/en/acting.json.
const (
	ActTitle Text = iota + acting
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
)

// Texts of static/lang/en/tracing.json.
const (
	ArcWhole Text = iota + tracing
	ArcAbout
	ArcBusy
	ArcWaiting
	ArcPicture
	ArcFrom
	ArcTo
	ArcMove
	ArcDay
	ArcDayAt
	ArcSpan
	ArcColour
	ArcOthers
	ArcNobody
	ArcJobs
	ArcRows
	ArcNoRows
	ArcWithin
	ArcAll
	ArcCSV
	ArcBefore
	ArcAfter
	ArcColJob
	ArcColUser
	ArcColSize
	ArcColWait
	ArcColSlowdown
	ArcColOvertaken
	ArcColPromised
	ArcColStarted
	ArcColPromise
	ArcColUsed
	ArcColEnded
	ArcKept
	ArcEarly
	ArcLate
	ArcNeverFirst
	ArcNonePromised
	ArcInTime
	ArcAtLimit
	ArcLost
	ArcRefused
	ArcOpen
	ArcFind
	ArcFindHint
	ArcFindNone
	ArcLongest
	ArcOvertaken
	ArcSlowest
	ArcCrowd
	ArcWorst
	ArcFoundJob
	ArcFoundBy
	ArcFoundTimes
	ArcFoundCrowd
	ArcFoundUser
	ArcFoundUserSays
	ArcFoundDay
	ArcSaysAtOnce
	ArcSaysWaited
	ArcSaysFirst
	ArcSaysNever
	ArcSaysNone
	ArcSaysAsFirst
	ArcSaysOvertook
	ArcSaysNobody
	ArcGoStart
	ArcGoSubmit
	ArcSpreads
	ArcSpreadAll
	ArcSpreadWindow
	ArcWait
	ArcSlowdown
	ArcUpTo
	ArcNone
	ArcMore
	ArcPart
	ArcView
	ArcQueue
	ArcMachine
	ArcCut
	ArcCutLink
	ArcCutMany
	ArcCutLong
	ArcCutNone
	ArcCutShorter
	ArcCutOpen
	ArcCutCopy
	ArcCutNoCopy
	ArcFilter
	ArcFilterOn
	ArcLeastSize
	ArcMostSize
	ArcLeastWait
	ArcAnyWait
	ArcKilledOnly
	ArcClear
	ArcMatch
	ArcGathering
	ArcUsers
	ArcColPart
	ArcColMeanWait
	ArcOnlyUser
	ArcWithoutUser
	ArcUserRows
	ArcChange
	ArcLoad
	ArcNodes
	ArcChangeSays
	ArcRun
	ArcLeaveOut
	ArcAltered
	ArcByLoad
	ArcShortLoad
	ArcByUser
	ArcShortUsers
	ArcByNodes
	ArcShortNodes
	ArcBack
	ArcUndo
	ArcDidAlter
	ArcSize
	ArcWide
	ArcAndMore
	ArcRest
	ArcGoRest
	ArcCutSave
	ArcCutJob
	ResampleTitle
	ResampleByWeeks
	ResampleByDays
	ResampleShort
	ResampleBegin
	ResampleProgress
	ResampleFailed
	ResampleSame
	ResampleLonger
	ResampleShorter
	ResampleSure
	ResampleChance
	ResampleChanges
	ResampleRange
	ResampleMore
	ResampleEqual
	ResampleDiffers
	ResampleMaybe
	ResampleHow
	LogReading
	ProcessorsWanted
	ProcessorsWhy
)

// Texts of static/lang/en/finding.json.
const (
	CombinationsOf Text = iota + finding
	CombinationsAll
	FactRounds
	RoundsOne
	RoundsRepeat
	PairsLarger
	PairsSum
	LevelsTitle
	LevelAt
	LevelTakes
	RouteHint
	RouteWay
	RouteBack
	SumIs
)

// Texts of static/lang/en/ruling.json.
const (
	LinesTitle Text = iota + ruling
	LineEach
	LineStarts
	LineAllWait
	LineLargest
	LineWaits
	LinePromise
	LineBehind
	LineEndsBefore
	LineLeftOver
	LineDelaysNone
	LinePromiseSome
	LineSooner
	LinePromiseNew
	LineForget
	LinePromiseAll
	LineItsTime
	LineWaitsForIt
	LineBatch
	LineShrink
	LineWidest
	LineUnits
	LineNextBatch
	LineOverdue
	LineRescue
	LineAtRisk
	LineUsers
	LineInShare
	LineUserWaits
	LinePriority
	LineLimit
	LinePromiseThis
	LineQueues
	LineQuota
	LineAside
	LineTiers
	LineHeld
	LineCloses
	LineInterval
)

// Texts of static/lang/en/puzzling.json.
const (
	PuzzleTitle Text = iota + puzzling
	PuzzleLead
	PuzzlePredict
	PuzzlePredictAbout
	PuzzleHand
	PuzzleHandAbout
	PuzzleBegin
	PuzzleGoOn
	PuzzleAgain
	PuzzleRight
	PuzzleIsRight
	PuzzleIsHinted
	PuzzleIsWrong
	PuzzleIsOpen
	PuzzleLess
	PuzzleSame
	PuzzleMoreWait
	PuzzleBest
	PuzzleNow
	PuzzleLeft
	PuzzleByHand
	PuzzleResult
	PuzzleShareNote
	PuzzleCopy
	PuzzleSend
	PuzzlePicture
	PuzzleCopied
	PuzzleCopyHand
	PuzzleBefore
	PuzzleAfter
	PuzzleNoDate
	PuzzleAnother
	BuildOpen
	BuildTitle
	BuildLead
	BuildLines
	BuildProgram
	BuildEmpty
	BuildKeys
	BuildUp
	BuildDown
	BuildIn
	BuildOut
	BuildBack
	BuildCheck
	BuildChecking
	BuildSame
	BuildStarts
	BuildNever
	BuildError
	BuildHint
	BuildHintIndent
	BuildHintMissing
	BuildCase
	BuildUse
	BuildAgain
	BuildLine
)

// Texts of static/lang/en/blocking.json.
const (
	LongRoomAlone Text = iota + blocking
	ShortRoomAlone
	MachineBlocked
	MachineKeeps
	NodeBlocked
	LegendBlocked
	FilterBlocked
	LongReservation
	LongReservationOver
	LongReservedNodes
	ShortReservation
	ShortReservationOver
	ShortReservedNodes
	ReservationStops
	WasReserved
	ReservationNamed
	CheckReserved
	LongDeadline
	ShortDeadline
	CheckDeadline
	RemovedLate
	RemovedNever
	LongNodePromised
	ShortNodePromised
	CheckStops
	LongOtherPart
	LongOtherPartOpen
	ShortOtherPart
	CheckOtherPart
	RemovedPart
)

// Texts of static/lang/en/waiting.json.
const (
	LiveLead Text = iota + waiting
	LivePrivate
	LivePrivateWhy
	LiveRun
	LiveCopy
	LiveCopied
	LiveDrop
	LiveAny
	LiveChoose
	LivePaste
	LivePasted
	LiveExample
	LiveReading
	LiveMore
	LiveAfresh
	LiveNodes
	LiveNodesDown
	LivePartitions
	LiveRunning
	LiveWaiting
	LiveKnows
	LiveKnowsJobs
	LiveKnowsLimits
	LiveKnowsNodes
	LiveKnowsPartitions
	LiveKnowsPriorities
	LiveLacks
	LiveFiles
	LiveAssumed
	LiveNotices
	LiveNoticesMore
	LiveFaults
	LiveNoQueue
	LiveFind
	LiveFound
	LiveFoundOf
	LiveFoundNone
	LiveNotPending
	LiveChooseJob
	LiveSize
	LiveNoLimit
	LiveJob
	LiveWord
	LiveStartNow
	LiveStartIn
	LiveStartLong
	LiveStartNever
	LiveIfLimits
	LiveGivenUp
	LiveOn
	LiveOnMore
	LiveComputing
	LiveAhead
	LiveAheadNone
	LiveAheadFirst
	LiveColJob
	LiveColUser
	LiveColNodes
	LiveColLimit
	LiveColPriority
	LiveColBy
	LiveByTier
	LiveByPriority
	LiveBySubmission
	LiveByList
	LiveEnds
	LiveEnd
	LiveWhatIfs
	LiveWhatIfsHow
	LiveColChange
	LiveColStarts
	LiveColDifference
	LiveChangeLimit
	LiveChangeNodes
	LiveChangePartition
	LiveChangeFirst
	LiveIn
	LiveNow
	LiveNotWithin
	LiveNever
	LiveSooner
	LiveSoonerAtAll
	LiveLater
	LiveLaterAtAll
	LiveNoSooner
	LiveNothingSooner
	LiveWaysBusy
	LiveTrouble
	LiveTooFewNodes
	LiveBehindJob
	LiveKeptNodes
	LiveNotYetTested
	LiveNotTested
	LiveNothing
	LiveHeldByUser
	LiveHeldByAdmin
	LiveNeverDependency
	LiveWaitsForJob
	LiveArrayLimit
	LiveDownPartition
	LiveInactivePartition
	LiveTooLong
	LiveWrongSize
	LiveWaitsForReservation
	LiveWaitsForLicense
	LiveBadConstraints
	LiveBadAccount
	LiveBadQOS
	LiveNoAccount
	LiveNoQOS
	LiveQOSGroup
	LiveQOSPerJob
	LiveQOSUser
	LiveQOSJobs
	LiveQOSResources
	LiveQOSTime
	LiveQOSUsage
	LiveAccountGroup
	LiveAccountPerJob
	LiveAccountUser
	LiveAccountJobs
	LiveAccountResources
	LiveAccountTime
	LiveJobsPerAccount
	LivePerAccount
	LiveNoPartition
	LiveNeverFits
	LiveNodesFromJobs
	LiveFrozen
	LiveYearLong
	LiveWholeLimit
	LiveEqualParts
	LiveOverfull
	LiveLeftOut
	LiveListOrder
	LiveHighestTier
	LivePartitionLimit
	LiveChangeQOS
	LiveRough
	LiveRange
	LiveRangeHow
	LiveKnowsHistory
	LiveShow
	LiveHide
	LiveQueueName
	LiveUnshown
	LiveNumberedNodes
	LiveUnlistedNodes
	LiveOutsideNetwork
	LiveHeldOver
	LiveHeldUnder
	LiveHeldUsed
	LiveStoppingOthers
	LiveWaitsForPart
	LiveLimitsCount
	LiveOwnersUnknown
	LiveStopsJobs
	LiveSuspendedJobs
	LiveNotSimulated
	LiveNotEnforced
	LiveUseFromNow
	LiveMissing
	LiveKnowsQOS
	LiveKnowsReservations
	LiveKnowsAccounts
	LivePastAsk
	LivePastBack
	LivePastLead
	LivePastSum
	LivePastWaits
	LivePastBusy
	LivePastChangeBusy
	LivePastStop
	LivePastOf
	LivePastJobs
	LivePastMinute
	LivePastTenth
	LivePastMedian
	LivePastNinety
	LivePastRecorded
	LivePastReplayed
	LivePastAll
	LivePastInPartition
	LivePastPart
	LivePastOne
	LivePastFour
	LivePastSixteen
	LivePastSixtyFour
	LivePastMore
	LivePastWrong
	LivePastRight
	LivePastByReservation
	LivePastByRequeue
	LivePastByOutside
	LivePastByHold
	LivePastByArray
	LivePastByLimit
	LivePastByFree
	LivePastByBusy
	LivePastByShared
	LivePastByOrder
	LivePastByFull
	LivePastStopped
	LivePastRefused
	LivePastWhat
	LivePastSetting
	LivePastWhich
	LivePastValue
	LivePastTry
	LivePastBackfill
	LivePastPriorities
	LivePastPartition
	LivePastQOS
	LivePastAccount
	LivePastUser
	LivePastPreemption
	LivePastFigure
	LivePastBefore
	LivePastAfter
	LivePastInterval
	LivePastMeanWait
	LivePastMedianWait
	LivePastNinetyWait
	LivePastSlowdown
	LivePastSoon
	LivePastToEnd
	LivePastPartitionWait
	LivePastFewDays
	LivePastSame
	LivePastShorter
	LivePastLonger
	LivePastUnclear
	LivePastStops
	LivePastLost
	LivePastBeside
	LivePastGive
	LiveByReservation
	LiveKeptByReservation
	LiveOverReservation
	LiveReservationTime
	LiveLaterBegin
	LiveLaterBeginIn
	LiveSlurmPriority
	LiveSlurmResources
	LiveSlurmUnavailable
	LiveSlurmUntested
	LiveSlurmOther
	LiveLimitOn
	LiveOnJobs
	LiveOnSubmitted
	LiveOnNodes
	LiveOnCPUs
	LiveOnMemory
	LiveOnGRES
	LiveOnLicenses
	LiveOnBilling
	LiveOnTime
	LiveOnUse
	LiveAskAdmins
	LiveResubmit
	LiveRaiseArray
	LiveMovePartition
	LiveShortenLimit
	LiveResizeJob
	LiveAskLess
	LiveWaitForOwn
	LiveWaitForGroup
	LiveWaitForUse
	LiveUntold
	LiveAddThese
	LiveMissingLimits
	LiveMissingNodes
	LiveMissingBegin
	LiveUnbounded
	LiveNotTold
	LiveMatches
	LiveUnknown
	LiveNothingToDo
	LiveReleaseJob
	LiveSimulatedIn
	LiveRoom
	LiveRoomFirst
	LiveMissingOwners
	LiveMissingOthers
	LiveRemovedNow
	LiveRemoved
	LiveDeadline
	LiveTooLate
	LiveDeadlineTime
	LiveColWaits
	LiveWaitsTurn
	LiveWaitsNodes
	LiveWaitsScheduler
	LiveWaitsRelease
	LiveWaitsJob
	LiveWaitsBegin
	LiveWaitsLimit
	LiveWaitsArray
	LiveWaitsOwnReservation
	LiveWaitsLicense
	LiveWaitsPartition
	LiveWaitsUnavailable
	LiveWaitsInVain
	LiveSeveral
	LiveOthers
	LiveCopyCommand
	LiveUnread
	LiveUnreadRows
	LivePastUnshown
)

// Texts of static/lang/en/commanding.json.
const (
	ShortHeld Text = iota + commanding
	LongHeld
	CheckHeld
	HeldNow
	HeldNoLonger
	ShortenedNow
	ChangedNow
	CancelledWaiting
	CancelledRunning
	WasCancelled
	CancelledJobs
	ArcCancelled
	ShellLead
	ShellKeys
	ShellRun
	ShellBusy
	ShellSilent
	ShellPast
	DidShell
)

// Texts of static/lang/en/lending.json.
const (
	NativeTitle Text = iota + lending
	NativeAsk
	NativeWhere
	NativeYes
	NativeNo
	NativeReady
	NativeRuns
	NativeLost
	NativeAway
	NativeForeign
	NativeAgain
)

var english = [areas][]string{
	base >> areaBits: {
		"never",
		"no limit",
		"{n}\u00a0s",
		"{n}\u00a0min",
		"{n}\u00a0h",
		"{n}\u00a0d",
		" and {n} more",
		"job {n}",
		"user {n}",
		"nodes {list}",
		"leaf {n}",
		"switch {level}.{n}",
		"root",
		"router {level}.{n}",
		"switch {n}",
		"machine",
		"{n} {n|node|nodes}",
		"{n} {n|task|tasks}{each}",
		" of {list}",
		" with {list}",
		"{n} {n|core|cores}",
		"{n} MiB",
		"{n} MiB of disk",
		"{n} {n|GPU|GPUs}",
		"{n} × {name}",
		"{job} starts now on {nodes}.",
		"It is [head|first in the queue] and fits: it needs {need}, and {have} {have|is|are} free.",
		"It is first in the queue, and there is room for its {need} {need|task|tasks}.",
		"It [backfill|overtakes] {blocker} without delaying it: it ends by {end}, and {blocker} cannot start before {at}.",
		"It overtakes {blocker}, which cannot run on the machine as it is now.",
		"It [backfill|overtakes] {blocker} without delaying it: it takes {need} of the {have} nodes that {blocker} [extra-nodes|leaves over] when it starts at {at}.",
		"It [backfill|overtakes] {blocker} without delaying it: there is room for both when {blocker} starts at {at}.",
		"It delays no earlier [reservation|reservation]: the first [hole|hole] that fits it begins now.",
		"It was in a [batch|batch] of {have} {have|job|jobs} whose nodes together pass the [batch|capacity test].",
		"It was alone in its [batch|batch], and passes the [batch|capacity test].",
		"It was in a [batch|batch], and one busy unit has exactly {need} {need|node|nodes} free: an [exact-fit|exact fit].",
		"It is the largest that fits now, and no job holds a [reservation|reservation].",
		"It is {user}’s next job and fits in what is left of {user}’s [share|usable share]: it needs {need}, and {have} {have|is|are} left.",
		"It is [rescue|rescued]: {slack}, and it takes {need} of the {have} {have|node|nodes} left in {user}’s [reserve|reserve].",
		"It is [rescue|rescued]: {slack}, and {have} of its {need} {need|node|nodes} {have|comes|come} from the system’s [reserve|reserve].",
		"It is [rescue|rescued]: {slack}. {user}’s [reserve|reserve] is too small: {have} of its {need} nodes {have|is an idle one|are idle ones} of the [share|usable share].",
		"It may [moldable|choose its size], and starts with {have} instead of the {need} it asked for.",
		"The [hole|window] it chose begins now: its placement there costs {need}; in the first window, at {at}, it would have cost {have}.",
		"It is its turn by [priority|priority], and it delays no [reservation|reservation]: it needs {need}, and {have} {have|is|are} free.",
		"Its queue is next, and the queue’s quota is enough: the job asks for {have} of {limit}.",
		"It ran there already when it was submitted.",
		"Its queue is next. The job asks for {have} of {limit}; the queue borrows {need} of them from its cohort.",
		"The reason is “{code}”.",
		"{job} joins the queue and asks for {size} for [walltime|up to {walltime}]. It must wait: {why}.",
		"{job} joins the queue and asks for {size} for [walltime|up to {walltime}].",
		"{job} ends and gives back {nodes}.",
		"{job} has used up its [walltime|walltime] of {walltime} and is killed. It gives back {nodes}.",
		"{job} is refused: {why}.",
		"Nothing can start. First is {job}: {why}.",
		"No job is waiting.",
		"Every job has ended.",
		"A set time has come, and the scheduler looks at the queue again.",
		"A [cycle|scheduling cycle] begins: the scheduler looks at the queue.",
		"A stage of the growth of {job} ends, and the scheduler looks at the queue again.",
		"{job} waits: {why}.",
		"It is [reservation|promised] {at}.",
		"{job} runs on {nodes} since {start}; its [walltime|walltime] ends at {limit}.",
		"{job} ran on {nodes} from {start} to {end}.",
		"{job} ran on {nodes} from {start} and was killed at its [walltime|walltime], {end}.",
		"{job} ran on {nodes} from {start} and failed at {end}: it lost nodes.",
		"{job} ran on {nodes} from {start}, and was stopped for good at {end} so that another job could start.",
		"{job} ran on {nodes} from {start} to {end}, and waits again.",
		"{job} has not been submitted yet: that is at {at}.",
		"{link}: at full speed {jobs} would need {wanted} of its capacity.",
		"{link} is full: at full speed {jobs} would need {wanted} of its capacity.",
		"{link}: idle",
		"It runs at {speed} of its full speed.",
		"It is not computing now.",
		"It runs at {speed} of its full speed: at full speed it would need {wanted} of the link {link}.",
		"It runs at {speed} of its full speed: it shares {link} with {jobs}.",
		"Run time at full speed",
		"Ran for",
		"Slowed by the network, factor",
		"Speed now",
		"Left, at full speed",
		"Links, by how much of them jobs need:",
		"below {n}",
		"up to {n}",
		"more than they can carry",
		"Links, by how many jobs cross them:",
		"{n} or more",
		"this step’s job",
		"links: {full} of the {all} in use are full; busiest: {link}",
		"links: none in use",
		"Its processes were so close together that it took only {n} times as long as at full speed.",
		"It runs at {speed} of its full speed: its processes are closer together than on two separate nodes.",
		"Each second at full speed takes it {n} s longer because of the hops its messages make.",
		"Because of the network it took {n} times as long as at full speed.",
		"it needs {need}, and {have} {have|is|are} free",
		"it has {need} {need|task|tasks}, and there is room for {have}",
		"it would fit, but {blocker} is ahead of it and is waiting",
		"it would run past {at} and delay {blocker}, which [extra-nodes|leaves over] {have}, and it needs {need}",
		"it would run past {at} and take the room that {blocker} needs",
		"the first [hole|hole] that fits it begins at {at}",
		"started now, it would keep {blocker} from starting on time, and the first [hole|hole] that fits it begins at {at}",
		"alone in its [batch|batch] it needs {need}, and the capacity test counts {have}",
		"it is not among the {have} {have|job|jobs} that this round’s [batch|batch] began with",
		"it needs {need} free [unit|{need|unit|units}], and {have} {have|is|are} free",
		"{have} {have|is|are} free, but not in a shape that the [placement|allocator] accepts",
		"until {at} it accepts at most {need} leaf {need|switch|switches}; {have} {have|is|are} free, but its placement would take more",
		"no {level} has room for {need}: the most is {most}, in {where}",
		"it comes in parts of {part}, each in one {level}, and only {most} of its {need} have room",
		"block of {n} nodes",
		"this pass did not get as far as it",
		"{limit}: {need} used, and the [quota|limit] is {have}",
		"{limit}: it asks for {need}, and at least {have} {have|is|are} required",
		"it would bring {limit} to {need}, and the [quota|limit] is {have}",
		"it asks for {need} of {limit}, and {have} {have|is|are} left, even with what the queue may borrow",
		"it asks for {need} of {limit}, and {have} {have|is|are} left after what {blocker} has reserved",
		"it needs {need}, and {have} {have|is|are} left of {user}’s [share|usable share]",
		"{blocker} of the same user is ahead of it",
		"its [deadline|deadline] is at risk: it needs {need}, and [reserve|reserves] and [share|usable share] have {have} left",
		"the [cycle|scheduling cycle] at {at} will look at it",
		"{have} {have|job ends|jobs end} by {at} to make room for it",
		"its queue {queue} is stopped",
		"it waits until {blocker} has started (Dependency)",
		"it waits until {at}: a delay after the start of {blocker} (Dependency)",
		"it waits until {blocker} has ended (Dependency)",
		"it starts only if {blocker} fails (Dependency)",
		"it waits until {blocker} has completed (Dependency)",
		"it waits until {blocker}, an earlier job of the same user and application, has ended (Dependency)",
		"its dependency on {blocker} can no longer be satisfied (DependencyNeverSatisfied)",
		"it may not start before {at} (BeginTime)",
		"it would draw {need} W more, and the power cap leaves {have} W (PowerNotAvail)",
		"it needs {need}, and would not fit even if the {have} {have|job|jobs} that may be stopped for it were gone",
		"at most {have} {have|task|tasks} of its array may run at a time (JobArrayTaskLimit)",
		"it lost {need} of its {have} {have|node|nodes}",
		"it made room for {blocker}",
		"it chose the [hole|window] at {at}, where its placement costs {need}, over an earlier one, where it costs {have}",
		"it was killed on {have} to be submitted again for {need}",
		"needs {need}, {have} free",
		"{need} {need|task|tasks}, room for {have}",
		"fits, but waits behind {blocker}",
		"would delay {blocker}, due at {at} · needs {need}, {have} extra",
		"would delay {blocker}, due at {at}",
		"its first hole begins at {at}",
		"needs {need}, the capacity test counts {have}",
		"not among the {have} of this round’s batch",
		"needs {need} free {need|unit|units}, {have} free",
		"{have} free, but not in the right shape",
		"waits until {at} for {need} leaf {need|switch|switches} at most",
		"no {level} has room for {need}; at most {most}",
		"room for {most} of {need} in parts of {part}",
		"not reached in this pass",
		"{limit}: {need} used of {have}",
		"{limit}: {need}, at least {have}",
		"{limit} would be {need}, at most {have}",
		"{limit}: needs {need}, {have} left",
		"needs {need}, {have} left of {user}’s share",
		"behind {blocker} of the same user",
		"deadline at risk · needs {need}, {have} left for it",
		"its turn: the cycle at {at}",
		"{have} {have|job is|jobs are} stopped for it by {at}",
		"{need} W more, {have} W left",
		"would not fit without {have} {have|job|jobs} either",
		"queue {queue} is stopped",
		"waits for {blocker}",
		"its dependency on {blocker} can never be satisfied",
		"not before {at}",
		"its array: {have} at a time",
		"lost {need} of its {have} {have|node|nodes}",
		"made room for {blocker}",
		"window at {at}, cost {need}, over cost {have}",
		"killed on {have}, submitted again for {need}",
		"promised {at}",
		"starts now",
		"is [head|first in the queue]",
		"{n} {n|node is|nodes are} free now",
		"{n} {n|task has|tasks have} room now",
		"ends by the [shadow-time|shadow time]",
		"or fits in the [extra-nodes|extra nodes]",
		"leaves room for {blocker}",
		"its first [hole|hole] begins now",
		"its [batch|batch] passes the capacity test",
		"a [unit|busy unit] has exactly that many free",
		"no larger waiting job would fit",
		"the [placement|allocator] accepts their shape",
		"enough [unit|units] are free",
		"fits its queue’s quota, with what the queue may borrow",
		"no job ahead of it is waiting",
		"its placement is cheapest in the [hole|window] that begins now",
		"[hole|window] at {at}: {nodes}; cost",
		"was waiting when the batch began",
		"Placements considered by {who} for {job}: {cost}",
		"The costs are equal: the higher total speed of the cores decided, {best} against {this}.",
		"Where they differ, these nodes have {this}, the chosen ones {best}.",
		"The costs are equal: the smaller sum of pairwise distances decided, {best} against {this}.",
		"They are equal in everything that counts, so the first in order was taken.",
		"Both cost the same ({cost})",
		"All {n} listed cost the same ({cost})",
		"The first {n} cost the same ({cost})",
		" and are equally fast",
		"{tie}: the one around the first device was taken.",
		"{tie}: the one around the first device was taken (switches before nodes, by number).",
		"{tie}: the one with the lowest node numbers was taken.",
		"{tie}: the one that begins at the switch with the lowest number was taken.",
		"sum of pairwise distances",
		"largest distance from the device",
		"{cost}, in links",
		"A hop, as in the figures, is a switch on the way: two nodes below one switch are 1 hop and 2 links apart.",
		"hops over all pairs of nodes",
		"hops over all pairs of units",
		"free cores of its emptiest node, fewest first",
		"speed of its slowest node, most first",
		"free cores times speed of its weakest node, most first",
		"free cores of its fullest node, most first",
		"sum of shell numbers",
		"free cores of the leaf switch, most first",
		"free speed of the leaf switch, most first",
		"order of preference",
		"first node",
		"free nodes in the block",
		"free nodes of the ring",
		"slices that fit",
		"cost",
		"around {device}",
		"under {device}",
		"starting at {device}",
		"Where",
		"Nodes",
		"Cost",
		"Pairs",
		"Speed",
		"Mean wait",
		"Utilization",
		"Bounded slowdown",
		"Hops per pair",
		"Fragmentation",
		"Makespan",
		"Jobs",
		"Performance",
		"Memory and disk use",
		"Balance across nodes",
		"Guaranteed service",
		"Communication",
		"Deadlines",
		"Users and priorities",
		"Changes of size",
		"Failures",
		"Energy",
		"All figures of the whole run",
		"step {n} of {all}",
		"{n} waiting",
		"No job is waiting.",
		"and {n} more, further back",
		"{busy} of {all} nodes busy",
		"{job} takes {size}",
		"{job} holds {size}",
		"{job} stands still, and waits for its {size}",
		"{job} held {size}",
		"{job} asks for {size}",
		"hatched: held for it from {at}",
		"vertical lines: the nodes it would get at {at}, as things stand",
		"{cost}: {best}, chosen",
		"{cost}: {best}, chosen; this one {this}",
		"{n} set aside",
		"{n} down",
		"{n} not online yet",
		"rows are nodes",
		"rows are nodes, grouped by leaf switch",
		"rows are nodes, grouped by line of the grid",
		"rows are nodes, group by group",
		"bars are filled by speed",
		"hatched: nodes held by reservations",
		"vertical lines: only the time is promised; nodes as things stand",
		"{place}: free",
		"{place}: nodes {list}, {busy} of {all} busy",
		"so far",
		"the whole run",
		"lower is better",
		"higher is better",
		"{n} %",
		"hops",
		"links",
		"Simulating: {n} of {all} jobs have ended.",
		"Stopped. You see the previous run.",
		"The simulator has stopped because of a fault in this page. Choose another lesson, or reload the page.",
		"“{name}” has {n} {n|error|errors} and is not shown: this is still the last good run.",
		"line {n}",
		"limit: {limit}",
		"Fix: {fix}",
		"and {n} more",
		"Stop",
		"Show the record",
		"Hide the record",
		"Curves over time: utilization, up to {busy} %; waiting jobs, up to {n}; what is free while jobs wait; hops per pair.",
		"This scenario is too long to edit here; edit its file and drop it on the page.",
		"How many nodes the machine for this trace has",
		"Run",
		"Close",
		"Lesson {n} of {all}",
		"Your scenario",
		"All lessons…",
		"Open a file…",
		"A scenario (.json) or a trace: Standard Workload Format (.swf), the output of sacct, or a job log of archives, gzipped or not. You can also drop it on the page. It stays on your computer.",
		"as in the scenario",
		"does not suit this scenario",
		"{queue}, {n} {n|reservation|reservations}",
		"{queue}, with even shares for all users",
		"Jobs keep their size",
		"In queue order",
		"Smallest first",
		"Steepest speedup first",
		"Shortest first",
		"{growth}, by resubmission",
		"{network}, all-to-all",
		"Flat, {n} nodes",
		"Star, {n} nodes",
		"Fat tree {shape}, {n} nodes",
		"Torus {shape}, {n} nodes",
		"Mesh {shape}, {n} nodes",
		"Hypercube, {n} nodes",
		"Dragonfly {shape}, {n} nodes",
		"Graph, {n} nodes",
		"Slurm machine, {n} nodes",
		"Named levels, {n} nodes",
		"One step forward",
		"One step back",
		"To the start",
		"To the end",
		"Next decision",
		"Previous decision",
		"Next event of the chosen job",
		"Its previous event",
		"Play or pause",
		"Play faster",
		"Play slower",
		"Fit the timeline to what runs now",
		"Show the whole run and machine",
		"Zoom in on the timeline",
		"Zoom out",
		"Earlier",
		"Later",
		"To the queue",
		"To the machine",
		"To the timeline",
		"To the reasons",
		"Lessons",
		"Edit the scenario",
		"Copy the link",
		"Light or dark",
		"Show these keys",
		"Close, or clear the selection",
		"Click a job, a node or a switch to choose it, and a second node to see the route between the two. Scroll over the timeline or the machine to zoom, drag to move. Drop a scenario (.json), a trace (.swf) or what squeue prints anywhere.",
		"Keys",
		"Through time",
		"Looking",
		"The page",
		"–",
		"Utilization",
		"Waiting jobs",
		"Free while jobs wait",
		"Hops per pair, so far",
		"Load of the busiest link",
		"job",
		", promised",
		"shadow time",
		"d",
		"{job} grows from {from} to {to}",
		"{job} has grown from {from} to {to}",
		"{job} did not grow from {from} to {to}",
		"Given up at {at}: what was set aside is given back.",
		"{n} {n|node|nodes}",
		"{n} {n|task|tasks}",
		"resource system",
		"job system",
		"old tasks",
		"new tasks",
		"notify",
		"query, freeze {n}",
		"start control programs",
		"start tasks, role: new",
		"ready to merge",
		"publish the merged table",
		"signal",
		"rebuild, go on",
		"{from} to {to}",
		"{who}: {stage}, done at {at}",
		"{who}: {stage}, in progress until {at}",
		"{who}: {stage}, to come, until {at}",
		"{who}: {stage}, to come",
		"{who}: {stage}, given up",
		"{place} failed at {at}; the system has not noticed yet",
		"{place} is down since {from}, noticed at {at}",
		"{place} is not online yet",
		"{place} is set aside for {job} to grow",
		"{place} was down from {from} to {at}",
		"{place} came online at {at}",
		"{link} is down",
		"In use: {list}.",
		"{used} of {n} {n|core|cores}",
		"{used} of {n} MiB",
		"{used} of {n} MiB of disk",
		"{used} of {n} {n|GPU|GPUs}",
		"{used} of {n} {name}",
		"Socket {socket}: {list}.",
		"{job} has {n} {n|core|cores}",
		"{n} {n|core|cores} set aside for {job}",
		"{n} free",
		"failed, not noticed yet",
		"down",
		"not online yet",
		"set aside for a job that grows",
		"link down",
		"GPUs, in use and free",
		"{place}: {busy} of {all} nodes busy",
		"{nodes}: {job}",
		"{nodes}: free",
		"node {n}",
		"{job}, {start} to {end}",
		"{job}, running since {start}",
		"nothing yet",
		"set aside for {job} since {start}",
		"set aside for {job}, {start} to {end}",
		"down since {start}",
		"down, {start} to {end}",
		"{job} loses {need} of its {have} {have|node|nodes} and gives back {nodes}.",
		"{job} is killed and gives back {nodes}, to run on {need} instead of {have}.",
		"{job} loses nodes and has failed. It gives back {nodes}.",
		"{job} is stopped because {blocker} needs its nodes, and gives back {nodes}.",
		"{job} is stopped for good because {blocker} needs its nodes. It gives back {nodes}.",
		"{job} is suspended because {blocker} uses its nodes, and stands still: its work is kept, and its walltime stops, too.",
		"{job} resumes on {nodes}: no job of a higher tier runs there any more.",
		"{job} started on {nodes} at {start}. It was suspended at {since}, and continues when no job of a higher tier runs there any more.",
		"{job} is stopped because {blocker} comes before it in their queue (InClusterQueue), and gives back {nodes}.",
		"{job} is stopped because its queue gives back to {blocker} what it borrowed (InCohortReclamation). It frees {nodes}.",
		"{job} is stopped because {blocker} has a higher priority and needs what its queue borrowed (InCohortReclaimWhileBorrowing). It frees {nodes}.",
		"It is number {n} of the jobs that may be stopped.",
		"{job} is to be stopped because {blocker} needs its nodes; its grace time ends at {at}.",
		"{job} is spared: {blocker} fits beside it.",
		"{job} is spared: by its tier or QOS, {blocker} may not stop it.",
		"{job} is spared: it started only recently, and may be stopped from {at} on.",
		"{job} is spared: jobs of its partition are not stopped.",
		"{job} is spared: it has no node in the partition of {blocker}.",
		"{job} is spared: {blocker} uses none of its cores.",
		"{job} is spared: the queue of {blocker} stops no jobs of its queue.",
		"{job} is spared: {blocker} does not come before it, by priority or age.",
		"{job} is spared: it uses nothing of what {blocker} lacks.",
		"{job} is spared: its queue, or the cohort of its queue, uses no more than its own quota.",
		"{job} is spared: the queue of {blocker} must borrow, and may not stop it then.",
		"{n} more {n|job is|jobs are} spared.",
		"Its work up to {at} is [checkpoint|kept].",
		"Its work so far is lost.",
		"It had computed nothing yet.",
		"The [deadline|deadline] of {job} is at risk: it needs {need}, and [reserve|reserves] and [share|usable share] have {have} left.",
		"{job} may now start: the condition that it waited for is met.",
		"The [deadline|deadline] of {job} is at risk: started now, by its estimate it ends at {at}.",
		"{job} begins to [growth|grow] (s1): {nodes} {count|is|are} [frozen|set aside] for it, and it goes on computing.",
		"{job} grows (s2): control programs run on the new nodes.",
		"{job} grows (s3): new tasks are started on the new nodes.",
		"{job} grows (s4): the new tasks are ready to merge.",
		"{job} grows (s5): the merged process table is published to all its nodes; it is still computing.",
		"{job} grows (s6): all tasks are signalled, and stop to rebuild.",
		"{job} has [growth|grown] (s7) and goes on from where it was, on {nodes}.",
		"{job} gives up growing: {nodes} {count|is|are} no longer frozen for it.",
		"{job} gives back {nodes} and runs on with the rest.",
		"{nodes} {count|fails|fail}.",
		"{nodes} {count|is|are} [heartbeat|found to be down]: no job is given {count|it|them}.",
		"{nodes} {count|comes|come} online.",
		"The link {link} fails.",
		"The link {link} works again.",
		"Queue {queue} takes submissions again.",
		"Queue {queue} is closed: it takes no submissions.",
		"Queue {queue} is started: its jobs may start.",
		"Queue {queue} is stopped: none of its jobs starts; running jobs go on.",
		"its queue {queue} is closed",
		"{user} is [share|allotted] {need} {need|node|nodes} from now on, {have} of them usable; running jobs go on.",
		"number {n}",
		"{n} odd {n|line|lines} in the trace, such as: {first}",
		"Nothing has happened yet.",
		"{n} {n|job|jobs} will arrive; the machine has {nodes} nodes.",
		"Times are [clock|hours and minutes], as in 1:30.",
		"Press → to take the first step.",
		"Step forward to begin.",
		"There are no jobs: add some with Edit.",
		"{who}’s running jobs",
		"{who}’s nodes",
		"{who}’s cores",
		"{who}’s GPUs",
		"{who}’s node-seconds",
		"{who}’s memory, MiB",
		"{who}’s disk, MiB",
		"{who}’s {name}",
		"limit {n}",
		"{who}’s walltime, s",
		"{who}’s run time, s",
		"{who}’s submitted jobs",
		"{limit} {kind}",
		"per job",
		"per node",
		"times minutes",
		"{name} licences",
		"{limit} (Slurm: {word})",
		"group {n}",
		"account {n}",
		"QOS {n}",
		"{who} in {qos}",
		"queue {n}",
		"a. its limits allow it",
		"there are none",
		"c. some of the {n} nodes pass the filters",
		"d. enough are left",
		"e. nodes are picked",
		"f. it starts; g. on to the next job",
		"so it gets a [reservation|reservation]",
		"b. it gets a reservation",
		"that is when these end at the latest",
		"the scheduling cycle comes round",
		"every job with a [reservation|reservation] can still start on time, on some nodes",
		"it takes no nodes that a [reservation|reservation] holds",
		"{n}\u00a0out\u00a0of\u00a0use",
		"{n}\u00a0in\u00a0use",
		"{n} without enough cores",
		"{n} with too little memory",
		"{n} with too little disk",
		"{n} without enough GPUs",
		"{n} without enough {name}",
		"{n} left out for limits",
		"{n}\u00a0reserved",
		"{n}\u00a0left",
		"[slack|slack] is left: D − now > T",
		"its [slack|slack] has ended: D − now ≤ T",
		"if it changes, it ends sooner: in",
		"estimated as T = S / S′ · T₀",
		"T was given by its user",
		"its [slack|slack] ended at {at}",
		"it came without [slack|slack]",
		"the user’s [share|usable share] has room",
		"the user’s [reserve|reserve] has room",
		"the system’s [reserve|reserve] adds",
		"reserves and usable share have room",
		"the user’s [reserve|reserve] gives",
		"the idle part of the [share|usable share] adds",
		"priority {sum}: {parts}",
		"priority {sum}",
		"queue time",
		"expansion",
		"nodes",
		"cores",
		"memory",
		"GPUs",
		"job",
		"user",
		"group",
		"queue",
		"own resources",
		"fair share",
		"QOS",
		"GPU weight",
		"All weights",
		"{n} more",
		"Quotas",
		"Shares",
		"{who}, usable",
		"{who}, reserve",
		"System’s reserve",
		"no deadline",
		"If every job uses its whole walltime and no other job arrives, it gets {nodes}.",
		"Its [reservation|reservation] holds {nodes}.",
		"due {due}, takes about {estimate}: {slack} of slack",
		"deadline at risk: due {due}, takes about {estimate}",
		"due {due}",
		"due {due}, expected to end later",
		"at risk",
		"late",
		"done at {at}",
		"done at {at}, late",
		"Task {n}: {start} to {end}, {nodes}",
		"and {n} more {n|task|tasks}",
		"All jobs submitted by {at}",
		"Job",
		"User",
		"Resources",
		"Priority",
		"Submitted",
		"Required by",
		"Holds",
		"Amount",
		"Estimate",
		"Slack left",
		"nothing yet",
		"{n} usable",
		"{n} of the reserve",
		"{n} of the system’s",
		"Every job starts and ends as before.",
		"{n} jobs start earlier",
		"{n} jobs start later",
		"{n} jobs end earlier",
		"{n} jobs end later",
		"{job} starts earlier by {span}",
		"{job} starts later by {span}",
		"{job} ends earlier by {span}",
		"{job} ends later by {span}",
		", {job} most: by {span}",
		"{n} {n|job is|jobs are} new",
		"{n} {n|job is|jobs are} gone",
		"{jobs} {n|is|are} now killed at {n|its|their} walltime",
		"{jobs} now {n|ends|end} on {n|its|their} own",
		"{jobs} now {n|fails|fail} because {n|its|their} nodes fail",
		"{jobs} {n|is|are} now refused",
		"{jobs} now never {n|starts|start}",
		"{jobs} now {n|has|have} not ended when the run ends",
		"mean wait {before} → {after}",
		"in all",
		"Work kept, as of",
		"Work lost",
		"of it on all its nodes",
		"Jobs",
		"Job {n}",
		"{n} {n|error|errors}",
		"Remove all of this",
		"Remove",
		"Add",
		"Add a job",
		"Name",
		"and {n} more: edit them as text",
		"required",
		"Write 20 min, 1:30 or seconds",
		"default: {value}",
		"too complex for a form: edit it as text",
		"in one {level} (required)",
		"in one {level} if possible (preferred)",
		"anywhere (unconstrained)",
		"in one {level}",
		"{from} or more",
		"{from} to {to}",
		"The jobs come from a model or a trace.",
		"previous jobs",
		"next jobs",
		"{from} to {to} of {all}",
		"Details",
		"The text is not valid JSON yet. Fix it first, then it can be shown as a form.",
	},
	comparing >> areaBits: {
		"Compare",
		"Compare policies, or go back to one",
		"Experiment: vary the scenario",
		"First divergence of the policies",
		"Next divergence",
		"Previous divergence",
		"Compare",
		"{n} policies, one clock",
		"Add a policy",
		"Remove {name}",
		"Use this one",
		"Back to one policy",
		"First divergence",
		"Queue",
		"Placement",
		"Policies side by side",
		"Running",
		"Waiting",
		"nobody",
		"and {n} more",
		"Since {at}:",
		"This scenario cannot run under this policy.",
		"Stopped before there was anything to show.",
		"The simulator has stopped under this policy.",
		"Run again",
		"What differs",
		"The runs are still being computed.",
		"The schedules are the same: every job starts at the same time on the same nodes.",
		"They are the same under {list}, too.",
		"So far all decide alike. They first differ at {at}.",
		"They have differed since {at}.",
		"First divergence, at {at}:",
		"Divergence {n} of {all}, at {at}:",
		"{job} starts under {some}, and not under {others}.",
		"{some} prefers {job}; another job is preferred under {others}.",
		"{job} starts under all of them, but on different nodes: the placements differ.",
		"Instead {job} starts now on {nodes}.",
		"It starts in a later step of this instant, on {nodes}.",
		"{job} runs only under {some}",
		"{job} runs on different nodes",
		"Now the same jobs run on the same nodes.",
		"Figures",
		"So far",
		"Whole run",
		"Figures, with the difference to {name}",
		"Figure",
		"best",
		"{n} points",
	},
	editing >> areaBits: {
		"Undo: {what}",
		"Redo: {what}",
		"Undone: {what}.",
		"Redone: {what}.",
		"Undo the latest edit",
		"Redo the latest undone edit",
		"opening “{name}”",
		"queue policy {from} → {to}",
		"placement {from} → {to}",
		"network {from} → {to}",
		"machine {from} → {to}",
		"growth {from} → {to}",
		"weight of {part} {from} → {to}",
		"an edit of the scenario",
		"an edit of the text",
		"{field} {from} → {to}",
		"job {n}: {field} {from} → {to}",
		"adding to {field}",
		"removing {field}",
		"the machine of {name}",
		"The run on screen already shows this text.",
		"Scenario as JSON. Esc closes, Tab goes on, Ctrl+Enter runs, F8 goes to the next error",
		"Find",
		"Replace",
		"next",
		"previous",
		"all",
		"match case",
		"regexp",
		"by word",
		"replace",
		"replace all",
		"Go to line",
		"go",
		"Control character",
		"current match",
		"on line",
		"replaced match on line $",
		"replaced $ matches",
		"Your draft of {time}",
		"Discard",
		"Drafts",
		"Open a draft",
		"What you edited: one draft for each scenario, kept in this browser only. The newest {n} stay.",
		"There are no drafts yet: one is kept for each scenario you edit.",
		"Delete",
		"Delete for good?",
		"The draft could not be saved: the browser’s storage for this page is full or off ({why}). Delete drafts, or copy the text.",
		"Stuck? Start afresh; drafts stay",
		"{n} {n|job|jobs} no longer {n|fits|fit} on this machine",
		"make them smaller below, or take a larger machine",
		"pasted text",
	},
	handling >> areaBits: {
		"Nothing is loaded yet.",
		"This scenario is too long to change here; use the command line.",
		"The jobs come from a model or a trace; turn them into a list first.",
		"This page is read-only.",
		"This job is not in the text.",
		"Here",
		"Change {job}…",
		"Duplicate {job}",
		"Remove {job}",
		"Open in the editor",
		"Add a job at {time}…",
		"Go to {time}",
		"Turn them into a list of jobs",
		"Fail {nodes} now…",
		"Bring {nodes} back now",
		"Take {nodes} offline from the start",
		"Fail the link {link} now…",
		"Bring the link {link} back now",
		"Export…",
		"Change {job}",
		"Add {job}",
		"Nodes",
		"Tasks",
		"Walltime",
		"Run time",
		"Submitted",
		"Priority",
		"Deadline",
		"User",
		"Times: seconds, or 1:30 (hours and minutes), 90 min, 2 h.",
		"Change",
		"Add",
		"Change {job}…",
		"Add a job…",
		"Fail {what}",
		"Nodes",
		"From",
		"For how long (empty: for good)",
		"Times: seconds, or 1:30, 90 min, 2 h.",
		"Make it fail",
		"change of job {n}",
		"new job {n}",
		"job {n} removed",
		"failure of {what}",
		"return of {what}",
		"list of jobs",
		"Export",
		"Pictures of this step",
		"Machine and timeline",
		"Machine",
		"Timeline",
		"PNG scale",
		"Slides",
		"Animated picture",
		"The run plays by itself, in {n} seconds, again and again.",
		"This run is too large for an animated picture, which has at most {n} bars and 3 MB: share a link, or a picture of one step.",
		"{n} {n|picture|pictures}: the start, every decision, the end. Arrow keys step, printing gives one a page.",
		"Only the first {n} of {all} pictures: a file cannot hold more.",
		"The whole run",
		"Jobs",
		"Submission, start, end, wait, node list of each.",
		"Figures",
		"Of the whole run.",
		"Curves",
		"The machine at every moment at which something changed.",
		"Schedule",
		"As a trace in the Standard Workload Format.",
		"Trace",
		"Every event with its reason, one line of JSON each.",
		"Scenario",
		"What this page runs, with all changes.",
		"Kueue YAML",
		"The machine and the jobs, for a Kubernetes cluster with Kueue.",
		"Slurm topology.yaml",
		"The machine, if it is a tree of switches or was read from a file of Slurm.",
		"sbatch script",
		"A shell script that submits the jobs to a Slurm cluster. Each job sleeps for its run time.",
		"Command line that repeats this run",
		"It ends with the trace {hash}, as this run does.",
		"Copy the command",
		"The command is on the clipboard.",
		"Writing {name}: {done} of {all}",
		"{name} is in your downloads.",
		"Each export covers all {n} columns: tables in one file, everything else in one file per column.",
		"Filled: has run. Light: what the walltime still allows. Hatched: promised. Dashed line: shadow time.",
		"Menu for what has the focus, or for the chosen job",
		"Add a job now",
		"Export pictures, tables, slides, the command line",
		"walltime of {job}",
		"run time of {job}",
		"submission of {job}",
		"size of {job}",
		"Press Enter, then change it with the arrow keys",
		"Change it with the arrow keys; Enter or Esc ends that.",
	},
	sharing >> areaBits: {
		"Share",
		"Link",
		"{count} {n|character|characters}",
		"Safe everywhere: mail, chat and slides leave links of up to {limit} characters whole.",
		"Mail and chat may cut links of more than {limit} characters. Where they do, send the scenario as a file.",
		"Many programs cut links of more than {limit} characters: better send the scenario as a file.",
		"This does not fit in a link: {why}. Send the scenario as a file.",
		"The link holds everything. No server keeps it.",
		"Open at this step ({at})",
		"With {job} selected",
		"Comparing {list}",
		"Plain: the scenario’s text, not packed, for other programs to read",
		"Copy link",
		"Copied: {count} {n|character|characters}.",
		"The browser does not let this page copy. The text is selected: copy it yourself.",
		"Send…",
		"Save as a file",
		"Export…",
		"Embed in slides or a course page",
		"It takes no keys until it is clicked, keeps its address, and has a link that opens the full page.",
		"Size",
		"Theme",
		"the reader’s own",
		"light",
		"dark",
		"high contrast",
		"Language",
		"the reader’s own",
		"Panels",
		"Queue",
		"Machine",
		"Timeline",
		"Why",
		"Readers can step, but change nothing",
		"Without motion",
		"Embed code",
		"Copy embed code",
		"Hopyard: {title}",
		"Open in Hopyard",
		"This embed’s address has settings that are not known and were ignored: {list}.",
		"This link cannot be opened",
		"Nothing was run, and nothing that you keep here has changed.",
		"It was made by a newer version of Hopyard, or its beginning is damaged.",
		"It is damaged. Mail and chat often cut long links, or add characters to them.",
		"It is packed in a way that this version does not know, or its beginning is damaged.",
		"Its end, which says where to look, is damaged or was changed.",
		"It holds more than a link may hold.",
		"It was read, but its scenario has {count} {n|error|errors}.",
		"Where, and how to fix it",
		"Copy the whole link again, and paste it here:",
		"Open",
		"That is not a link to a scenario: after the # there should be 1. and a letter.",
		"Or go on with something else",
		"Open a lesson",
		"Correct its scenario in the editor",
		"Start afresh",
		"This link was made with version {made} of the engine. With this page’s version, {own}, the run differs {where}.",
		"The run here is not the one that this link was made from: it differs {where}.",
		"from step {low} on",
		"from a step between {low} and {high} on",
		"somewhere",
		"Up to the step shown, the two agree.",
		"Hide",
		"Make a short link",
		"Making it…",
		"Short link: the scenario is stored at {host}, for good, and whoever has the link can read it; the link also says the place in time and the job, which are not stored.",
		"Stored at {host}, for good. Whoever has the short link can read the scenario.",
		"Show the long link",
		"Show the short link",
		"Checking whether short links can be made here…",
		"This copy of Hopyard makes no short links: send the long link, or the file.",
		"Mail and chat may cut links of more than {limit} characters: make a short link, or send the scenario as a file.",
		"Many programs cut links of more than {limit} characters: better make a short link, or send the scenario as a file.",
		"The scenario has {n} {n|byte|bytes}, and a short link takes {limit}: send it as a file.",
		"The scenario is too long for a short link, which takes {limit} bytes: send it as a file.",
		"Too many short links were made from here just now: wait {n} {n|second|seconds} and try again.",
		"{host} cannot make short links now: try again later, or send the long link.",
		"{host} has no room left for short links: send the long link, or the file.",
		"Short links need the network, and {host} does not answer: the long link works without.",
		"No short link was made: {why}. Send the long link, or the file.",
		"Show as a QR code",
		"QR code",
		"QR code of the address below",
		"Phones at the back of a hall may not be able to read so fine a pattern: a short link gives a coarser one.",
		"Only this computer can open this address: open the page under the computer’s name in the network first.",
		"The link is too long for a QR code: make a short link first.",
		"The QR code could not be loaded: check the network, then try again.",
		"Fetching the scenario of the short link…",
		"What to do",
		"Try again",
		"Correct the id here, or paste a whole link:",
		"{id} is not the id of a short link: no id contains {letter}.",
		"{id} is not the id of a short link: an id has at least {n} characters.",
		"Nothing is stored at {host} under the id {id}.",
		"This copy of Hopyard stores no scenarios, so it has no short links.",
		"Its scenario could not be fetched: there is no network, or {host} does not answer.",
		"{host} cannot send its scenario now.",
		"What {host} sent is not a scenario.",
		"Check the id where you got it: it has no vowels, no l, and no 0 or 1. A short link opens only at the site where it was made.",
		"Open it at the site where it was made, or ask for the long link, which holds everything.",
		"Check the network, and try again.",
		"Wait {n} {n|second|seconds}, and try again.",
		"Try again in a while. If that does not help, ask for the long link, which holds everything.",
		"Make a short link",
		"Show the link as a QR code",
	},
	learning >> areaBits: {
		"Lessons",
		"Search the lessons",
		"Idea",
		"From",
		"All",
		"{n} {n|lesson|lessons}",
		"No lesson matches all of that. Try another word, or “All”.",
		"and {n} more to find out",
		"Order",
		"Backfilling",
		"Reservations",
		"Walltimes",
		"Starvation",
		"Locality",
		"Fragmentation",
		"Topology",
		"Network",
		"Cores and memory",
		"Growth",
		"Failures",
		"Units",
		"GPUs",
		"Quotas and shares",
		"Deadlines",
		"Textbook",
		"S0 · batches on fat trees",
		"S1 · deadlines",
		"S2 · growing jobs",
		"S3 · CPU and GPU",
		"S4 · placement",
		"Which job starts next, and what waiting jobs are promised. Begin here.",
		"The same eight jobs in five orders, and who pays for each.",
		"On which nodes: close together, side by side, or at random.",
		"What “near” means on networks other than trees.",
		"Racks, segments and gangs: where Slurm and Kubernetes put a job.",
		"Why a job waits on a Slurm cluster: priority and fair share, walltimes, limits of a QOS, preemption, job arrays, dependencies, nodes out of service.",
		"Fast and slow nodes, many cores and few.",
		"Four ideas of “near” on one mesh with ten free nodes.",
		"Jobs that communicate fill the links they share.",
		"More nodes for a running job, and when that pays off.",
		"Nodes and links that fail, and nodes that are added.",
		"Several jobs at once, placed in units of nodes.",
		"Priorities with a weight for GPUs, quotas, and scheduling in cycles.",
		"Shares of users, and reserves for jobs that would be late.",
		"What to find out",
		"More",
		"Less",
		"Take the first step",
		"Answer the first question",
		"What comes is covered: you are asked before it is shown.",
		"Previous lesson: {lesson}",
		"Next lesson: {lesson}",
		"Glossary",
		"Glossary",
		"Search the glossary",
		"{n} {n|term|terms}",
		"No term matches.",
		"Lesson: {lesson}",
		"Click or press Enter for the glossary",
		"The first minute: a question and a bar to drag",
		"It is {at}. Three jobs wait:",
		"{n} {n|computer|computers}, up to {span}",
		"At {at} two jobs will end, and {n} computers will be free.",
		"Which job starts then? Click it.",
		"Right: {job} starts.",
		"{job} starts, not {other}.",
		"{job} is first in the queue, but too few computers are free. {n} will be free at {at}, so that start is promised to it.",
		"{job} may go ahead: there will still be {n} computers for the first in the queue.",
		"{job} is short, yet it has to wait: it could run until {at}, on computers that are promised by then.",
		"Now change the plan",
		"{job} is promised {at}, because {other} may run until then.",
		"What if {job} could run longer, or had to end sooner? Drag the end of its bar, and watch the plan change.",
		"On a keyboard: ← and →.",
		"Go on without",
		"Go on",
		"Another job is first in the queue now.",
		"{job} is promised {at} now. Before, it was {before}.",
		"{job} is still promised {at}.",
		"{job} can start at once now.",
		"Everything in the plan can be dragged like this, at every step.",
		"Where to go from here",
		"Topology in 45 minutes",
		"eight short lessons, a question in each",
		"All lessons",
		"search by subject",
		"Open a trace",
		"an SWF file, the output of sacct, a job log of an archive, or a scenario; it stays in this browser",
		"Write a policy",
		"a scheduler of your own, tested as you type",
		"Hold a lecture",
		"the same run on a beamer, with questions by phone",
		"What is this?",
		"Hopyard shows how the computers of a large machine are shared. People submit jobs, a scheduler decides who goes first and on which nodes, and you can step through its decisions, forwards and back, and read why it made them.",
		"Somebody sent you this run. Everything is computed in your browser, and what you change is your own copy.",
		"Show me in one minute",
		"Stay with this run",
		"Predict it",
		"answered right",
		"answered wrong last time",
		"answered wrong last time: {slip}",
		"done",
		"Hint",
		"Show me how",
		"Take away:",
		"not yet",
		"{job} starts at {at}, {other} at {then}",
		"{job} starts at {at}; wanted: by {by}",
		"{job} starts at {at}, but for another reason",
		"{job} does not start",
		"there is no {job}",
		"{figure}: {value}; wanted: below {bound}",
		"{figure}: {value}; wanted: above {bound}",
		"{n} {n|job is|jobs are} there; wanted: {all}",
		"Paths",
		"{n} of {all} done · {minutes} min",
		"{n} min",
		"{n} of {all} goals",
		"Choose another path",
		"best after: {paths}",
		"Begin: {lesson}",
		"Continue: {lesson}",
		"done",
		"wrong last time: {slips}",
		"Your progress is kept on this computer only.",
		"Save progress",
		"Load progress",
		"Progress loaded: {n} {n|lesson|lessons}.",
		"Your progress could not be saved: {why}.",
		"The curves as a table",
		"Time",
		"Why is my job pending?",
		"Drop what squeue prints on your cluster, and ask about your job. Nothing leaves this browser.",
		"Here because of your own cluster?",
		"Type Slurm’s commands",
	},
	steering >> areaBits: {
		"Next conflict",
		"Previous conflict",
		"Find an action, a lesson, a job, a step",
		"Speed and appearance",
		"Lecture mode, for a beamer",
		"step {n} of {all}, event {event} of {events}",
		"At the same time: {list}.",
		"{jobs} {n|ends|end}",
		"{jobs} {n|joins|join} the queue",
		"{n} more {n|event|events}",
		"Speed and keys",
		"Appearance",
		"Take what happens at the same time as one step, up to the next decision",
		"Pause at decisions while playing",
		"Single-letter keys",
		"Theme",
		"Same as the system",
		"Light",
		"Dark",
		"High contrast",
		"Theme: {theme}",
		"Colours of jobs",
		"Okabe and Ito",
		"Tol, muted",
		"Greys, for print",
		"Patterns on jobs",
		"Motion",
		"turn on",
		"turn off",
		"Lesson",
		"Path",
		"Language",
		"Queue",
		"Placement",
		"Machine",
		"Network",
		"Growth",
		"step {n}",
		"at {n}",
		"Find anything",
		"An action, a topic, “job 12”, “at 1:40”",
		"{n} found",
		"Nothing found.",
		"export save download; picture image screenshot png svg; slides presentation powerpoint html; table spreadsheet csv excel; animated video movie gif; trace log event; dark night; lesson course tutorial example; path course; key shortcut hotkey; link url share; glossary term dictionary definition; edit change modify; compare versus diff; machine cluster computer; network cable interconnect bandwidth congestion; topology locality hops distance nearest; placement allocation mapping; queue scheduler discipline policy; backfill easy; fail fault break outage; grow malleable elastic moldable resize; gpu accelerator; deadline late time; quota limit; colour color; open import load upload file; predict quiz question; hand manual yourself; puzzle challenge; start beginning first; end last finish; speed pace fast slow; tree clos",
		"{span} a second",
		"Play by simulated time, or by steps",
		"Today's puzzle",
		"Schedule it yourself",
		"It was started here by hand: it needs {need}, and {have} {have|is|are} free.",
		"fits: {need} of {have} free",
		"starts at {at}, as decided",
		"it needs {need}, {have} {have|is|are} free, and nobody has started it",
		"it is set to start at {at}",
		"Your policy",
		"The policy chose it: it asks for {need}, and {have} were free.",
		"Make a worksheet",
		"Answer or skip the questions of the worksheet first, or put it aside.",
		"Make a worksheet",
		"Predict",
		"Predict decisions before they are shown",
		"Next question",
		"Hint for the question",
		"Skip the question",
		"has just joined",
		"is not decided yet",
		"Answer the question first, or skip it.",
		"What happens next?",
		"step {n}",
		"Predict is on: the page asks before it shows a decision.",
		"Predict is off: everything is shown.",
	},
	serving >> areaBits: {
		"A new version of this page is available.",
		"Reload",
		"Later",
	},
	batching >> areaBits: {
		"it was in the [batch|batch] until Njob went down: the jobs up to it needed {need} {need|node|nodes}, and the capacity test counted {have}",
		"it is not among the {have} {have|job|jobs} that the one [batch|batch] of the last trigger began with; the next batch comes when a job is submitted or ends",
		"left the batch: {need} needed, {have} counted",
		"not among the {have} of the last batch",
		"Njob: {counts}. Pjob = {need} is at most Nnode = {have}.",
		"Njob: {counts}. Pjob = {need} is still more than Nnode = {have}.",
		"with Njob = {n}: Pjob ≤ Nnode",
		"Units and hops",
		"Net′: units and hops",
		"The tree on which S0 places jobs: under its leaf switches are [unit|units], not nodes. A job of several units gets the free ones with the smallest sum of hops between them.",
		"{at}: {free} free, {busy} busy, {used} allocated",
		"free",
		"busy, {n} left",
		"allocated",
		"Hops between two units",
		"Units are named by their first nodes. A dot is a unit and itself.",
		"nearest common switch: {device}",
	},
	growing >> areaBits: {
		"Always, whether it pays off or not",
		"Judging by its progress of {done} and its [walltime|walltime] of {walltime}, {job} runs for another {stays} as it is",
		"{known}, and for {changes} if it grows from {from} to {to}: that gains {gain}, and costs {setup} until all tasks stop, then {stop} in which they stand still.",
		"{known}, and would run for {changes} if it grew from {from} to {to}: {setup} until all tasks stop, {stop} of standing still, and the rest. It does not pay off.",
		"{known}. Growing from {from} to {to} takes {setup} before all tasks stop: it ends first.",
		"Growing from {from} to {to} takes {job} {all}, and its [walltime|walltime] ends in {limit}.",
		"{known}. Killed and submitted again for {to} instead of {from} it takes {changes}: {stop} to restart, then all that is not saved; {redone} of its work is done again.",
		"{known}. Killed and submitted again for {to} instead of {from} it would take {changes}: {stop} to restart, then all that is not saved. It does not pay off.",
		"{job} is not killed to be submitted again for {to}: another job’s [reservation|promised start] would come later.",
		"{job} is not killed to be submitted again for {to}: as a new submission, at the end of the queue, it would have to wait.",
		"{job} takes what is free, from {from} to {to}, without a check whether that pays off.",
		"{job} has {from} and does not grow: nothing is free for it that no waiting job needs.",
		"{job} has {from} and does not grow: other jobs come first.",
		"runs on as it is, by progress and [walltime|walltime], for",
		"until all tasks stop, then standing still",
		"to restart, with so much of its work lost",
		"goes on longer than until all tasks stop",
		"has grown before its [walltime|walltime] ends",
		"whatever is free is taken, without a check",
		"something is free that no waiting job needs",
		"no other job comes first",
		"no [reservation|promise] comes later",
		"it would start again at once, at the end of the queue",
		"{nodes} {count|is|are} [frozen|frozen] for {job}, which grows.",
		"{n} frozen for {job}",
		"It waits again at its old place in the queue.",
		"It is submitted again: a new submission, at the end of the queue.",
		"{job} has to give back {nodes} (s6): all tasks are signalled, and stop to rebuild.",
		"{n}\u00a0frozen",
		"{job} is killed and submitted again for {to} instead of {from}, because more is free. Whether that pays off, and how long it then waits, is not checked.",
		"{job} has {from} and is not killed for {to}: it was submitted again for as much before.",
		"{job} has {from} and is not killed for {to}: its queue takes no submissions.",
		"{job} has {from} and does not grow: {why}.",
		"{have} {have|is|are} left of {user}’s [share|usable share]",
		"jobs keep the size that they asked for",
		"it runs on a [reserve|reserve], which is kept for jobs to be rescued",
		"its share or its limits leave it something",
		"it was not submitted again for as much before",
		"its queue takes submissions",
		"whether it starts again at once is not checked",
		"{need} of the {have} {have|node|nodes} frozen for it {need|was|were} lost; it goes on computing and has lost nothing.",
		"It ends before the growth is done.",
		"The machine is divided anew: {nodes} {count|goes|go} to another division of it.",
		"The machine is divided anew: {nodes} {count|comes|come} from another division and {count|is|are} free.",
		"{place} is in another division of the machine since {from}",
		"{place} was in another division of the machine from {from} to {at}",
		"{n} in another division",
		"in another division",
		"in another division since {start}",
		"in another division, {start} to {end}",
		"{job} is given {nodes} now; it runs once all of them are up.",
		"{nodes} {count|has|have} been idle for long enough: {count|it is|they are} being powered down.",
		"{nodes} {count|is|are} powered down.",
		"{nodes} {count|is|are} powered up for {job}.",
		"All nodes of {job} are up: it runs now, and its [walltime|walltime] begins.",
		"It waits until its nodes are powered up.",
		"{place} has been asleep since {from}",
		"{place} was asleep from {from} to {at}",
		"{n} asleep",
		"asleep (powered down)",
		"asleep since {start}",
		"asleep, {start} to {end}",
		"{job} has restarted: it computes from now on.",
	},
	finding >> areaBits: {
		"{n} {n|combination|combinations} of free [unit|units] could hold it.",
		"All combinations",
		"Batches",
		"one for each submission and each end, as S0 has it",
		"one after another until nothing starts; S0 leaves that open",
		"Where the routes there and back differ, the longer one counts as the pair’s distance.",
		"A pair’s distance is the route there and the route back together.",
		"The search outwards from {device}, level by level",
		"distance {n}",
		"takes {n} of {all}; {sum} of {need} so far",
		"Click to see the route from {from}",
		"{from} → {to}: {hops} {hops|hop|hops}, distance {n}",
		", back {n}",
		"{cost} = {terms}: how many pairs of nodes, × how far apart they are",
	},
	ruling >> areaBits: {
		"The rule, line by line",
		"for each job in the queue, in order:",
		"if it fits now: start it",
		"otherwise stop: it waits, and so do all behind it",
		"for each job in the queue, the largest first:",
		"otherwise: it waits",
		"otherwise it is the [head|head]: [reservation|promise] it the earliest time at which it fits, and stop",
		"for each job behind the head, in order:",
		"if it fits now and ends [shadow-time|by that time]: start it",
		"if it fits now on nodes that the head [extra-nodes|leaves over]: start it",
		"if it fits now and delays no [reservation|promise]: start it",
		"otherwise, if fewer than {n} jobs have a promise: promise it the earliest time at which it fits",
		"if nodes were given back and it could start earlier: make its [reservation|promise] earlier",
		"if it has no promise: promise it the earliest time that delays no other promise",
		"forget all [reservation|promises]",
		"promise it the earliest time that delays no promise made before",
		"if that time has come: start it",
		"otherwise: it waits for its time",
		"take the first jobs of the queue: the [batch|batch]",
		"while the batch needs more nodes than the free [unit|units] have: take its last job out",
		"for each job of the batch, the widest first:",
		"if it finds enough free units: start it",
		"all other jobs wait for a later batch",
		"for each job whose [slack|slack] has ended, who has waited longest since then first:",
		"if its user’s [reserve|reserve], then the [share|usable share], then the system’s reserve hold it together: [rescue|start it]",
		"otherwise: it waits, and its [deadline|deadline] is at risk",
		"for each user, for each of their jobs by priority:",
		"if the user’s [share|usable share] holds it: start it",
		"otherwise: it waits, and so do the user’s jobs behind it",
		"for each job in the queue, by [priority|priority]:",
		"if it would pass a limit: it waits, with a [reservation|promise] for when it may",
		"otherwise: [reservation|promise] it the earliest time that delays no promise made before",
		"for the first job of each queue, the one that borrows least first:",
		"if the queue’s [quota|quota] is enough, with what the cohort lends, and nodes fit: start it",
		"otherwise: it waits, and its queue’s next job has its turn, unless the queue is strict",
		"for each job, by the tier of its partition and then by [priority|priority]:",
		"if a limit holds it, or reservations keep the nodes that it lacks: it waits, and holds no other job",
		"otherwise: no later job gets any node of its partition",
		"at intervals, for each job in the same order:",
	},
	blocking >> areaBits: {
		"it must have its blocks to itself: other jobs are in {used} of {blocks} blocks, and the rest has no room for {need}",
		"other jobs in {used} of {blocks} blocks",
		"{n} kept free of other jobs",
		"{n} {n|node|nodes} of its blocks {n|is|are} kept free of other jobs",
		"{place} is kept free of other jobs for {job}, which has its block to itself",
		"kept free of other jobs",
		"{n}\u00a0in blocks that one job has to itself",
		"{limit} begins at {at} (Reservation)",
		"{limit} was over before it could start (ReservationDeleted)",
		"it needs {need}, and {have} {have|is|are} free for its whole [walltime|walltime]: {limit} keeps others (ReqNodeNotAvail)",
		"{limit} begins at {at}",
		"{limit} is over",
		"needs {need}, {have} free beside {limit}",
		"{job} is killed because {limit} ends. It gives back {nodes}.",
		"{job} ran on {nodes} from {start} and was killed at {end}, when its reservation ended.",
		"the reservation {name}",
		"a reservation keeps nodes from it",
		"with its whole [walltime|walltime] it can no longer end by its deadline, {at} (DeadLine)",
		"too late for its deadline, {at}",
		"it is too late for its deadline",
		"{job} is removed: with its whole [walltime|walltime] it could no longer end by its deadline, {at}. It never starts.",
		"{job} is cancelled: its dependency on {blocker} can no longer be satisfied. It never starts.",
		"enough is free now, but {node} is promised to {blocker} from {at}",
		"{node} promised to {blocker} from {at}",
		"stopping other jobs would not make room for it",
		"it starts together with {blocker}, another part of its heterogeneous job, which can start at {at}",
		"it starts together with {blocker}, another part of its heterogeneous job, whose start is not planned yet",
		"starts together with {blocker}",
		"another part of its job cannot start yet",
		"{job} is refused, because {blocker}, another part of its heterogeneous job, is refused. It never starts.",
	},
}

// lateEnglish returns a text of an area whose texts come with the code that shows them.
func lateEnglish(t Text) string {
	switch t {
	case AskStart:
		return "Which of the waiting jobs start now?"
	case AskPlace:
		return "{job} starts now. On which nodes?"
	case AskPromise:
		return "{job} cannot start now. By when is it promised to start?"
	case AskExtra:
		return "{job} has a reservation. How many extra nodes are there at that time?"
	case AskCheck:
		return "{job} waits. Which condition fails?"
	case AskCost:
		return "{job} starts on {nodes}. What is the sum of the distances between all pairs of its nodes?"
	case AskReach:
		return "{job} starts on {nodes}. What is the largest distance from {device}, on which this placement is centred?"
	case AskNext:
		return "Of the running jobs, whose walltime ends first?"
	case AskStage:
		return "{job} is growing. Which stage ends next?"
	case AskLost:
		return "At {at} the resource system finds that nodes of {job} are dead. What becomes of the job then?"
	case AskShare:
		return "After the pass that follows, how many nodes are left of the usable share of {user}?"
	case AskReserve:
		return "After the pass that follows, how many nodes are left of the reserve of {user}?"
	case AskLimit:
		return "After the pass that follows, how much is left of the limit on {limit}?"
	case AskPriority:
		return "What is the priority of {job} after this step?"
	case AskLink:
		return "Which of these links is the fullest after this step?"
	case AskSpeed:
		return "At how many percent of its full speed, to the nearest whole, does {job} run after this step?"
	case AskPolicy:
		return "Which discipline made this schedule?"
	case AskFigure:
		return "Under which discipline is the mean wait shortest here?"
	case SituationNow:
		return "It is {at}. {free} of {n} {n|node|nodes} {free|is|are} free. The discipline is {name}."
	case SituationRuns:
		return "{job} runs on {nodes}, until {until} at the latest"
	case SituationSince:
		return "{job} runs on {nodes}, since {since}; its walltime is {wall}"
	case SituationWaits:
		return "{job} waits: it asks for {need}, for {wall}"
	case SituationPromised:
		return "promised {at}"
	case NoJobs:
		return "none"
	case NodesText:
		return "nodes {nodes}"
	case NodeText:
		return "node {nodes}"
	case StageText:
		return "s{n}"
	case FateRequeue:
		return "it goes back into the queue"
	case FateFail:
		return "it has failed"
	case FateKill:
		return "it is killed at its walltime"
	case FateEnd:
		return "it runs on to its end"
	case LinkText:
		return "the link from {from} to {to}"
	case CheckFree:
		return "too little is free for it"
	case CheckBehind:
		return "a job before it has to start first"
	case CheckDelay:
		return "it would delay a job that was promised a start"
	case CheckShape:
		return "enough is free, but in no shape that the allocator accepts"
	case CheckLimit:
		return "it would exceed a limit"
	case CheckQuota:
		return "its queue has too little quota left"
	case CheckShare:
		return "the share of its user is used up"
	case CheckUser:
		return "another job of its user comes first"
	case CheckRisk:
		return "reserves and usable share have too little left for it"
	case CheckUnits:
		return "too few units are free"
	case CheckOutside:
		return "it is not in the batch"
	case CheckNext:
		return "this trigger has had its batch"
	case CheckCounted:
		return "its batch became smaller"
	case CheckBatch:
		return "its batch does not pass the capacity test"
	case CheckStopped:
		return "its queue is stopped"
	case CheckDepends:
		return "what it waits for has not happened yet"
	case CheckCycle:
		return "the next scheduling cycle has not begun"
	case RightText:
		return "Right."
	case WrongText:
		return "Not quite."
	case StartsBecause:
		return "{job} starts: {why}"
	case WaitsBecause:
		return "{job} waits: {why}"
	case SlipFirstCome:
		return "Jobs may overtake one that has to wait."
	case SlipOvertakes:
		return "No job overtakes here: all wait behind {other}."
	case SlipNoExtra:
		return "A job that would run longer may still start, on extra nodes."
	case SlipExtraTwice:
		return "Extra nodes can be given away only once."
	case SlipAllPromised:
		return "Not every waiting job has a reservation here: {job} delays none."
	case SlipOnlyHead:
		return "Here the first job is not the only one with a reservation."
	case SlipDelays:
		return "{job} would run until {until}, and it may not delay a job that was promised a start."
	case SlipRuntime:
		return "{job} may end before {at}, but the scheduler cannot know that: until then its {need} {need|node|nodes} count as taken."
	case SlipHead:
		return "{job} is first, but being first is not enough."
	case SlipOne:
		return "A pass starts every job that may start, not just one."
	case SlipOrder:
		return "The waiting jobs are not in the order of submission here."
	case SlipShortest:
		return "Short jobs do not come first here."
	case SlipFits:
		return "Fitting is not enough."
	case SlipStopped:
		return "{job} is in a queue that is stopped: none of its jobs starts."
	case SlipNotWaiting:
		return "{job} cannot be chosen now."
	case SlipFirstEnd:
		return "Waiting for the first job to end is not enough."
	case SlipLastEnd:
		return "{job} need not wait until all have ended."
	case SlipForgotten:
		return "What is already free counts, too."
	case SlipPromises:
		return "At {at} others were promised nodes before {job}."
	case SlipTooLate:
		return "{job} has room earlier than {at}: at {until}."
	case SlipTooEarly:
		return "{job} is promised {until}, not {at}."
	case SlipFreeNow:
		return "What is free now is not the same as what is extra."
	case SlipHeadNot:
		return "What {other} itself takes is not extra."
	case SlipShadowNot:
		return "What is given back by {at} counts, too."
	case SlipFirstFit:
		return "These are the first free nodes: they cost {need}, the chosen ones {have} ({cost})."
	case SlipMaxForSum:
		return "The sum over all pairs counts, not the largest distance: {have}, not {need}."
	case SlipSumForMax:
		return "The largest distance counts, not the sum over all pairs: {have}, not {need}."
	case SlipSumCounts:
		return "The sum over all pairs counts, not the largest distance."
	case SlipMaxCounts:
		return "The largest distance counts, not the sum over all pairs."
	case SlipIdleUnit:
		return "A busy unit with exactly {need} free comes before a free unit: {job} takes {nodes}."
	case SlipTaken:
		return "Node {node} is not free: {other} has it."
	case SlipDown:
		return "Node {node} is not available now."
	case SlipSize:
		return "{job} needs {need}, not {have}."
	case SlipFrozen:
		return "Node {node} is not free: it is set aside for {other} to grow."
	case SlipCostlier:
		return "These nodes cost {need}, the chosen ones {have} ({cost})."
	case SlipEqualCost:
		return "That costs just as much: {have} ({cost})."
	case SlipNotAChoice:
		return "{allocator} takes {nodes} instead: {cost} {have}."
	case SlipOtherNodes:
		return "{allocator} takes {nodes} instead."
	case SlipLacks:
		return "Node {node} lacks what {job} needs."
	case SlipPairs:
		return "Each pair counts once."
	case SlipCheck:
		return "That is not what keeps {job} waiting."
	case SlipLater:
		return "s{need} comes later: the growth is in s{have}."
	case SlipEarlier:
		return "s{need} is over: the growth is in s{have}."
	case SlipLaterEnd:
		return "{job} has until {until}; {other} has to end by {at}."
	case SlipFirstStarted:
		return "Who started first need not end first: {job} has until {until}, {other} has to end by {at}."
	case SlipShortestEnds:
		return "A short walltime that began late ends late: {job} has until {until}, {other} has to end by {at}."
	case SlipRule:
		return "That discipline would have started {job} at {at}, and not at {until}."
	case SlipRuleNever:
		return "That discipline would not have started {job}, which started at {until}."
	case SlipLonger:
		return "The mean wait is longer there: {need} against {have}."
	case SlipEqual:
		return "Jobs do not get equal shares of the network."
	case SlipLink:
		return "It is filled to {need} %; {link} to {have} %."
	case SlipParts:
		return "That leaves a part out."
	case SlipNotCounted:
		return "What {job} takes now counts, too."
	case SlipUsed:
		return "That is what is used, not what is left."
	case SlipWhole:
		return "Not all of it is left."
	case SumRoom:
		return "{job} needs {need}. Free for it now: {sum}."
	case SumRoomAt:
		return "{job} needs {need}. Free for it at {at}: {sum}."
	case SumExtra:
		return "Extra at {at}: {sum}."
	case SumPairs:
		return "All pairs of nodes, by distance: {sum}."
	case SumFar:
		return "From {device} the farthest of these nodes is at distance {n}."
	case SumLeft:
		return "Left: {sum}."
	case SumParts:
		return "{job} has the priority {sum}."
	case SumLink:
		return "At full speed the jobs on {link} would need {want} % of it, so they run at {room}/{want} = {n} %."
	case SumLinkShared:
		return "On {link} jobs that are slower elsewhere take {others} %, and {room} % are left; at full speed the others would need {want} %, so they run at {room}/{want} = {n} %."
	case SumLost:
		return "{job} loses {need} of its {have} nodes: {fate}."
	case TermFree:
		return "free"
	case TermEnds:
		return "{job} ends"
	case TermEndsMany:
		return "{n} jobs end"
	case TermStarts:
		return "{job} starts"
	case TermHeld:
		return "{job}, promised {at}"
	case TermUsed:
		return "used before"
	case TermGiven:
		return "{job}"
	case TermGivenMany:
		return "what starts"
	case PlaceBecause:
		return "{allocator} takes {nodes}: {cost} {n}."
	case PlacePlain:
		return "{allocator} takes {nodes}."
	case PlaceEqual:
		return "Equally good: {list}."
	case PlaceNext:
		return "Next best here: {nodes}, {n}."
	case StageBecause:
		return "The growth of {job} is in s{n}."
	case LimitsBecause:
		return "Ends of the walltimes: {list}."
	case WaitsMean:
		return "Mean waits: {list}."
	case LinksFilled:
		return "How full each is: {list}."
	case RuleBecause:
		return "{name} would have started {job} at {at}, not at {until}."
	case RuleNever:
		return "{name} would not have started {job}, which started at {until}."
	case Predict:
		return "Predict"
	case QuestionAt:
		return "Question at {at}"
	case PointsText:
		return "{points} of {n} {n|point|points}"
	case HowJobs:
		return "Mark the jobs in the queue, or “none”."
	case HowJobsPhone:
		return "Mark the jobs that start now, or “none”."
	case HowNodesPhone:
		return "Touch the nodes in the picture, or choose below."
	case HowNodes:
		return "Click {need} {need|node|nodes} on the machine, or choose one of these."
	case HowNodesAny:
		return "Click {need} {need|node|nodes} on the machine."
	case HowTime:
		return "Click the time on the timeline, or type it."
	case HowTimePhone:
		return "Type the time, such as {at}."
	case HowNumber:
		return "Type the number."
	case HowChoice:
		return "Choose one."
	case HowLooking:
		return "You are looking back. The question waits."
	case NoneOfThem:
		return "None of them"
	case FirstInLine:
		return "first in the queue"
	case YourAnswer:
		return "Your answer"
	case RightAnswer:
		return "Right answer"
	case NoAnswerYet:
		return "none yet"
	case TimeField:
		return "Time"
	case NumberField:
		return "Number"
	case NoTime:
		return "Write a time as on the timeline, such as {at}."
	case NoNumber:
		return "Write a whole number."
	case AnswerIt:
		return "Answer"
	case HintIt:
		return "Hint"
	case HintCosts:
		return "costs half"
	case SkipIt:
		return "Skip"
	case ShowIt:
		return "Show me"
	case ShowAgain:
		return "Show me again"
	case NextQuestion:
		return "Next question"
	case BackToIt:
		return "Back to the question"
	case WithHint:
		return "with a hint: half a point"
	case Shown:
		return "This is what happens."
	case FreeNow:
		return "Free now"
	case AsksFor:
		return "{job} asks for"
	case IsPromised:
		return "{job} is promised"
	case TooLongRun:
		return "Predict works for runs of up to {n} steps."
	case TooLongTrace:
		return "Predict does not work on a whole trace. Cut a window out of it, and predict there."
	case NoMoreAsked:
		return "No question in the next {n} {n|step|steps}."
	case NoneLeft:
		return "The run is over."
	case HintFree:
		return "{n} {n|node is|nodes are} free now."
	case HintNeeds:
		return "{job} needs {need}."
	case HintRule:
		return "The rule is {rule}."
	case HintPlace:
		return "Nodes are chosen by {rule}."
	case HintEnds:
		return "The first walltime of a running job ends at {at}."
	case HintTime:
		return "A scheduler plans with walltimes, not with how long jobs really run."
	case UnitNodes:
		return "nodes"
	case UnitDistance:
		return "distance"
	case UnitPoints:
		return "points"
	case UnitPercentOf:
		return "percent of full speed"
	case SheetTitle:
		return "Worksheet"
	case SheetWhole:
		return "{n} {n|question|questions}, {points} {points|point|points} in all."
	case SheetPseudonym:
		return "Pseudonym"
	case SheetNoName:
		return "Not your name: choose any word, and remember it. It decides which questions you get. Nothing leaves this computer until you save your answers and hand them in."
	case SheetNeedsName:
		return "Write a pseudonym of up to 64 characters."
	case SheetBegin:
		return "Begin"
	case SheetResume:
		return "Continue as {name}: {done} of {n} done"
	case SheetLaunched:
		return "Your answers and points go to the learning management system."
	case SheetGoOn:
		return "Continue: {done} of {n} done"
	case SheetSending:
		return "Your score is on its way to the learning management system."
	case SheetSent:
		return "Your score was sent to the learning management system."
	case SheetNotSent:
		return "The learning management system did not accept your score{why}. Send it again, or save your answers and hand in the file."
	case SheetSendAgain:
		return "Send again"
	case SheetWaits:
		return "The worksheet has not begun."
	case SheetPrint:
		return "Print"
	case SheetCopy:
		return "Copy link"
	case SheetDownload:
		return "Download worksheet.json"
	case SheetOf:
		return "Question {k} of {n}"
	case SheetAside:
		return "Put aside"
	case SheetLeft:
		return "The worksheet is put aside. Your answers are kept on this computer."
	case SheetDone:
		return "All questions are answered"
	case SheetHandIn:
		return "Save your answers, and hand in the file."
	case SheetSave:
		return "Save answers"
	case SheetScore:
		return "{points} of {n} {n|point|points}"
	case SheetRight:
		return "right"
	case SheetWrong:
		return "not right"
	case SheetSkipped:
		return "skipped"
	case SheetItem:
		return "Item {n}"
	case SheetNotKept:
		return "Your answers would be lost in a reload: {why}. Save them as a file."
	case SheetName:
		return "Title"
	case SheetText:
		return "Text"
	case SheetSeed:
		return "Seed"
	case SheetSeedAbout:
		return "another number gives everyone different questions"
	case SheetItems:
		return "Items"
	case SheetOnScreen:
		return "what is on screen"
	case SheetLesson:
		return "Lesson"
	case SheetKinds:
		return "Kinds of questions"
	case SheetCount:
		return "Questions"
	case SheetPoints:
		return "Points each"
	case SheetFixed:
		return "the same for everyone"
	case SheetBecause:
		return "ask for a reason on paper"
	case SheetAdd:
		return "Add an item"
	case SheetRemove:
		return "Remove item {n}"
	case SheetTry:
		return "Preview"
	case SheetForm:
		return "Back to the form"
	case SheetKindStart:
		return "who starts"
	case SheetKindPlace:
		return "on which nodes"
	case SheetKindPromise:
		return "promised when"
	case SheetKindExtra:
		return "extra nodes"
	case SheetKindCheck:
		return "why it waits"
	case SheetKindCost:
		return "cost of a placement"
	case SheetKindNext:
		return "what comes next"
	case SheetKindShare:
		return "shares and priorities"
	case SheetKindLink:
		return "links and speeds"
	case SheetKindPolicy:
		return "which discipline"
	case SheetKindFigure:
		return "shortest mean wait"
	case SheetCopied:
		return "The link is copied: {n} characters."
	case SheetLong:
		return "The worksheet does not fit in a link: pass on the file."
	case SheetBusy:
		return "Making the pages: {done} of {n}"
	case SheetPrinted:
		return "worksheet.html is saved: open it, and print it."
	case SheetPacking:
		return "Packing the files of the page: {done} of {n}"
	case SheetNoFile:
		return "{name} could not be fetched: try again."
	case PaperWorth:
		return "{n} {n|point|points}"
	case PaperName:
		return "Pseudonym"
	case PaperDate:
		return "Date"
	case PaperPoints:
		return "Points"
	case PaperOf:
		return "of {n}"
	case PaperBecause:
		return "because"
	case PaperKey:
		return "Key"
	case PaperAnswer:
		return "Answer"
	case PaperNone:
		return "none"
	case PaperIntro:
		return "Rows of the timeline are nodes. Dashed: how long each job may run at most. The future is hidden."
	case PaperTurn:
		return "Answer before you go on: question {n} is about a later step of the same run. It is on the next page."
	case DidPolicy:
		return "your policy"
	case PolicySize:
		return "{size} of {limit} kB"
	case PolicyTooLong:
		return "It has {size} bytes, and a policy may have {limit}. Make it shorter: as it is, it does not run, and its link would not open."
	case PolicyLabel:
		return "Your policy, in Starlark. Esc closes, Tab moves on, Ctrl+Space completes, Ctrl+Enter runs, F8 goes to the next error"
	case PolicyExamples:
		return "Examples"
	case PolicyDiffer:
		return "Compare with …"
	case PolicyDiffEnd:
		return "Back to the code"
	case PolicyDiffSame:
		return "There is no difference."
	case PolicyDiffTitle:
		return "“{name}” (−) and yours (+)"
	case PolicyRunTyped:
		return "Run as I type"
	case PolicyLast:
		return "last run: {steps} {n|step|steps} in {ms} ms"
	case PolicyStale:
		return "<b>The last good schedule,</b> of {ago} ago: line {line} has an error now."
	case PolicyStaleWhole:
		return "<b>The last good schedule,</b> of {ago} ago: the program has an error now."
	case PolicyShowRan:
		return "Show the code it ran"
	case PolicyRanName:
		return "the code it ran"
	case PolicyPrinted:
		return "Printed"
	case PolicyByStep:
		return "by step"
	case PolicySilent:
		return "Output of print(…) appears here."
	case PolicyFirst:
		return "Differs from EASY"
	case PolicyShare:
		return "Share policy"
	case PolicyHelp:
		return "The interface"
	case PolicySays:
		return "{job}, says your policy: “{text}”"
	case PolicyEnded:
		return "<b>The policy failed at {at},</b> and the run ends there. {why}"
	case PolicyOpen:
		return "Open the policy"
	case PolicyBroke:
		return "The simulator stopped while it ran this policy ({why}). The last good schedule is still there."
	case PolicyAt:
		return "at {at}"
	case PolicyCalls:
		return "called from {list}"
	case TrialTitle:
		return "Test my policy"
	case TrialAbout:
		return "{n} random workloads"
	case TrialRun:
		return "Test"
	case TrialAgain:
		return "Again"
	case TrialStop:
		return "Stop the test"
	case TrialFar:
		return "{n} of {all}"
	case TrialBefore:
		return "Found before you changed the program. Test it again."
	case TrialDone:
		return "{all} workloads, {s} s, {n} {n|finding|findings}"
	case TrialFound:
		return "found in {n} of {all}"
	case TrialJobs:
		return "{n} {n|job|jobs}"
	case TrialOpen:
		return "Open"
	case TrialClean:
		return "Nothing found."
	case PassedError:
		return "no errors"
	case PassedDiffers:
		return "two runs are the same"
	case PassedNeverStarts:
		return "every job starts"
	case PassedIdempotent:
		return "asked again, it starts nothing more (idempotent)"
	case PassedBroken:
		return "promises are kept"
	case PassedHeadLate:
		return "the first job is never late"
	case PassedIdle:
		return "no idle nodes"
	case PassedWorse:
		return "not worse than FCFS"
	case PassedStarvation:
		return "no starvation"
	case ActTitle:
		return "You are the scheduler"
	case ActHow:
		return "Drag {job} from the queue onto nodes, or choose it there. Any job that waits will do."
	case ActNobody:
		return "No job waits. Go on to the next event, then drag a job from the queue onto nodes."
	case ActGiven:
		return "Already decided"
	case ActKeys:
		return "Keys: ↑ ↓ choose a job, Enter starts it, ← → move its nodes, N goes on to the next event."
	case ActHeld:
		return "{job} picked up"
	case ActFits:
		return "It fits on {nodes}."
	case ActCost:
		return "Sum of distances: {n}."
	case ActStart:
		return "Start it here"
	case ActPlaceAs:
		return "Place as"
	case ActPut:
		return "Put it down"
	case ActNext:
		return "Next event"
	case ActDid:
		return "What you did"
	case ActNone:
		return "Nothing yet: every job waits until you start it."
	case ActOver:
		return "Nothing more happens by itself: start the next job."
	case ActTakeBack:
		return "Take it back"
	case ActDidStart:
		return "start job {n} by hand"
	case ActDidBack:
		return "take back the start of job {n}"
	case ActDidAgain:
		return "start over by hand"
	case ActAgain:
		return "Start over"
	case ActShare:
		return "Share my decisions"
	case ActRefused:
		return "Refused at {at}: {job}"
	case ActBroken:
		return "Promise broken at {at}: {job}"
	case RefNotYet:
		return "It is not in the queue yet."
	case RefRuns:
		return "It has been running since {at}."
	case RefEnded:
		return "It ended at {at}."
	case RefStopped:
		return "Its queue is stopped."
	case RefSize:
		return "It needs {need} nodes, and you chose {have}."
	case RefHeld:
		return "{node} is held by {holder}."
	case RefAside:
		return "{node} is set aside for a job that grows."
	case RefDown:
		return "{node} is out of use."
	case RefUnfit:
		return "{node} lacks what it needs."
	case RefRoom:
		return "It needs {need}, and {have} {have|is|are} free."
	case RefShape:
		return "Enough is free, but not in a shape that the placement accepts."
	case RefFirst:
		return "It is possible from {at} on, when {ends} ends at the latest."
	case RefNever:
		return "On the machine as it is now it can never start."
	case BrokeIt:
		return "It ends by {end}. EASY had promised {head} the time {was}, and now it is {is}: {late} late for {size}."
	case BrokeNow:
		return "EASY would have started {head} at once; now it can start at {is}: {late} late for {size}."
	case BrokeNever:
		return "EASY had promised {head} the time {was}, and now it cannot start on what there is."
	case StandTitle:
		return "How you compare"
	case StandNote:
		return "remaining jobs start in queue order, as soon as they fit"
	case StandYou:
		return "You"
	case StandWait:
		return "Mean wait"
	case StandEnds:
		return "Ends"
	case StandBroken:
		return "Broken"
	case StandBound:
		return "Best possible (proven)"
	case StandProofs:
		return "Mean wait: {wait}. End: {end}."
	case ProofArea:
		return "the total work of all jobs, spread over the whole machine"
	case ProofLongest:
		return "{job} arrives at {at} and takes {span}"
	case ProofExact:
		return "a search of all orders of the {n} jobs, with the future known"
	case ProofNone:
		return "no bound above 0 is proven"
	case StandUnbounded:
		return "No bound is known here: jobs communicate, grow, depend on others or are not submitted, or the machine changes."
	case ArcWhole:
		return "Whole trace"
	case ArcAbout:
		return "{jobs} jobs of {users} {users|user|users} in {span} on {nodes} {nodes|node|nodes}; {used} % used, mean wait {wait}"
	case ArcBusy:
		return "nodes busy"
	case ArcWaiting:
		return "jobs waiting, at most"
	case ArcPicture:
		return "How much of the machine was used, and how many jobs waited, from {from} to {to}"
	case ArcFrom:
		return "Start of the window"
	case ArcTo:
		return "End of the window"
	case ArcMove:
		return "Window"
	case ArcDay:
		return "day {n}"
	case ArcDayAt:
		return "day {n}, {at}"
	case ArcSpan:
		return "{from} to {to}"
	case ArcColour:
		return "Colour: user"
	case ArcOthers:
		return "{n} {n|other|others}"
	case ArcNobody:
		return "no user"
	case ArcJobs:
		return "Jobs"
	case ArcRows:
		return "{n} {n|job|jobs}, {from} to {to}"
	case ArcNoRows:
		return "No job matches."
	case ArcWithin:
		return "This window"
	case ArcAll:
		return "Whole trace"
	case ArcCSV:
		return "CSV"
	case ArcBefore:
		return "Previous rows"
	case ArcAfter:
		return "Next rows"
	case ArcColJob:
		return "Job"
	case ArcColUser:
		return "User"
	case ArcColSize:
		return "Nodes"
	case ArcColWait:
		return "Wait"
	case ArcColSlowdown:
		return "Slowdown"
	case ArcColOvertaken:
		return "Overtaken by"
	case ArcColPromised:
		return "First promised"
	case ArcColStarted:
		return "Started"
	case ArcColPromise:
		return "Promise"
	case ArcColUsed:
		return "Walltime used"
	case ArcColEnded:
		return "Ended"
	case ArcKept:
		return "kept to the second"
	case ArcEarly:
		return "{span} early"
	case ArcLate:
		return "{span} late"
	case ArcNeverFirst:
		return "never first in line"
	case ArcNonePromised:
		return "none"
	case ArcInTime:
		return "in time"
	case ArcAtLimit:
		return "at its limit"
	case ArcLost:
		return "lost nodes"
	case ArcRefused:
		return "refused"
	case ArcOpen:
		return "not ended"
	case ArcFind:
		return "Find"
	case ArcFindHint:
		return "Job, user, day"
	case ArcFindNone:
		return "Nothing found."
	case ArcLongest:
		return "Longest wait"
	case ArcOvertaken:
		return "Overtaken most"
	case ArcSlowest:
		return "Worst slowdown"
	case ArcCrowd:
		return "Most jobs waiting"
	case ArcWorst:
		return "Most node-hours waiting"
	case ArcFoundJob:
		return "job {n}, {span}"
	case ArcFoundBy:
		return "job {job}, by {n}"
	case ArcFoundTimes:
		return "job {job}, {n} times"
	case ArcFoundCrowd:
		return "{day}, {n} {n|job|jobs}"
	case ArcFoundUser:
		return "User {name}"
	case ArcFoundUserSays:
		return "{n} {n|job|jobs}, wait {span}"
	case ArcFoundDay:
		return "{used} % used, {n} waiting"
	case ArcSaysAtOnce:
		return "<b>Job {job}</b> started as soon as it arrived, on {size}."
	case ArcSaysWaited:
		return "<b>Job {job}</b> waited <b>{span}</b> for {size}."
	case ArcSaysFirst:
		return "On {head} it was first promised <b>{at}</b>: {kept}."
	case ArcSaysNever:
		return "It was never first in line: it started from behind others."
	case ArcSaysNone:
		return "It was promised nothing at first."
	case ArcSaysAsFirst:
		return "It started as soon as it was first in line."
	case ArcSaysOvertook:
		return "<b>{n}</b> later {n|job|jobs} overtook it."
	case ArcSaysNobody:
		return "No later job overtook it."
	case ArcGoStart:
		return "Go to its start"
	case ArcGoSubmit:
		return "Go to its submission"
	case ArcSpreads:
		return "Distributions"
	case ArcSpreadAll:
		return "all"
	case ArcSpreadWindow:
		return "window"
	case ArcWait:
		return "Wait"
	case ArcSlowdown:
		return "Bounded slowdown"
	case ArcUpTo:
		return "up to"
	case ArcNone:
		return "none"
	case ArcMore:
		return "more"
	case ArcPart:
		return "{name}, {bound}: all {all} %, window {window} %"
	case ArcView:
		return "What is below the timeline"
	case ArcQueue:
		return "Queue"
	case ArcMachine:
		return "Machine"
	case ArcCut:
		return "Cut out this window"
	case ArcCutLink:
		return "{jobs} {jobs|job|jobs}, link of {n} {n|character|characters}"
	case ArcCutMany:
		return "{jobs} {jobs|job|jobs}, more than the {most} of a link"
	case ArcCutLong:
		return "{jobs} {jobs|job|jobs}, link of {n} {n|character|characters}, more than {most}"
	case ArcCutNone:
		return "{jobs} {jobs|job|jobs}, no link: {why}"
	case ArcCutShorter:
		return "A shorter window fits: {day}, or move the handles."
	case ArcCutOpen:
		return "Open as a scenario"
	case ArcCutCopy:
		return "Copy link"
	case ArcCutNoCopy:
		return "The browser does not let this page copy. Open the scenario, then use Share."
	case ArcFilter:
		return "Filter"
	case ArcFilterOn:
		return "Filter ({n})"
	case ArcLeastSize:
		return "Nodes, from"
	case ArcMostSize:
		return "to"
	case ArcLeastWait:
		return "Waited at least"
	case ArcAnyWait:
		return "any time"
	case ArcKilledOnly:
		return "Killed or failed only"
	case ArcClear:
		return "Clear the filter"
	case ArcMatch:
		return "{n} {n|job matches|jobs match}, {from} to {to}"
	case ArcGathering:
		return "Collecting what was promised: {n} of {all}"
	case ArcUsers:
		return "Users"
	case ArcColPart:
		return "Machine time held"
	case ArcColMeanWait:
		return "Mean wait"
	case ArcOnlyUser:
		return "Only these jobs"
	case ArcWithoutUser:
		return "Without this user"
	case ArcUserRows:
		return "{n} {n|user|users}, {from} to {to}"
	case ArcChange:
		return "Change the run"
	case ArcLoad:
		return "Load factor"
	case ArcNodes:
		return "Nodes"
	case ArcChangeSays:
		return "A load factor of 2 makes the same jobs arrive in half the time."
	case ArcRun:
		return "Run"
	case ArcLeaveOut:
		return "Leave out users"
	case ArcAltered:
		return "Not as recorded"
	case ArcByLoad:
		return "load × {n}: the same jobs in {part} of the time"
	case ArcShortLoad:
		return "load × {n}"
	case ArcByUser:
		return "without user {name}"
	case ArcShortUsers:
		return "without {n} {n|user|users}"
	case ArcByNodes:
		return "{n} {n|node|nodes}, recorded on {own}"
	case ArcShortNodes:
		return "{n} {n|node|nodes}"
	case ArcBack:
		return "As recorded"
	case ArcUndo:
		return "Undo: {what}"
	case ArcDidAlter:
		return "trace: {what}"
	case ArcSize:
		return "This is not the machine of the trace: waits on {n} {n|node|nodes} say little about {own}."
	case ArcWide:
		return "{n} {n|job is|jobs are} too large for it and {n|is|are} refused: {jobs}"
	case ArcAndMore:
		return "{list} and more"
	case ArcRest:
		return "The window ends here: it has more than {n} steps."
	case ArcGoRest:
		return "Go to the rest"
	case ArcCutSave:
		return "Save as a file"
	case ArcCutJob:
		return "The link opens with job {n} selected."
	case ResampleTitle:
		return "Is the difference due to chance?"
	case ResampleByWeeks:
		return "A trace is only one sample of a workload. A resample is a trace of the same length, made of randomly drawn weeks of this one; a week may occur several times. All policies run the same resamples."
	case ResampleByDays:
		return "A trace is only one sample of a workload. A resample is a trace of the same length, made of randomly drawn days of this one; a Monday is always replaced by a Monday. All policies run the same resamples."
	case ResampleShort:
		return "This trace is too short to tell whether the policies differ by more than chance. Resampling needs at least {n} whole days."
	case ResampleBegin:
		return "Simulate {n} resamples"
	case ResampleProgress:
		return "{n} of {all} resamples simulated"
	case ResampleFailed:
		return "The resamples cannot be simulated: {why}"
	case ResampleSame:
		return "All policies have the same figures in every resample."
	case ResampleLonger:
		return "In {n} of {all} resamples, the mean wait is longer under {name} than under {first}."
	case ResampleShorter:
		return "In {n} of {all} resamples, the mean wait is shorter under {name} than under {first}."
	case ResampleSure:
		return "The difference on this trace is unlikely to be due to chance."
	case ResampleChance:
		return "The difference on this trace may be due to chance."
	case ResampleChanges:
		return "Change relative to {name}, with 95 % intervals"
	case ResampleRange:
		return "{low} to {high}"
	case ResampleMore:
		return "more in {n} of {all}"
	case ResampleEqual:
		return "equal"
	case ResampleDiffers:
		return "differs"
	case ResampleMaybe:
		return "may be chance"
	case ResampleHow:
		return "Each change is the one on the trace itself. Its 95 % interval comes from the resamples and is often somewhat too narrow, so be careful if it ends close to 0. “Differs” means significant at 5 %, after Holm’s correction for all cells of the table."
	case LogReading:
		return "Reading the job log: {n} %."
	case ProcessorsWanted:
		return "Processors (CPUs or GPUs) per node"
	case ProcessorsWhy:
		return "Job sizes in this trace are in processors; at most {n} were in use at once. With 1 per node, each processor is a node."
	case PuzzleTitle:
		return "Puzzle of {date}"
	case PuzzleLead:
		return "Eight jobs on {machine}, the same for everybody on this date. Each job runs exactly as long as it says."
	case PuzzlePredict:
		return "Predict five"
	case PuzzlePredictAbout:
		return "What does EASY decide? Five questions, one try each."
	case PuzzleHand:
		return "Beat EASY by hand"
	case PuzzleHandAbout:
		return "Start the jobs yourself. Under EASY they wait {wait} in the mean."
	case PuzzleBegin:
		return "Begin"
	case PuzzleGoOn:
		return "Continue"
	case PuzzleAgain:
		return "Try again"
	case PuzzleRight:
		return "{n} of {all} right"
	case PuzzleIsRight:
		return "right"
	case PuzzleIsHinted:
		return "right, with a hint"
	case PuzzleIsWrong:
		return "wrong"
	case PuzzleIsOpen:
		return "not asked yet"
	case PuzzleLess:
		return "{n} % less waiting than EASY"
	case PuzzleSame:
		return "as much waiting as EASY"
	case PuzzleMoreWait:
		return "{n} % more waiting than EASY"
	case PuzzleBest:
		return "best possible (proven)"
	case PuzzleNow:
		return "Mean wait: EASY {theirs}, you {you}."
	case PuzzleLeft:
		return "{n} of {all} jobs started"
	case PuzzleByHand:
		return "By hand"
	case PuzzleResult:
		return "Result"
	case PuzzleShareNote:
		return "Your result says how well you did, and nothing about how."
	case PuzzleCopy:
		return "Copy"
	case PuzzleSend:
		return "Share"
	case PuzzlePicture:
		return "Picture"
	case PuzzleCopied:
		return "Copied."
	case PuzzleCopyHand:
		return "It is selected: copy it with your own keys."
	case PuzzleBefore:
		return "The day before"
	case PuzzleAfter:
		return "The day after"
	case PuzzleNoDate:
		return "There is no puzzle of that date. This is today's."
	case PuzzleAnother:
		return "All about this puzzle"
	case BuildOpen:
		return "Put EASY together"
	case BuildTitle:
		return "Put a policy together"
	case BuildLead:
		return "Put the lines in order and indent them. Not every line belongs to the program."
	case BuildLines:
		return "Lines"
	case BuildProgram:
		return "Your program"
	case BuildEmpty:
		return "Click a line, or drag it here."
	case BuildKeys:
		return "Keys: Enter adds a line, Alt+↑ ↓ moves it, ← → change its indentation, Delete takes it out."
	case BuildUp:
		return "Move up"
	case BuildDown:
		return "Move down"
	case BuildIn:
		return "Indent"
	case BuildOut:
		return "Outdent"
	case BuildBack:
		return "Take out"
	case BuildCheck:
		return "Check"
	case BuildChecking:
		return "It runs on {n} random workloads…"
	case BuildSame:
		return "It starts every job when {policy} does, on {n} random workloads."
	case BuildStarts:
		return "Not yet. In a case of {n} jobs, {job} starts at {mine}; under {policy} it starts at {other}."
	case BuildNever:
		return "never"
	case BuildError:
		return "Line {line}: {problem}"
	case BuildHint:
		return "Hint: line {line} is the first that is wrong."
	case BuildHintIndent:
		return "Hint: line {line} is the first that is wrong. Look at its indentation."
	case BuildHintMissing:
		return "Hint: all lines so far are right, and something is missing after line {line}."
	case BuildCase:
		return "Show this case"
	case BuildUse:
		return "Take it into the editor"
	case BuildAgain:
		return "Begin again"
	case BuildLine:
		return "Line {line}, indented {depth} times: {text}"
	case LiveLead:
		return "Paste or drop the output of squeue here to see why a job waits. Add the outputs listed below to see also when it will start, and what would start it sooner."
	case LivePrivate:
		return "Nothing leaves this browser."
	case LivePrivateWhy:
		return "The files are read and the queue is simulated on this computer. They are forgotten when you close the page."
	case LiveRun:
		return "Run this on the cluster"
	case LiveCopy:
		return "Copy"
	case LiveCopied:
		return "Copied."
	case LiveDrop:
		return "Then drop the files here, all at once or one after the other"
	case LiveAny:
		return "Any output of squeue, sinfo, scontrol show, sprio, sshare and sacctmgr show will do, and slurm.conf, as text or JSON. Plain squeue already tells why a job waits and who is ahead of it."
	case LiveChoose:
		return "Choose files"
	case LivePaste:
		return "or paste what squeue prints"
	case LivePasted:
		return "Pasted text {n}"
	case LiveExample:
		return "Try an example"
	case LiveReading:
		return "Reading…"
	case LiveMore:
		return "Add files"
	case LiveAfresh:
		return "Start over"
	case LiveNodes:
		return "{n} {n|node|nodes}"
	case LiveNodesDown:
		return "{n} {n|node|nodes}, {down} of them out of use"
	case LivePartitions:
		return "{n} {n|partition|partitions}"
	case LiveRunning:
		return "{n} {n|job runs|jobs run}"
	case LiveWaiting:
		return "{n} {n|waits|wait}"
	case LiveKnows:
		return "What is known"
	case LiveKnowsJobs:
		return "jobs"
	case LiveKnowsLimits:
		return "time limits"
	case LiveKnowsNodes:
		return "nodes"
	case LiveKnowsPartitions:
		return "partitions"
	case LiveKnowsPriorities:
		return "priorities"
	case LiveLacks:
		return "not known; add {command}"
	case LiveFiles:
		return "Files, notices and assumptions"
	case LiveAssumed:
		return "Assumed"
	case LiveNotices:
		return "Notices"
	case LiveNoticesMore:
		return "{n} more"
	case LiveFaults:
		return "{n} {n|mistake|mistakes} in what you gave last; the rest is kept:"
	case LiveNoQueue:
		return "No job of these files waits. Add what squeue prints."
	case LiveFind:
		return "Job id, user or name"
	case LiveFound:
		return "{n} {n|job waits|jobs wait}"
	case LiveFoundOf:
		return "the first {n} of {all}"
	case LiveFoundNone:
		return "No pending job has this in its id, user or name."
	case LiveNotPending:
		return "Job {job} of {user} is not pending: Slurm’s word for its state is {state}."
	case LiveChooseJob:
		return "Choose your job in the list. The answer comes here."
	case LiveSize:
		return "{n} {n|node|nodes}"
	case LiveNoLimit:
		return "no time limit known"
	case LiveJob:
		return "Job {job}"
	case LiveWord:
		return "Slurm says"
	case LiveStartNow:
		return "It can start now"
	case LiveStartIn:
		return "It starts in {span}"
	case LiveStartLong:
		return "It does not start within {span}"
	case LiveStartNever:
		return "It does not start as things are"
	case LiveIfLimits:
		return "This holds if all jobs run until their time limits and no new job gets ahead."
	case LiveGivenUp:
		return "The queue is too large to look further."
	case LiveOn:
		return "on {nodes}"
	case LiveOnMore:
		return "on {nodes} and {n} more"
	case LiveComputing:
		return "Simulating the queue…"
	case LiveAhead:
		return "{n} {n|job is|jobs are} ahead of it"
	case LiveAheadNone:
		return "No job is ahead of it."
	case LiveAheadFirst:
		return "the first {n}"
	case LiveColJob:
		return "Job"
	case LiveColUser:
		return "User"
	case LiveColNodes:
		return "Nodes"
	case LiveColLimit:
		return "Time limit"
	case LiveColPriority:
		return "Priority"
	case LiveColBy:
		return "Ahead by"
	case LiveByTier:
		return "tier of its partition"
	case LiveByPriority:
		return "priority"
	case LiveBySubmission:
		return "earlier submission"
	case LiveByList:
		return "place in the list"
	case LiveEnds:
		return "What ends next on nodes it may use"
	case LiveEnd:
		return "in {span} at the latest, job {job} of {user} gives back {n} {n|node|nodes}"
	case LiveWhatIfs:
		return "What would start it sooner"
	case LiveWhatIfsHow:
		return "Each line is a simulation of the whole queue in which only this job differs."
	case LiveColChange:
		return "With"
	case LiveColStarts:
		return "Starts"
	case LiveColDifference:
		return "Difference"
	case LiveChangeLimit:
		return "a time limit of {span}"
	case LiveChangeNodes:
		return "{n} {n|node|nodes} instead of {m}"
	case LiveChangePartition:
		return "partition {name}"
	case LiveChangeFirst:
		return "the highest priority of all"
	case LiveIn:
		return "in {span}"
	case LiveNow:
		return "now"
	case LiveNotWithin:
		return "not within {span}"
	case LiveNever:
		return "never"
	case LiveSooner:
		return "{span} sooner"
	case LiveSoonerAtAll:
		return "sooner"
	case LiveLater:
		return "{span} later"
	case LiveLaterAtAll:
		return "later"
	case LiveNoSooner:
		return "no sooner"
	case LiveNothingSooner:
		return "None of these starts it sooner."
	case LiveWaysBusy:
		return "{n} so far…"
	case LiveTrouble:
		return "There is no answer: {why}"
	case LiveTooFewNodes:
		return "It needs {need} {need|node|nodes}, and of the nodes that it may use, {have} {have|has|have} room now."
	case LiveBehindJob:
		return "Job {job} of its partition is before it and has no nodes yet."
	case LiveKeptNodes:
		return "Enough nodes have room, but they are kept for jobs before it."
	case LiveNotYetTested:
		return "Enough nodes have room, and the backfill scheduler has not looked at it yet."
	case LiveNotTested:
		return "The schedulers do not look at it: too many jobs are before it."
	case LiveNothing:
		return "By what these files tell, nothing keeps it."
	case LiveHeldByUser:
		return "It is held by its user."
	case LiveHeldByAdmin:
		return "It is held by an administrator."
	case LiveNeverDependency:
		return "It depends on a job that ended otherwise than it needs, so it never starts."
	case LiveWaitsForJob:
		return "It waits for the end of another job."
	case LiveArrayLimit:
		return "As many tasks of its array run as the array allows at once (%)."
	case LiveDownPartition:
		return "Its partition is down."
	case LiveInactivePartition:
		return "Its partition is inactive."
	case LiveTooLong:
		return "Its time limit is longer than the partition allows, so it never starts."
	case LiveWrongSize:
		return "It asks for more or fewer nodes than the partition allows, so it never starts."
	case LiveWaitsForReservation:
		return "It waits for the beginning of its reservation."
	case LiveWaitsForLicense:
		return "It waits for a license."
	case LiveBadConstraints:
		return "No node has what it asks for, so it never starts."
	case LiveBadAccount:
		return "Its account may not use the partition."
	case LiveBadQOS:
		return "Its QOS may not be used there."
	case LiveNoAccount:
		return "Its account is not valid."
	case LiveNoQOS:
		return "Its QOS is not valid."
	case LiveQOSGroup:
		return "All jobs of its QOS together have as much as the QOS allows."
	case LiveQOSPerJob:
		return "It asks for more than its QOS allows a job."
	case LiveQOSUser:
		return "Its user has reached a limit of the QOS."
	case LiveQOSJobs:
		return "Its QOS has as many jobs as it allows."
	case LiveQOSResources:
		return "Its QOS has as much as it allows."
	case LiveQOSTime:
		return "It asks for more time than its QOS allows."
	case LiveQOSUsage:
		return "Its account has used too much for its QOS."
	case LiveAccountGroup:
		return "All jobs of its account together have as much as the account allows."
	case LiveAccountPerJob:
		return "It asks for more than its account allows a job."
	case LiveAccountUser:
		return "Its user has as much as the account allows."
	case LiveAccountJobs:
		return "Its account has as many jobs as it allows."
	case LiveAccountResources:
		return "Its account has as much as it allows."
	case LiveAccountTime:
		return "It asks for more time than its account allows."
	case LiveJobsPerAccount:
		return "Its account has as many jobs as the QOS allows an account."
	case LivePerAccount:
		return "Its account has as much as the QOS allows an account."
	case LiveNoPartition:
		return "It cannot start as the cluster is now: its partition {name} is not up, or none of its nodes is."
	case LiveNeverFits:
		return "It cannot start as the cluster is now: it asks for more than the nodes of its partition have."
	case LiveNodesFromJobs:
		return "The nodes are those on which jobs run, and all of them are full."
	case LiveFrozen:
		return "Priorities stay as they are now, and no job arrives."
	case LiveYearLong:
		return "Jobs without a time limit run for a year."
	case LiveWholeLimit:
		return "Jobs whose start is unknown have their whole time limit left."
	case LiveEqualParts:
		return "Jobs whose CPUs are unknown hold equal parts of full nodes, and ask for whole nodes."
	case LiveOverfull:
		return "Job {job} holds more than its nodes have; its nodes count as taken as far as they go."
	case LiveLeftOut:
		return "{n} pending {n|job waits|jobs wait} for something else than nodes or priority, and {n|takes|take} no part."
	case LiveListOrder:
		return "Priorities are unknown; jobs of a partition are taken in the order in which squeue lists them."
	case LiveHighestTier:
		return "A job that names several partitions is sent to the one with the highest tier."
	case LivePartitionLimit:
		return "A job whose time limit is unknown has that of its partition."
	case LiveChangeQOS:
		return "QOS {name}"
	case LiveRough:
		return "The queue is long. To save time, only the jobs at its head were planned, so predicted starts are less certain."
	case LiveRange:
		return "If jobs use as much of their time limits as their users’ earlier jobs did, it starts {median} or sooner in half of {n} simulations; in one of ten {early} or sooner, in nine of ten {late} or sooner."
	case LiveRangeHow:
		return "Jobs often end earlier. Add what {command} prints of past jobs, and it says when it starts if they end as usual."
	case LiveKnowsHistory:
		return "past jobs"
	case LiveShow:
		return "Show this cluster"
	case LiveHide:
		return "Share with hidden names"
	case LiveQueueName:
		return "The queue as it stands"
	case LiveUnshown:
		return "The cluster cannot be shown: {why}"
	case LiveNumberedNodes:
		return "The names of the nodes cannot be kept in a scenario, which numbers them in the order of their names."
	case LiveUnlistedNodes:
		return "Nodes of topology.conf that Slurm does not list are down."
	case LiveOutsideNetwork:
		return "{n} {n|node is|nodes are} not in topology.conf, and left out."
	case LiveHeldOver:
		return "A limit holds it: with this job there would be {need}, and {have} are allowed. Slurm’s word for the limit and its owner: {name}."
	case LiveHeldUnder:
		return "A limit holds it: it asks for {need}, and needs at least {have}. Slurm’s word for the limit and its owner: {name}."
	case LiveHeldUsed:
		return "A limit on use over time holds it: {need} of {have} are used up. Slurm’s word for the limit and its owner: {name}."
	case LiveStoppingOthers:
		return "Running jobs are being stopped for it."
	case LiveWaitsForPart:
		return "It starts together with job {job}, another part of its heterogeneous job, which cannot start yet."
	case LiveLimitsCount:
		return "Limits of QOSs, accounts and users hold jobs, and what runs now counts."
	case LiveOwnersUnknown:
		return "The QOS of no job is known, so limits of QOSs hold none. squeue --json prints it."
	case LiveStopsJobs:
		return "Jobs may stop others. A stopped job waits again with the rest of its time limit, and PreemptExemptTime counts from now."
	case LiveSuspendedJobs:
		return "{have} suspended {have|job continues|jobs continue} with the rest of the time limit when no job of a higher tier holds the nodes."
	case LiveNotSimulated:
		return "These are not simulated: {name}."
	case LiveNotEnforced:
		return "Limits hold no job, because AccountingStorageEnforce does not name them."
	case LiveUseFromNow:
		return "Limits on use over time count from now, because past use is not known."
	case LiveMissing:
		return "The output of {command} shows when it can start."
	case LiveKnowsQOS:
		return "limits of QOSs"
	case LiveKnowsReservations:
		return "reservations"
	case LiveKnowsAccounts:
		return "limits of accounts and users"
	case LivePastAsk:
		return "How true is a replay of the past?"
	case LivePastBack:
		return "Why is a job pending?"
	case LivePastLead:
		return "The jobs that sacct recorded are simulated again by Slurm’s rules, and their predicted starts are compared with the recorded ones."
	case LivePastSum:
		return "{share} of {n} {n|start|starts} within 60 s"
	case LivePastWaits:
		return "mean wait {recorded} in the record, {predicted} in the replay"
	case LivePastBusy:
		return "Replaying… {n} %"
	case LivePastChangeBusy:
		return "Replaying with the change… {n} %"
	case LivePastStop:
		return "Stop"
	case LivePastOf:
		return "Jobs of"
	case LivePastJobs:
		return "Jobs"
	case LivePastMinute:
		return "Within 60 s"
	case LivePastTenth:
		return "Within 10 %"
	case LivePastMedian:
		return "Median error"
	case LivePastNinety:
		return "90 % error"
	case LivePastRecorded:
		return "Mean wait"
	case LivePastReplayed:
		return "Replayed"
	case LivePastAll:
		return "all jobs"
	case LivePastInPartition:
		return "partition {name}"
	case LivePastPart:
		return "part of a node"
	case LivePastOne:
		return "1 node"
	case LivePastFour:
		return "2 to 4 nodes"
	case LivePastSixteen:
		return "5 to 16 nodes"
	case LivePastSixtyFour:
		return "17 to 64 nodes"
	case LivePastMore:
		return "65 nodes and more"
	case LivePastWrong:
		return "{n} {n|start is|starts are} off by more than 60 s and a tenth of the wait: {early} too early, {late} too late. Likely reasons:"
	case LivePastRight:
		return "No start is off by more than 60 s and a tenth of the wait."
	case LivePastByReservation:
		return "it ran in a reservation"
	case LivePastByRequeue:
		return "a run was requeued or preempted"
	case LivePastByOutside:
		return "it ran on nodes outside its partition"
	case LivePastByHold:
		return "it was held, or waited for another job or a time"
	case LivePastByArray:
		return "its array may only have some tasks running at once"
	case LivePastByLimit:
		return "a limit of its user, account or QOS"
	case LivePastByFree:
		return "it waited beside free nodes: they were down or kept for others"
	case LivePastByBusy:
		return "its nodes were in use in the record, by jobs whose starts differ"
	case LivePastByShared:
		return "it started on nodes in use: they are shared, or a job was stopped"
	case LivePastByOrder:
		return "the replay has free nodes but another job ahead: priorities differ"
	case LivePastByFull:
		return "its nodes are in use in the replay, by jobs whose starts differ"
	case LivePastStopped:
		return "Stopped for other jobs: {n} {n|run|runs} in the record, {m} in the replay."
	case LivePastRefused:
		return "Left out"
	case LivePastWhat:
		return "What if one thing had been different?"
	case LivePastSetting:
		return "Setting"
	case LivePastWhich:
		return "Name"
	case LivePastValue:
		return "New value"
	case LivePastTry:
		return "Replay with it"
	case LivePastBackfill:
		return "Backfill"
	case LivePastPriorities:
		return "Priorities"
	case LivePastPartition:
		return "A partition"
	case LivePastQOS:
		return "A QOS"
	case LivePastAccount:
		return "An account"
	case LivePastUser:
		return "A user"
	case LivePastPreemption:
		return "Preemption"
	case LivePastFigure:
		return "Figure"
	case LivePastBefore:
		return "Without"
	case LivePastAfter:
		return "With"
	case LivePastInterval:
		return "95 % interval, by days"
	case LivePastMeanWait:
		return "mean wait"
	case LivePastMedianWait:
		return "median wait"
	case LivePastNinetyWait:
		return "90th percentile of waits"
	case LivePastSlowdown:
		return "mean bounded slowdown"
	case LivePastSoon:
		return "started within a minute"
	case LivePastToEnd:
		return "mean time to the end"
	case LivePastPartitionWait:
		return "mean wait, partition {name}"
	case LivePastFewDays:
		return "There are too few days for an interval. Give a longer period."
	case LivePastSame:
		return "The change makes no difference to the mean wait."
	case LivePastShorter:
		return "The mean wait becomes shorter: the whole interval is below 0."
	case LivePastLonger:
		return "The mean wait becomes longer: the whole interval is above 0."
	case LivePastUnclear:
		return "No difference of the mean wait is shown: the interval contains 0."
	case LivePastStops:
		return "Stopped for other jobs: {n} {n|run|runs} without the change, {m} with it."
	case LivePastLost:
		return "With the change, these do not run"
	case LivePastBeside:
		return "{n} {n|job|jobs} of {days} {days|day|days}, replayed twice. Users do not react to the change, and the interval does not know what the model has wrong: that is what the figures of the replay are for."
	case LivePastGive:
		return "For a replay of the past, add what this prints: {command}"
	case LiveByReservation:
		return "reservation"
	case LiveKeptByReservation:
		return "It needs {need}, and {have} {have|is|are} free for its whole time limit: the reservation {name} keeps others."
	case LiveOverReservation:
		return "Its reservation was over before it could start."
	case LiveReservationTime:
		return "The reservation {name} is left out, because its time or the time now is not known. squeue --json or sinfo --json tell the time."
	case LiveLaterBegin:
		return "Its user asked for a later start (--begin)."
	case LiveLaterBeginIn:
		return "Its user asked for a later start (--begin), in {span}."
	case LiveSlurmPriority:
		return "Jobs with a higher priority are ahead of it in its partition."
	case LiveSlurmResources:
		return "It waits for enough nodes or cores to become free."
	case LiveSlurmUnavailable:
		return "Nodes that it needs are down, drained or reserved."
	case LiveSlurmUntested:
		return "The schedulers have not looked at it yet."
	case LiveSlurmOther:
		return "Slurm’s reason is {name}."
	case LiveLimitOn:
		return "What is limited: {what}."
	case LiveOnJobs:
		return "running jobs"
	case LiveOnSubmitted:
		return "submitted jobs"
	case LiveOnNodes:
		return "nodes"
	case LiveOnCPUs:
		return "CPUs"
	case LiveOnMemory:
		return "memory"
	case LiveOnGRES:
		return "GPUs and other GRES"
	case LiveOnLicenses:
		return "licenses"
	case LiveOnBilling:
		return "billing units"
	case LiveOnTime:
		return "time"
	case LiveOnUse:
		return "use over time"
	case LiveAskAdmins:
		return "Ask the administrators of the cluster."
	case LiveResubmit:
		return "Cancel it ({command}), and submit it again with what the cluster allows."
	case LiveRaiseArray:
		return "It can start when a task of the array ends. To let more tasks run at once: {command}"
	case LiveMovePartition:
		return "Wait, or move it to another partition: {command}"
	case LiveShortenLimit:
		return "Ask for less time, or move it to a partition that allows as much. For less time: {command}"
	case LiveResizeJob:
		return "Ask for as many nodes as the partition allows, or move it to another partition. For other nodes: {command}"
	case LiveAskLess:
		return "Ask for less, or use a QOS or partition that allows as much. As it is, it never starts."
	case LiveWaitForOwn:
		return "It can start when another job of this user ends. Another QOS may have room."
	case LiveWaitForGroup:
		return "It can start when other jobs of the group end. Another QOS or account may have room."
	case LiveWaitForUse:
		return "It can start when past use has decayed enough. Another account or QOS may have room under its limit."
	case LiveUntold:
		return "When it starts cannot be told from these files."
	case LiveAddThese:
		return "Add what these commands print. Then it also finds out what would start it sooner."
	case LiveMissingLimits:
		return "time limits of the jobs"
	case LiveMissingNodes:
		return "nodes and partitions"
	case LiveMissingBegin:
		return "when it may begin"
	case LiveUnbounded:
		return "When it starts cannot be told: it waits for jobs without a time limit"
	case LiveNotTold:
		return "not known"
	case LiveMatches:
		return "{n} of {all} waiting {all|job|jobs}"
	case LiveUnknown:
		return "{n} {n|part|parts} not known"
	case LiveNothingToDo:
		return "You do not need to do anything: the job will get its turn at that time."
	case LiveReleaseJob:
		return "To release it: {command}"
	case LiveSimulatedIn:
		return "It names several partitions. It is simulated in {name}."
	case LiveRoom:
		return "The limit has room when {n} running {n|job that counts toward it ends|jobs that count toward it end}:"
	case LiveRoomFirst:
		return "Of the running jobs that count toward the limit, this one ends first:"
	case LiveMissingOwners:
		return "which running jobs count toward the limit"
	case LiveMissingOthers:
		return "the running jobs that count toward the limit: print those of all users"
	case LiveRemovedNow:
		return "It does not start: it can no longer end by its deadline"
	case LiveRemoved:
		return "It does not start: Slurm removes it in {span}, because of its deadline"
	case LiveDeadline:
		return "Its deadline is in {span}: it must start within {latest}."
	case LiveTooLate:
		return "It can no longer end by its deadline, so Slurm removes it (DeadLine)."
	case LiveDeadlineTime:
		return "No job is removed for its deadline, because the time now is unknown. squeue --json or sinfo --json gives it."
	case LiveColWaits:
		return "Waits for"
	case LiveWaitsTurn:
		return "its turn"
	case LiveWaitsNodes:
		return "free nodes"
	case LiveWaitsScheduler:
		return "the next run of a scheduler"
	case LiveWaitsRelease:
		return "its release"
	case LiveWaitsJob:
		return "another job"
	case LiveWaitsBegin:
		return "its begin time"
	case LiveWaitsLimit:
		return "room under a limit"
	case LiveWaitsArray:
		return "a task of its array"
	case LiveWaitsOwnReservation:
		return "its reservation"
	case LiveWaitsLicense:
		return "a license"
	case LiveWaitsPartition:
		return "its partition"
	case LiveWaitsUnavailable:
		return "nodes that are down or reserved"
	case LiveWaitsInVain:
		return "nothing: it never starts"
	case LiveSeveral:
		return "{n} of them {n|names|name} several partitions."
	case LiveOthers:
		return "Not counted: {n} more {n|job that names|jobs that name} several partitions. {n|It is|They are} simulated in one that shares no node with this job; in another one, {n|it|they} would be ahead."
	case LiveCopyCommand:
		return "Copy the command"
	case LiveUnread:
		return "{n} {n|line|lines} could not be read, and {n|is|are} left out. The rest is used:"
	case LiveUnreadRows:
		return "{n} {n|row|rows} of squeue could not be read; jobs in {n|it|them} are left out."
	case LivePastUnshown:
		return "none shown"
	case ShortHeld:
		return "held by a person"
	case LongHeld:
		return "a person holds it"
	case CheckHeld:
		return "a person holds it"
	case HeldNow:
		return "{job} is held: a person has told the scheduler not to start it."
	case HeldNoLonger:
		return "{job} is held no longer."
	case ShortenedNow:
		return "{job} starts with a shorter walltime, {walltime}, because it allows that (time_min)."
	case ChangedNow:
		return "A person has changed {job}. It now asks for {size} for [walltime|up to {walltime}]."
	case CancelledWaiting:
		return "A person cancels {job} while it waits. It never starts."
	case CancelledRunning:
		return "A person cancels {job}. It gives back {nodes}."
	case WasCancelled:
		return "{job} ran on {nodes} from {start}, and a person cancelled it at {end}."
	case CancelledJobs:
		return "{jobs} {n|is|are} now cancelled"
	case ArcCancelled:
		return "cancelled"
	case ShellLead:
		return "A shell on this cluster, at the time at which the page stands. Type what you would type on a Slurm cluster, or try:"
	case ShellKeys:
		return "Tab completes · ↑ earlier lines · Esc closes"
	case ShellRun:
		return "Run"
	case ShellBusy:
		return "The cluster is answering …"
	case ShellSilent:
		return "Done. The command printed nothing."
	case ShellPast:
		return "You have changed what happened at {at}. Everything after it is decided anew; undo brings it back."
	case DidShell:
		return "shell: {line}"
	case NativeTitle:
		return "Use the engine on this computer?"
	case NativeAsk:
		return "You opened this page through a link from <code>hopyard serve</code>. That program can run traces that are too large for a browser tab."
	case NativeWhere:
		return "Only such traces are sent, and only to 127.0.0.1, which is this computer. Your browser may also ask for permission."
	case NativeYes:
		return "Use it"
	case NativeNo:
		return "Do not use it"
	case NativeReady:
		return "Connected to hopyard serve on this computer. It runs traces of up to {n} {n|job|jobs}."
	case NativeRuns:
		return "Native engine: this run is computed by hopyard serve on this computer."
	case NativeLost:
		return "The connection to hopyard serve was lost. Of runs that were simulated there, only the step on screen can be shown. Everything else still works."
	case NativeAway:
		return "hopyard serve does not answer. Start it again and open the link that it prints. If the browser asks for permission to connect, allow it."
	case NativeForeign:
		return "hopyard serve and this page have different versions. Build both from the same commit."
	case NativeAgain:
		return "Connect again"
	}
	return ""
}
