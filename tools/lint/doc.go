// Package lint checks the rules of this repository. All checks are tests. They
// cover formatting, go vet, staticcheck and module tidiness, for native builds and
// for the browser; the length of functions; names and imports of packages; doc
// comments; citations and links in pages; and texts that must not be committed. Run
// them with
//
//	make lint
//
// Most tests loop over the result of goFiles, the parsed Go files of the
// repository, or over all files with walk (tree_test.go). Failures name the file,
// usually the line, and often the fix. The subfolder vettool contains the command
// that runs the analyzers of go vet and staticcheck in one pass.
package lint
