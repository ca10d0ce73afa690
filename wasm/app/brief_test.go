package app

import (
	"reflect"
	"testing"

	"hopyard/wasm/app/message"
)

// TestBriefAnswers requests a brief answer, which lacks the description of the
// scenario, and then the description. Together they must contain the same as a
// complete answer. The brief answer must name all allocators that the reader can
// choose.
func TestBriefAnswers(t *testing.T) {
	l := lesson(t, "easy-hole")
	whole := open(t, l)
	l.Brief = true
	s := open(t, l)
	if n := len(s.Run.Choices.Allocators); whole.Run.Brief || !s.Run.Brief || s.Run.Link != "" || n != len(whole.Run.Choices.Allocators) {
		t.Errorf("the brief answer has %d allocators and the link %q", n, s.Run.Link)
	}
	s.desk.Handle((&message.Describe{Serial: s.Run.Serial + 1}).Pack()) // the serial number of another run
	s.desk.Handle((&message.Describe{Serial: s.Run.Serial}).Pack())
	answers := s.desk.Answers()
	var d message.Described
	if len(answers) != 1 || d.Unpack(answers[0]) != nil || !s.Describe(&d) {
		t.Fatalf("%d answers: %+v", len(answers), d)
	}
	if s.Run.Brief || !reflect.DeepEqual(s.Run.Description, whole.Run.Description) {
		t.Errorf("described is %+v, want %+v", s.Run.Description, whole.Run.Description)
	}
	if d.Serial++; s.Describe(&d) {
		t.Error("what is told of another run is taken in")
	}
}
