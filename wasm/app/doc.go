// Package app is the page without the browser. [App] joins the panels over one
// shared state (package model), carries out the actions of keys and buttons, and
// handles the worker's answers. It is pure Go and is tested natively; wasm/page
// connects it to the document.
//
// An action goes to [App.Do], which changes the model and returns what is left to
// do in the browser, such as opening a dialog. A request such as model.Model.Change
// returns a message for the worker, which wasm/page sends. The answer comes back to [App.Accept] (a run), [App.Show] (the state of a step)
// or [App.Reject] (errors). Then wasm/page draws the panels again.
//
//	m := app.NewModel(words)
//	request := m.Load(l)              // send it to the worker
//	m.Accept(loaded)                  // the answer
//	next := m.Do(keys.NextDecision)   // m.Step is the wanted step
//	m.Show(state)                     // the state of that step
//
// App calls the panels, and the panels read the state of the model. A panel embeds
// the model, or the sentences of package narrative, which embed the model. It holds
// the panels that it builds on, such as policy.PolicyPanel, but reads no other
// panel's state. No panel imports app (tools/lint checks this).
//
// Events of one instant are grouped into a teaching step. Links still name a moment
// as (time, ordinal), so the grouping affects the view only.
//
// A short link names a scenario that the share API stores. The page sends the
// stored text to the worker, together with the view that the query and the fragment
// of the address give (message.Shared). Then the address becomes the long link, so
// that the server is not needed again.
//
// An embedded page loads nothing until it is clicked, keeps its address, and links
// to the full page. The page reads the messages of long runs between frames, in
// slices of 8 ms. The messages of a worker keep their order.
package app
