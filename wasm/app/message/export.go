package message

// ExportFormat is a format of a file in which the worker can write a run.
type ExportFormat uint8

// The formats of exported files. NoFile cancels the file that is being written.
const (
	NoFile       ExportFormat = iota
	JobsTable                 // CSV: a row for each job, with its times and outcome
	FigureTable               // CSV: figures of the whole run
	CurveTable                // CSV: state of the machine over time
	ScheduleSWF               // the schedule as a trace in the Standard Workload Format
	TraceLines                // a line of JSON for each event
	ScenarioText              // the scenario with its overrides applied
	KueueText                 // machine and jobs as documents of Kubernetes with Kueue
	SlurmText                 // machine as Slurm's topology.yaml
	BatchScript               // jobs as a script that submits them to Slurm with sbatch
	ListedText                // the scenario with its jobs as an explicit list, which replaces the workload model or trace
	NumFiles
)

// Export asks for a run as a file.
type Export struct {
	Serial int32 // serial of the run
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
	Done, All int32 // number of events written, and of all events; both are 0 if Text holds the complete file
	Text      string
	Problem   string // reason why there is no file
}

func (m *Exported) code(c *coder) {
	code(c, &m.Serial)
	code(c, &m.File)
	code(c, &m.Done)
	code(c, &m.All)
	c.text(&m.Text)
	c.text(&m.Problem)
}
