// Command print prints a description of the machine and its reference time. These
// are the first lines in the output of make bench.
package main

import (
	"fmt"

	"hopyard/tools/hostspeed"
)

func main() { fmt.Print(hostspeed.Lines()) }
