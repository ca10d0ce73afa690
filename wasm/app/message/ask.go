package message

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Kind is the first byte of a message.
type Kind uint8

// The kinds of messages. Each comment names the sender.
const (
	None       Kind = iota
	KindLoad        // page: run this scenario
	KindSeek        // page: asks for the state after a number of steps
	KindWeigh       // page: asks which placements were compared for a job
	KindCancel      // page: stops the run that is being recorded

	KindLoaded   // worker: describes the run, which is recorded now
	KindState    // worker: the answer to Seek
	KindWeighed  // worker: the answer to Weigh
	KindProgress // worker: progress of the recording
	KindFailed   // worker: lists what is wrong with the input of a Load

	KindExport   // page: asks for the run as a file
	KindExported // worker: the file, or the progress of writing it

	KindAsk    // page: asks which questions a step has
	KindReply  // page: answers a question
	KindAsked  // worker: the answer to Ask
	KindGraded // worker: the answer to Reply

	KindSheet                // page: asks what a worksheet contains, or for the questions of one of its items
	KindWorksheetAnswer      // page: answers a question of a worksheet
	KindGrade                // page: asks for the marks of all answers
	KindPart                 // worker: the answer to Sheet
	KindWorksheetAnswerReply // worker: the answer to Given
	KindMarks                // worker: the answer to Grade

	KindJudge  // page: asks for a verdict on each vote of an audience
	KindJudged // worker: the answer to Judge

	KindSurvey   // page: asks for all questions of the run
	KindSurveyed // worker: the answer to Survey

	KindSimilar // page: asks for a question with the same point but other numbers
	KindAlike   // worker: the answer to Similar

	KindTrial             // page: tests a policy
	KindFindings          // worker: the findings of the test
	KindTry               // page: asks what happens if a person starts a job here
	KindTried             // worker: the answer to Try
	KindScoreboardRequest // page: asks for the scoreboard of a person's decisions
	KindScoreboardReply   // worker: the answer to Stand
	KindInquire           // page: asks about a run that is too long for the page
	KindTold              // worker: the answer to Inquire

	KindConvert   // page: asks to convert a text to a trace
	KindConverted // worker: the answer to Convert

	KindRoute  // page: asks for the route from one node to another
	KindRouted // worker: the answer to Route

	KindDescribe  // page: asks for what a brief answer to Load left out
	KindDescribed // worker: the answer to Describe
)

// KindOf returns the kind of a message, and None if it is empty.
func KindOf(wire []byte) Kind {
	if len(wire) == 0 {
		return None
	}
	return Kind(wire[0])
}

// LoadForm is the format of the text of a Load.
type LoadForm uint8

// The formats.
const (
	Same   LoadForm = iota // the text that the worker already has
	JSON                   // a scenario
	SWF                    // a trace
	Link                   // the fragment of a share link, from its version to its payload
	Shared                 // the scenario of a short link as it is stored; View holds the place to show
	Beside                 // a trace in a file that the page has not read; Text is the page's name for the file, which is sent beside the message
)

// MachineChoice is a machine by the name of its kind, with the numbers that
// core/scenario uses for it. The Kind "" means the scenario's own machine.
type MachineChoice struct {
	Kind            string
	Nodes           int // per router for a dragonfly
	Levels, Width   int
	Groups, Routers int
	Dims, Down      []int
}

// Downs returns the number of children of each switch of a fat tree by level, from
// the leaves up. For other machines it returns Down unchanged.
func (s *MachineChoice) Downs() []int {
	if len(s.Down) > 0 || s.Kind != "fat-tree" {
		return s.Down
	}
	return slices.Repeat([]int{s.Width}, s.Levels)
}

// Size returns the number of nodes.
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

// Overrides holds the values that the reader chose in place of the scenario's. An
// empty string keeps the scenario's own value.
type Overrides struct {
	Queue, Allocator, Order string
	Depth                   int32  // reservation depth of EASY; 0 keeps the scenario's own
	Network                 string // network model; if no job of the scenario communicates, all jobs then communicate all to all
	Machine                 MachineChoice
	Set                     []Assignment // other values, by path
	// Program is the source of a policy. It replaces the scenario's policies in the
	// Roles that it defines, before the other overrides apply. "" means none.
	Program string
	Roles   Roles
}

// Roles is the set of roles that a program defines: bit r stands for policies.Role
// r.
type Roles uint8

// Has reports whether the set contains a role.
func (r Roles) Has(role policies.Role) bool { return r>>role&1 != 0 }

// Assignment sets the value at a path of a scenario, as core/scenario edits it; the
// value "null" deletes it.
type Assignment struct{ Path, Value string }

// Load asks the worker to run a scenario. Every answer carries its Serial, so the
// page can ignore the answers to a request that it has replaced since.
type Load struct {
	Serial int32
	Form   LoadForm
	Text   string
	Name   string // name shown to people: of a file, of a lesson
	Nodes  int32  // number of nodes of the machine that runs a trace; 0: taken from its header
	View   string // the place that a short link shows: "at=600.2&job=4"
	Overrides
	// The place to show: the state after the step (At, Ordinal), or after the last
	// step before it.
	At      simtime.Time
	Ordinal int32
	Telling bool  // show instead the first step that explains the most: a backfill, or else a start
	Job     int64 // number of the job to select; -1: none
	// The window of time to send if the run is too long for the page. To 0 selects
	// the window with the most waiting time.
	From, To simtime.Time
	Entire   bool // send the whole run, however long, to compare it with another
	// If the run has the schedule Unlike, the worker runs the Others in order and
	// answers with the first whose schedule differs. If none differs, it answers
	// with the original run.
	Unlike Schedule
	Others []Other
	// Whole accepts only complete runs: if a program of the scenario fails, the
	// answer is Failed instead of a run that ends at the failure.
	Whole bool
	// Brief leaves out of the answer what Describe asks for: no choice is marked as
	// unfit, and there is no link.
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

// Seek asks for the state after the first Step steps. The answer also explains why
// Job waits, at whatever place of the queue it is.
type Seek struct {
	Serial int32
	Step   int32
	Job    workload.JobID
	Aside  bool // not for the screen; the State repeats this flag
}

func (m *Seek) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Job)
	c.bool(&m.Aside)
}

// ListPlacements asks which placements the allocator compared when step Step started Job.
type ListPlacements struct {
	Serial int32
	Step   int32
	Job    workload.JobID
	All    bool // list all of S0's combinations of units, not only the best one under each switch
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
