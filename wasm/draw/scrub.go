package draw

// MarkKind is the kind of event that a mark of the strip shows.
type MarkKind uint8

// The kinds of marks. Starts stand above the line, all else below it.
const (
	MarkSubmit MarkKind = iota
	MarkStart
	MarkEnd
	MarkKill // kills, rejections, failures
	NumMarkKinds
)

// Density counts the marks of each kind in equal parts of a run's steps.
type Density struct {
	bins  [][NumMarkKinds]int32
	steps int
}

// NewDensity counts a run's steps, given by kind in order, for a strip of the
// given width. Cost: O(steps); once a run and size.
func NewDensity(steps []MarkKind, width float64) *Density { return &Density{steps: len(steps)} }

// Scrub is the scene of the strip behind the slider: the track, how far the run
// has come, and where things happen. The slider's own thumb is drawn by CSS;
// its centre runs from ThumbRadius to the width less ThumbRadius.
type Scrub struct {
	Size    Size
	Density *Density
	Step    int // 0 to the number of steps
}

// ThumbRadius is half the width of the slider's thumb in the style sheet.
const ThumbRadius = 8

// Draw appends the picture. Cost: O(width).
func (s *Scrub) Draw(b *Buffer) {}

// SparkPath is the d attribute of a polyline through the values in a box, NaN
// leaving gaps; "" for fewer than two values. More values than pixels are
// thinned to the least and the greatest of each pixel.
func SparkPath(values []float64, width, height float64) string { return "" }
