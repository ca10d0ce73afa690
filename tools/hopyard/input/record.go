package input

import (
	"hopyard/core/engine"
	"hopyard/tools/hopyard/cli"
)

// recordedSteps is the number of steps between two updates of the progress bar.
const recordedSteps = 4096

// Record runs a configuration to its end and returns the recording, as engine.Record
// does, and shows progress. Errors: as of engine.Record.
func Record(t *cli.Terminal, c engine.Config) (*engine.Recording, error) {
	tape, err := engine.NewRecording(c)
	if err != nil {
		return nil, err
	}
	bar := cli.NewBar(t, "jobs ended", len(c.Jobs))
	defer bar.Clear()
	read, ended := 0, 0
	for !tape.Extend(recordedSteps) {
		log := tape.Log()
		for ; read < len(log); read++ {
			if log[read].Kind.Final() {
				ended++
			}
		}
		bar.Draw(ended)
	}
	return tape, tape.Err()
}
