// Package lint holds the rules of the house as tests: format, vet, staticcheck
// and tidiness for both targets, the lengths of functions, names, doc comments, and
// texts that must not come in. make lint runs them.
package lint
