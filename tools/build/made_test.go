package main

import (
	"slices"
	"testing"

	"hopyard/tools/build/assetnames"
	"hopyard/tools/build/lang"
	"hopyard/web/headers"
)

// TestMadeNames checks that assetnames.Made, which the development server uses,
// lists exactly the files that groups make.
func TestMadeNames(t *testing.T) {
	var all []string
	for _, g := range groups() {
		all = append(all, g.names...)
	}
	want := append(assetnames.Made(lang.Codes), assetnames.FirstLesson, headers.Still)
	slices.Sort(all)
	slices.Sort(want)
	if !slices.Equal(all, want) {
		t.Errorf("groups make\n%v, names.Made says\n%v", all, want)
	}
}
