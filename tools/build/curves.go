package main

import "hopyard/wasm/app/curves/option"

// makeCurves makes the options of the page's curves, which are loaded together
// with ECharts.
func makeCurves(string) (contents, error) {
	raw, err := option.Template()
	return contents{"curves.json": raw}, err
}
