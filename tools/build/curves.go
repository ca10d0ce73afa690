package main

import "hopyard/wasm/app/curves/option"

// makeCurves makes curves.json, which holds the options for the page's line charts.
// The page loads it together with the chart library ECharts.
func makeCurves(string) (contents, error) {
	raw, err := option.Template()
	return contents{"curves.json": raw}, err
}
