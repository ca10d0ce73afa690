package message

// ExportFormat is a form in which the worker writes a run.
type ExportFormat uint8

// The files; NoFile stops what is being written.
const (
	NoFile       ExportFormat = iota
	JobsTable                 // CSV: what became of each job
	FigureTable               // CSV: the figures of the whole run
	CurveTable                // CSV: the state of the machine over time
	ScheduleSWF               // the schedule as a trace
	TraceLines                // every event as a line of JSON
	ScenarioText              // the scenario, overrides and all
	ListedText                // the scenario with its jobs in place of what makes them
	NumFiles
)

// Export asks for a run as a file.
type Export struct {
	Serial int32 // of the run
	File   ExportFormat
}

func (m *Export) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.File)
}

// Exported is the file, or how far its writing is.
type Exported struct {
	Serial    int32
	File      ExportFormat
	Done, All int32 // events written; both 0 with the file
	Text      string
	Problem   string // why there is none
}

func (m *Exported) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.File)
	code(c, &m.Done)
	code(c, &m.All)
	c.text(&m.Text)
	c.text(&m.Problem)
}
