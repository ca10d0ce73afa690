// Package e2e drives the real page in Chromium: it serves the built site on a
// free loopback port, opens it headless at a size and theme, presses keys,
// clicks, and keeps what went wrong (console errors, failed and external
// requests, violations of the content security policy).
//
// The tests of the page are the _test files here; make test-page runs them.
// tools/screenshot uses the package to take pictures.
package e2e
