// Command save writes the traces that the benchmarks use and prints the paths of
// the files:
//
//	go run ./tools/traces/save                          # all of them, into .cache/traces
//	go run ./tools/traces/save -seed 2 -out DIR 28k 232k
//	go run ./tools/traces/save -out - in2p3             # one trace, to standard output
package main

import (
	"flag"
	"fmt"
	"os"

	"hopyard/tools/traces"
)

func main() {
	seed := flag.Int64("seed", 1, "the `seed`, from 0")
	folder := flag.String("out", ".cache/traces", "the `folder` to write to, or - to write one trace to standard output")
	flag.Parse()
	if err := save(flag.Args(), *folder, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "save:", err)
		os.Exit(1)
	}
}

// save writes the traces with the given names. Without names, it writes all traces.
func save(names []string, folder string, seed int64) error {
	sizes := traces.Sizes
	if len(names) > 0 {
		sizes = nil
	}
	for _, name := range names {
		s, err := traces.Named(name)
		if err != nil {
			return err
		}
		sizes = append(sizes, s)
	}
	if folder == "-" {
		if len(sizes) != 1 {
			return fmt.Errorf("%d traces cannot be written to standard output; name one", len(sizes))
		}
		return sizes[0].Write(os.Stdout, seed)
	}
	for _, s := range sizes {
		path, err := s.Save(folder, seed)
		if err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}
