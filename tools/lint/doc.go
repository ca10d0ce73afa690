// Package lint checks the rules of this repository in its tests. They cover
// formatting, go vet, staticcheck and module tidiness, natively and for the
// browser; the length of functions; names and imports of packages; doc comments;
// the citations and links in pages; and texts that must not be committed. Run them
// with
//
//	make lint
//
// Most tests loop over the result of goFiles, the parsed Go files of the
// repository, or over all files with walk (tree_test.go). Failures name the file,
// usually the line, and often the fix. The subfolder vettool has the command that
// runs the analyzers of go vet and staticcheck in one pass.
package lint
