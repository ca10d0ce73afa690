// Package recording is a run that a worker recorded, prepared for looking things
// up: which job did what in which step, the bars of the timeline, growths and
// outages. It knows nothing of what the reader chose, so that each panel, and
// each column of a comparison, can ask the same run.
package recording
