package main

import "hopyard/wasm/app/curves/option"

// makeCurves makes curves.json: the chart options of the page's curves, which the
// page loads together with ECharts.
func makeCurves(string) (contents, error) {
	raw, err := option.Template()
	return contents{"curves.json": raw}, err
}
