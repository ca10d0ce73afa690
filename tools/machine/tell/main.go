// Command tell prints the machine and its reference figure, with which the lines
// of make bench begin.
package main

import (
	"fmt"

	"hopyard/tools/machine"
)

func main() { fmt.Print(machine.Lines()) }
