// Package policyeditor is the editor of policies that people write as programs: what is in
// it, what was run of it, what is wrong, what it printed. The run on screen is
// always the last good one; what is typed is asked for as an edit of it, with the
// program beside the reader's other choices (message.Overrides), so that undo,
// links, drafts and comparisons take it like any of them.
//
// It is fetched when the editor is opened or a run has such a policy
// (tools/build, parts.go); nothing here is needed before.
package policyeditor
