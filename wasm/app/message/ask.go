package message

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Kind is the first byte of a message.
type Kind uint8

// The kinds of messages. Each comment names the sender, page or worker.
const (
	None       Kind = iota
	KindLoad        // page: run this scenario
	KindSeek        // page: asks for the state after a given number of steps
	KindWeigh       // page: asks which placements the allocator compared for a job
	KindCancel      // page: cancels the recording

	KindLoaded   // worker: answers KindLoad with a description of the completely recorded run
	KindState    // worker: answers KindSeek
	KindWeighed  // worker: answers KindWeigh
	KindProgress // worker: reports the progress of the recording
	KindFailed   // worker: lists the errors in the input of a Load

	KindExport   // page: asks for the run as a file
	KindExported // worker: sends the file, or the progress of writing it

	KindAsk    // page: asks for the questions about a step
	KindReply  // page: sends the reader's answer to a question
	KindAsked  // worker: answers KindAsk
	KindGraded // worker: answers KindReply

	KindSheet                // page: asks for the contents of a worksheet, or for the questions of a worksheet item
	KindWorksheetAnswer      // page: sends an answer to a question of a worksheet
	KindGrade                // page: asks for the marks of a file of answers
	KindPart                 // worker: answers KindSheet
	KindWorksheetAnswerReply // worker: answers KindWorksheetAnswer
	KindMarks                // worker: answers KindGrade

	KindJudge  // page: asks for a verdict on each answer that an audience voted for
	KindJudged // worker: answers KindJudge

	KindSurvey   // page: asks for all questions about the run
	KindSurveyed // worker: answers KindSurvey

	KindSimilar // page: asks for a similar question with other numbers
	KindAlike   // worker: answers KindSimilar

	KindTrial             // page: requests a test of a policy program
	KindFindings          // worker: sends the findings of the test
	KindTry               // page: asks what would happen if a person started a job now
	KindTried             // worker: answers KindTry
	KindScoreboardRequest // page: asks for the scoreboard of decisions made by hand
	KindScoreboardReply   // worker: answers KindScoreboardRequest
	KindInquire           // page: asks about a run that is too long for the page
	KindTold              // worker: answers KindInquire

	KindConvert   // page: asks to convert accounting data to a trace
	KindConverted // worker: answers KindConvert

	KindRoute  // page: asks for the route from one node to another
	KindRouted // worker: answers KindRoute

	KindDescribe  // page: asks for the description that a brief answer to KindLoad omitted
	KindDescribed // worker: answers KindDescribe

	KindLiveFile     // page: gives an output of Slurm's commands about the queue of a real cluster
	KindLiveState    // worker: answers KindLiveFile
	KindLiveSearch   // page: asks for pending jobs of that queue
	KindLiveFound    // worker: answers KindLiveSearch
	KindLiveQuestion // page: asks why a job of that queue is pending
	KindLiveAnswer   // worker: answers KindLiveQuestion
	KindLiveShow     // page: asks for that queue as a scenario
	KindLiveScenario // worker: answers KindLiveShow
	KindLivePast     // page: asks how true a replay of the past of a real cluster is, and what a change would have done
	KindLiveFidelity // worker: answers KindLivePast

	KindShellLine  // page: a line typed in the shell of the run on screen
	KindShellReply // worker: answers KindShellLine
)

// KindOf returns the kind of a message, or None if the message is empty.
func KindOf(wire []byte) Kind {
	if len(wire) == 0 {
		return None
	}
	return Kind(wire[0])
}

// LoadForm is the format of the text of a Load.
type LoadForm uint8

// The formats of a Load's text.
const (
	Same   LoadForm = iota // no text: the worker uses the text of the previous Load
	JSON                   // a scenario as JSON
	SWF                    // a trace in the Standard Workload Format
	Link                   // the fragment of a share link, from its version to its payload
	Shared                 // the scenario of a short link as it is stored; View holds the moment and job to show
	Beside                 // a trace in a file that the page has not read; the file is sent beside the message, and Text is the page's name for it
)

// MachineChoice is a machine that the reader selects. Kind names its topology, and
// the other fields are the numbers that core/scenario uses for this kind. An empty
// Kind means the scenario's own machine.
type MachineChoice struct {
	Kind            string
	Nodes           int // for a dragonfly, the nodes per router
	Levels, Width   int
	Groups, Routers int
	Dims, Down      []int
}

// Downs returns the number of children of a switch at each level of a fat tree,
// from the leaves up. For other machines it returns the field Down unchanged.
func (s *MachineChoice) Downs() []int {
	if len(s.Down) > 0 || s.Kind != "fat-tree" {
		return s.Down
	}
	return slices.Repeat([]int{s.Width}, s.Levels)
}

// Size returns the number of nodes of the machine.
func (s *MachineChoice) Size() int64 {
	n := int64(1)
	switch s.Kind {
	case "fat-tree":
		for _, k := range s.Downs() {
			n *= int64(k)
		}
	case "torus", "mesh":
		for _, k := range s.Dims {
			n *= int64(k)
		}
	case "hypercube":
		n <<= s.Dims[0]
	case "dragonfly":
		n = int64(s.Groups) * int64(s.Routers) * int64(s.Nodes)
	default:
		n = int64(s.Nodes)
	}
	return n
}

// Overrides holds the values with which the reader replaces values of the scenario.
// An empty string keeps the scenario's value.
type Overrides struct {
	Queue, Allocator, Order string
	Depth                   int32  // reservation depth of EASY; 0 keeps the scenario's value
	Network                 string // network model; if no job of the scenario communicates, selecting a model also makes every job send all-to-all traffic
	Machine                 MachineChoice
	Set                     []Assignment // further values, each with its path
	// Program is the source of a policy program, or "". The program replaces the
	// scenario's policy in each of the Roles. This happens before the other
	// overrides are applied.
	Program string
	Roles   Roles
}

// Roles is a set of the roles that a policy program fills: bit r is set for
// policies.Role r.
type Roles uint8

// Has reports whether the set contains a role.
func (r Roles) Has(role policies.Role) bool { return r>>role&1 != 0 }

// Assignment sets the value at a path of a scenario, in the notation of
// core/scenario. The value "null" deletes the present value.
type Assignment struct{ Path, Value string }

// Load asks the worker to run a scenario. Every answer repeats the Serial, so that
// the page can ignore answers to a Load that a newer Load has replaced.
type Load struct {
	Serial int32
	Form   LoadForm
	Text   string
	Name   string // name that is shown to people, for example of a file or a lesson
	Nodes  int32  // number of nodes of the machine that runs a trace; 0 means the number in the trace's header
	View   string // moment and job that a short link shows, such as "at=600.2&job=4"
	Overrides
	// The moment to show first, given by the time At and by a number (Ordinal)
	// among the steps of that time. The page shows the state after this step. If
	// the step does not exist, the page shows the state after the last step before
	// this moment.
	At      simtime.Time
	Ordinal int32
	Telling bool  // ignore At and show the most instructive step first: a backfill, or else a start
	Job     int64 // number of the job to select, or -1
	// The window of time to send if the run is too long for the page. If To is 0,
	// the worker chooses the window with the most waiting time.
	From, To simtime.Time
	Entire   bool // send the whole run even if it is long; used to compare runs
	// The fields Unlike and Others request a search for a policy with a different
	// schedule. If the schedule of the run equals Unlike, the worker runs the
	// alternative policies in Others in order. It answers with the first run whose
	// schedule differs from Unlike. If there is no such run, it answers with the
	// original run.
	Unlike Schedule
	Others []Other
	// Whole decides what happens if a policy program fails during the run. If Whole
	// is set, the answer is Failed. If it is not set, the answer is the run up to
	// the failure.
	Whole bool
	// If Brief is set, the answer omits the data that Describe requests. It then
	// contains no share link, and does not mark the policies and machines with
	// which the scenario cannot run.
	Brief bool
}

func (m *Load) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Form)
	c.text(&m.Text)
	c.text(&m.Name)
	code(c, &m.Nodes)
	c.text(&m.View)
	c.text(&m.Queue)
	c.text(&m.Allocator)
	c.text(&m.Order)
	code(c, &m.Depth)
	c.text(&m.Network)
	m.Machine.code(c)
	list(c, &m.Set, func(c *coder, a *Assignment) {
		c.text(&a.Path)
		c.text(&a.Value)
	})
	code(c, &m.At)
	code(c, &m.Ordinal)
	c.bool(&m.Telling)
	code(c, &m.Job)
	mark := uint64(m.Unlike)
	c.hash(&mark)
	m.Unlike = Schedule(mark)
	list(c, &m.Others, func(c *coder, o *Other) {
		c.text(&o.Queue)
		c.text(&o.Allocator)
	})
	c.text(&m.Program)
	code(c, &m.Roles)
	c.bool(&m.Whole)
	c.bool(&m.Brief)
	code(c, &m.From)
	code(c, &m.To)
	c.bool(&m.Entire)
}

func (s *MachineChoice) code(c *coder) {
	c.text(&s.Kind)
	code(c, &s.Nodes)
	code(c, &s.Levels)
	code(c, &s.Width)
	code(c, &s.Groups)
	code(c, &s.Routers)
	list(c, &s.Dims, code[int])
	list(c, &s.Down, code[int])
}

// Seek asks for the state after the first Step steps of the run. If Job waits, the
// answer also explains why, even if the job is not among the listed jobs of the
// queue.
type Seek struct {
	Serial int32
	Step   int32
	Job    workload.JobID
	Aside  bool // the state is not for the screen; the State repeats this flag
}

func (m *Seek) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Job)
	c.bool(&m.Aside)
}

// ListPlacements asks which placements the allocator compared for Job when Step
// started the job.
type ListPlacements struct {
	Serial int32
	Step   int32
	Job    workload.JobID
	All    bool // list all combinations of units (groups of nodes) that the allocator of source S0 can form, instead of the best combination under each switch
}

func (m *ListPlacements) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Job)
	c.bool(&m.All)
}

// Cancel stops the recording that the Load with this Serial started.
type Cancel struct{ Serial int32 }

func (m *Cancel) code(c *coder) { code(c, &m.Serial) }
