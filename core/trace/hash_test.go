package trace

import (
	"encoding/binary"
	"hash/fnv"
	"testing"
)

// TestSumIsFNV checks that the hash equals FNV-1a of the bytes of all words, with
// the lowest byte of each word first.
func TestSumIsFNV(t *testing.T) {
	for _, x := range []uint64{0, 1, 0xff, 0x100, 0x0102030405060708, 1 << 56, 0xffffffff, 0xffffffff00000000, 0x00ff00ff00ff00ff, ^uint64(0)} {
		want := fnv.New64a()
		got := NoEvents
		for range 2 {
			want.Write(binary.LittleEndian.AppendUint64(nil, x))
			got.word(x)
		}
		if uint64(got) != want.Sum64() {
			t.Errorf("the hash of %#x twice is %#x, want %#x", x, uint64(got), want.Sum64())
		}
	}
}
