package input

import (
	"strings"
	"testing"

	"hopyard/tools/hopyard/clitest"
)

// TestUnpackedHasALimit checks the size limit of input files. The limit must apply
// to the size of the file and to the size of its decompressed contents.
func TestUnpackedHasALimit(t *testing.T) {
	bomb := clitest.Zipped(t, strings.Repeat("; \n", 100_000))
	if _, err := readMost(strings.NewReader(bomb), "bomb.gz", 10_000); err == nil || err.Error() != "bomb.gz: file: is larger than 10000 bytes once it is decompressed; split it" {
		t.Error(err)
	}
	if _, err := readMost(strings.NewReader(bomb), "bomb.gz", 100); err == nil || err.Error() != "bomb.gz: file: is larger than 100 bytes; split it" {
		t.Error(err)
	}
	if src, err := readMost(strings.NewReader(bomb), "bomb.gz", 300_000); err != nil || len(src) != 300_000 {
		t.Errorf("%d bytes, %v", len(src), err)
	}
}
