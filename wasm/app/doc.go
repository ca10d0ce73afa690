// Package app is the page without the browser: what it shows (Model), what
// keys and messages do to it, and the texts and HTML that follow from it. It is
// pure and tested natively; wasm/page puts what it says into the document.
//
// Whatever is changed, by form, text, grip, menu or picker, is an edit of the
// scenario, checked before it runs. History keeps what was asked for with its
// place in time, not runs: the core is deterministic, so that undoing asks again.
// Drafts begin with the first edit; a link or a lesson never writes over one.
// One table (keys.go) makes the keys, the help and the palette. Events of one
// instant fold into a teaching step; the place in a link stays (time, ordinal),
// so that folding is only a way of looking.
//
// Each column of a comparison is a Model whose run a worker of its own records.
// Compare merges their steps into one list of places in time, and finds the
// instants whose decisions differ as sets of job and nodes: another order within
// an instant that comes to the same schedule is no divergence.
//
// A short link names a scenario that the share API keeps. The page hands its text
// and the view behind # to the worker (message.Shared), and its address becomes
// the long link, so that nothing needs the server again. Embeds sleep until they
// are clicked, keep their address, and lead to the full page. Long runs are taken
// in by pieces of 8 ms between frames; messages of a worker keep their order.
package app
