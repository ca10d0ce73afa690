// Package policyeditor is the editor for policies that readers write as Starlark
// programs. It shows the program, its errors, the lines that it printed, and the
// findings of a test on random workloads. [Parsons] holds an exercise in which
// readers assemble a program from shuffled lines.
//
// The run on screen is always the last run without errors. When the reader types,
// the page calls Type and then Ask. Ask returns the request for the scenario on
// screen with the new program. The program becomes one of the reader's overrides of
// the scenario (message.Overrides). Undo, links, drafts and comparisons therefore
// treat it like any other choice. Loaded and Rejected receive the result:
//
//	m.Type(source)
//	load := m.Ask(now)      // send load to the worker
//	m.Loaded(now)           // the new run is on screen, or
//	m.Rejected(failed)      // m.Wrong lists the errors
//
// The page downloads the code of this package when the reader opens the editor or
// when a run uses a program as its policy (tools/build, parts.go).
package policyeditor
