package message

// ExportFormat is a file format in which the worker writes a run.
type ExportFormat uint8

// The formats. NoFile cancels the file that is being written.
const (
	NoFile       ExportFormat = iota
	JobsTable                 // CSV: one row for each job, with its times and outcome
	FigureTable               // CSV: figures of the whole run
	CurveTable                // CSV: state of the machine over time
	ScheduleSWF               // schedule as a trace in the Standard Workload Format
	TraceLines                // every event as a line of JSON
	ScenarioText              // the scenario with its overrides
	ListedText                // the scenario with a list of its jobs in place of the model or trace that makes them
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

// Exported is the file, or the progress of writing it.
type Exported struct {
	Serial    int32
	File      ExportFormat
	Done, All int32 // events written, and events in all; both are 0 once Text holds the file
	Text      string
	Problem   string // why there is no file
}

func (m *Exported) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.File)
	code(c, &m.Done)
	code(c, &m.All)
	c.text(&m.Text)
	c.text(&m.Problem)
}
