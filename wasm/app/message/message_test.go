package message

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"hopyard/core/cluster"
	"hopyard/core/topology"
	"hopyard/core/workload"
)

// packet is the interface of all messages.
type packet interface {
	Pack() []byte
	Unpack([]byte) error
}

func all() map[Kind]packet {
	return map[Kind]packet{
		KindLoad: &Load{}, KindSeek: &Seek{}, KindWeigh: &ListPlacements{}, KindCancel: &Cancel{},
		KindLoaded: &Loaded{}, KindState: &State{}, KindWeighed: &PlacementList{}, KindProgress: &Progress{}, KindFailed: &Failed{},
		KindExport: &Export{}, KindExported: &Exported{},
		KindAsk: &ListQuestions{}, KindReply: &Reply{}, KindAsked: &QuestionList{}, KindGraded: &Graded{},
		KindSheet: &WorksheetRequest{}, KindWorksheetAnswer: &WorksheetAnswer{}, KindGrade: &Grade{}, KindPart: &WorksheetPart{}, KindWorksheetAnswerReply: &WorksheetAnswerReply{}, KindMarks: &Marks{},
		KindJudge: &JudgeAnswers{}, KindJudged: &AnswersJudged{}, KindSurvey: &Survey{}, KindSurveyed: &Surveyed{}, KindSimilar: &FindSimilar{}, KindAlike: &SimilarQuestion{}, KindConvert: &Convert{}, KindConverted: &Converted{},
		KindLiveFile: &LiveFile{}, KindLiveState: &LiveState{}, KindLiveSearch: &LiveSearch{}, KindLiveFound: &LiveFound{}, KindLiveQuestion: &LiveQuestion{}, KindLiveAnswer: &LiveAnswer{}, KindLiveShow: &LiveShow{}, KindLiveScenario: &LiveScenario{}, KindLivePast: &LivePast{}, KindLiveFidelity: &LiveFidelity{}, KindShellLine: &ShellLine{}, KindShellReply: &ShellReply{},
	}
}

// fill sets all fields of a value, including nested ones, to random values. A field
// that a code method omits then differs after decoding.
func fill(rng *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if p, ok := v.Addr().Interface().(*cluster.NodeRun); ok { // Last must not be less than First
			p.First = topology.NodeID(rng.IntN(1000))
			p.Last, p.Tasks = p.First+topology.NodeID(rng.IntN(5)), rng.Int32N(9)
			return
		}
		for _, field := range v.Fields() {
			fill(rng, field)
		}
	case reflect.Pointer:
		if _, ends := v.Interface().(*workload.Parts); ends && rng.IntN(4) > 0 { // limits the depth of the recursion, because Parts contains Parts
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		fill(rng, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+rng.IntN(4), 8))
		for i := range v.Len() {
			fill(rng, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(rng, v.Index(i))
		}
	case reflect.String:
		v.SetString([]string{"a", "job 7", "узел", "节点\x00"}[rng.IntN(4)])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(rng.NormFloat64())
	case reflect.Uint8, reflect.Uint16, reflect.Uint64:
		v.SetUint(1 + rng.Uint64N(100))
	default:
		v.SetInt(1 + rng.Int64N(1<<(v.Type().Bits()-3)))
	}
}

func TestRoundTripOfEveryField(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for kind, m := range all() {
		for range 50 {
			v := reflect.ValueOf(m).Elem()
			fill(rng, v)
			if job := v.FieldByName("Jobs"); kind == KindLoaded {
				for i := range job.Len() { // resources of jobs that request whole nodes are not sent
					job.Index(i).FieldByName("Tasks").SetInt(1)
				}
			}
			wire := m.Pack()
			if KindOf(wire) != kind {
				t.Fatalf("%T says that it is of kind %d, not %d", m, KindOf(wire), kind)
			}
			back := reflect.New(v.Type())
			if err := back.Interface().(packet).Unpack(wire); err != nil {
				t.Fatalf("%T: %v", m, err)
			}
			if !reflect.DeepEqual(m, back.Interface()) {
				t.Fatalf("%T:\n got %+v\nwant %+v", m, back.Elem(), v)
			}
		}
	}
}

func TestEmptyMessagesComeBackEmpty(t *testing.T) {
	for _, m := range all() {
		back := reflect.New(reflect.TypeOf(m).Elem())
		if err := back.Interface().(packet).Unpack(m.Pack()); err != nil || !reflect.DeepEqual(m, back.Interface()) {
			t.Errorf("%T: %v, %+v", m, err, back.Elem())
		}
	}
}

func TestCutMessagesAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, m := range all() {
		fill(rng, reflect.ValueOf(m).Elem())
		wire := m.Pack()
		for n := range wire {
			if err := m.Unpack(wire[:n]); !errors.Is(err, ErrWire) {
				t.Fatalf("%T cut to %d of %d bytes: %v", m, n, len(wire), err)
			}
		}
		if err := m.Unpack(append(wire, 0)); !errors.Is(err, ErrWire) {
			t.Errorf("%T with a byte too many: %v", m, err)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, m := range all() {
		f.Add(m.Pack())
		fill(rng, reflect.ValueOf(m).Elem())
		f.Add(m.Pack())
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		m, ok := all()[KindOf(wire)]
		if !ok || m.Unpack(wire) != nil {
			return
		}
		again := reflect.New(reflect.TypeOf(m).Elem())
		if err := again.Interface().(packet).Unpack(m.Pack()); err != nil {
			t.Errorf("%T was read but what it packs is not: %v", m, err)
		}
	})
}
