package message

import (
	"slices"

	"hopyard/core/policies"
	"hopyard/core/simtime"
	"hopyard/core/workload"
)

// Kind is the first byte of a message.
type Kind uint8

// The kinds of messages: those of the page, then those of the worker.
const (
	None       Kind = iota
	KindLoad        // page: run this scenario
	KindSeek        // page: what is it like after so many steps?
	KindWeigh       // page: which placements were weighed for this job?
	KindCancel      // page: stop the run that is being recorded

	KindLoaded   // worker: the run is recorded; what it is
	KindState    // worker: the answer to Seek
	KindWeighed  // worker: the answer to Weigh
	KindProgress // worker: how far the recording is
	KindFailed   // worker: what is wrong with what was to be loaded

	KindExport   // page: write the run as a file
	KindExported // worker: how far the file is, or the file

	KindAsk    // page: which questions does a step have?
	KindReply  // page: an answer to one
	KindAsked  // worker: the answer to Ask
	KindGraded // worker: the answer to Reply

	KindSheet // page: what is in a worksheet, or asked of one of its items?
	KindGiven // page: an answer to one of its questions
	KindGrade // page: what are all answers worth?
	KindPart  // worker: the answer to Sheet
	KindNoted // worker: the answer to Given
	KindMarks // worker: the answer to Grade

	KindJudge  // page: what are a hall's votes worth?
	KindJudged // worker: the answer to Judge

	KindSurvey   // page: which questions does the run have?
	KindSurveyed // worker: the answer to Survey

	KindSimilar // page: which question has the same point, with other numbers?
	KindAlike   // worker: the answer to Similar

	KindTrial    // page: put a policy to the test
	KindFindings // worker: what was found
	KindTry      // page: what if a person started this job here?
	KindTried    // worker: the answer to Try
	KindStand    // page: how does the person stand?
	KindStood    // worker: the answer to Stand
	KindInquire  // page: what of a run that is too long for it?
	KindTold     // worker: the answer to Inquire

	KindConvert   // page: make a trace of this text
	KindConverted // worker: the answer to Convert

	KindRoute  // page: how does one get from a node to another?
	KindRouted // worker: the answer to Route

	KindDescribe  // page: what was left out of the brief answer to Load?
	KindDescribed // worker: the answer to Describe
)

// KindOf says what a message is; None for no message.
func KindOf(wire []byte) Kind {
	if len(wire) == 0 {
		return None
	}
	return Kind(wire[0])
}

// LoadForm is what the text of a Load is.
type LoadForm uint8

// The forms.
const (
	Same   LoadForm = iota // the text that the worker already has
	JSON                   // a scenario
	SWF                    // a trace
	Link                   // a share link's fragment, from its version to its payload
	Shared                 // the scenario of a short link, as it is kept; View says where to look
	Beside                 // a trace in a file that the page has not read: Text is the page's name of it, and it comes beside the message
)

// MachineChoice is a machine by name, with what core/scenario has of it in numbers;
// Kind "" stands for the scenario's own.
type MachineChoice struct {
	Kind            string
	Nodes           int // of a router, for a dragonfly
	Levels, Width   int
	Groups, Routers int
	Dims, Down      []int
}

// Downs are the children of each switch of a fat tree by level, from the leaves.
func (s *MachineChoice) Downs() []int {
	if len(s.Down) > 0 || s.Kind != "fat-tree" {
		return s.Down
	}
	return slices.Repeat([]int{s.Width}, s.Levels)
}

// Size is the number of nodes.
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

// Overrides are what the reader chose in place of what the scenario says; ""
// stands for the scenario's own.
type Overrides struct {
	Queue, Allocator, Order string
	Depth                   int32  // of EASY; 0 stands for the scenario's own
	Network                 string // its model; jobs that are all silent then talk all to all
	Machine                 MachineChoice
	Set                     []Assignment // of anything else, by path
	// Program is put into the scenario, in the Roles that it defines, before the
	// rest is chosen; "" for none.
	Program string
	Roles   Roles
}

// Roles are those of a program: bit r is policies.Role r.
type Roles uint8

// Has reports whether a role is among them.
func (r Roles) Has(role policies.Role) bool { return r>>role&1 != 0 }

// Assignment is a value of a scenario by its path, as core/scenario edits it;
// "null" takes it away.
type Assignment struct{ Path, Value string }

// Load asks to run a scenario. Every answer carries its Serial, so that a page
// that has asked for something else since can tell.
type Load struct {
	Serial int32
	Form   LoadForm
	Text   string
	Name   string // what people call it: a file name, a lesson
	Nodes  int32  // of the machine that a trace runs on; 0: as its header says
	View   string // where a short link says to look: "at=600.2&job=4"
	Overrides
	// Where to arrive: after the step (At, Ordinal), or the last before it.
	At      simtime.Time
	Ordinal int32
	Telling bool  // arrive instead at the first step that says most: a backfill, or a start
	Job     int64 // number of the job to select; -1: none
	// Of a run too long for the page, the window of time that it wants; To 0: the
	// one in which most was waited for.
	From, To simtime.Time
	Entire   bool // all of the run is wanted, however long: to be compared with another
	// Where the run has the schedule Unlike, the first of the Others that has
	// another one is wanted instead; if none has, the run as it is.
	Unlike Schedule
	Others []Other
	// Whole runs only: where a program of the scenario fails, the answer is Failed
	// instead of a run that ends there.
	Whole bool
	// Brief leaves out of the answer what Describe asks for: no choice is said to be
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

// Seek asks for the state after the first Step steps, and for the reason of one
// waiting job wherever in the queue it is.
type Seek struct {
	Serial int32
	Step   int32
	Job    workload.JobID
	Aside  bool // not for the screen: the State says so, too
}

func (m *Seek) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Job)
	c.bool(&m.Aside)
}

// Weigh asks which placements were weighed when step Step started Job.
type Weigh struct {
	Serial int32
	Step   int32
	Job    workload.JobID
	All    bool // of S0's combinations of units all, not only the best under each switch
}

func (m *Weigh) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.Step)
	code(c, &m.Job)
	c.bool(&m.All)
}

// Cancel stops the recording that the Load of this Serial began.
type Cancel struct{ Serial int32 }

func (m *Cancel) code(c *coder) { code(c, &m.Serial) }
