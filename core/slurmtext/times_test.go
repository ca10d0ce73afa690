package slurmtext

import "testing"

// TestSpan writes durations as squeue prints them, and reads them back.
func TestSpan(t *testing.T) {
	for s, want := range map[int64]string{0: "00:00:00", 59: "00:00:59", 3600: "01:00:00", 86_399: "23:59:59", 86_400: "1-00:00:00", 10*86_400 + 3661: "10-01:01:01"} {
		text := Span(s)
		if back, ok := ParseSpan([]byte(text)); text != want || back != s || !ok {
			t.Errorf("%d s is %s, want %s; it reads back as %d, %v", s, text, want, back, ok)
		}
	}
}
