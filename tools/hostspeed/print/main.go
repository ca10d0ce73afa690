// Command tell prints the machine and its reference figure, with which the lines
// of make bench begin.
package main

import (
	"fmt"

	"hopyard/tools/hostspeed"
)

func main() { fmt.Print(hostspeed.Lines()) }
