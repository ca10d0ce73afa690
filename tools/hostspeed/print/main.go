// Command print prints the machine and its reference speed. The output of make
// bench begins with these lines.
package main

import (
	"fmt"

	"hopyard/tools/hostspeed"
)

func main() { fmt.Print(hostspeed.Lines()) }
