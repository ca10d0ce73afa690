// Package app is the page without the browser: what it shows (Model), what
// keys and messages do to it, and the texts and HTML that follow from it. It is
// pure and tested natively; wasm/page puts what it says into the document.
package app
