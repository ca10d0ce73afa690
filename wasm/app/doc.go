// Package app is the page without the browser: it puts the panels together over
// one small model (view), carries out what keys ask for, and takes in what the
// worker answers. It is pure and tested natively; wasm/page puts what the panels
// say into the document.
//
// Events go down from here to the panels, state goes up from the model: a panel
// embeds the model and what it is made of (say, policy), asks nothing of another
// panel's state, and never imports app (tools/lint holds that).
//
// Events of one instant fold into a teaching step; the place in a link stays
// (time, ordinal), so that folding is only a way of looking. A short link names a
// scenario that the share API keeps. The page hands its text and the view, of its
// query and behind #, to the worker (message.Shared), and its address becomes the long link, so that
// nothing needs the server again. Embeds sleep until they are clicked, keep their
// address, and lead to the full page. Long runs are taken in by pieces of 8 ms
// between frames; messages of a worker keep their order.
package app
