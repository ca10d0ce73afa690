package main

import "hopyard/wasm/app/curves/option"

// addCurves makes the options of the page's curves, which are loaded together
// with ECharts.
func (s *site) addCurves() error {
	raw, err := option.Template()
	if err != nil {
		return err
	}
	s.made("curves.json", raw)
	return nil
}

// made enters a file that has no source.
func (s *site) made(logical string, raw []byte) {
	s.sources[logical] = ""
	s.built[logical] = &file{logical: logical, name: hashedName(logical, raw), raw: raw}
}
