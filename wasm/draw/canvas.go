package draw

// Canvas is what a picture is painted on where no browser is. Places and lengths
// are in the units of the buffer's [Size]. A line width of 0 fills a circle; a dash
// of 0 is an unbroken line; dashes are as long as that, and the gaps between them
// three quarters of it.
type Canvas interface {
	Rect(c Colour, x, y, w, h, radius float64)
	RectOut(c Colour, line, dash, x, y, w, h, radius float64)
	Hatch(c Colour, kind Hatching, x, y, w, h float64)
	Lines(c Colour, line, dash float64, points []float64) // through points, x and y in turn
	Curve(c Colour, line, dash float64, points []float64) // four points of a cubic Bézier curve
	Circle(c Colour, line, x, y, radius float64)
	Text(c Colour, x, y float64, style Style, words string)
	Clip(x, y, w, h float64) // until Unclip
	Unclip()
}

// Replay paints a picture on a canvas, in the order of its commands. The cells of
// an image come as one Rect for each stretch of equal ones.
func Replay(b *Buffer, to Canvas) {
	for c := range b.commands {
		switch c.op {
		case opClip:
			to.Clip(c.params[0], c.params[1], c.params[2], c.params[3])
		case opUnclip:
			to.Unclip()
		case opImage:
			replayCells(c, to)
		case opPath:
			var points []float64
			for _, f := range c.figures {
				points = append(points, f...)
			}
			to.Lines(c.colour, c.params[0], c.params[1], points)
		case opText:
			for i, f := range c.figures {
				to.Text(c.colour, f[0], f[1], c.texts[i].Style, c.texts[i].words)
			}
		default:
			for _, f := range c.figures {
				replayFigure(c, f, to)
			}
		}
	}
}

// replayFigure paints one figure of a command whose figures are alike.
func replayFigure(c command, f []float64, to Canvas) {
	p := c.params
	switch c.op {
	case opFill:
		to.Rect(c.colour, f[0], f[1], f[2], f[3], 0)
	case opRound:
		to.Rect(c.colour, f[0], f[1], f[2], f[3], p[0])
	case opStroke:
		to.RectOut(c.colour, p[0], 0, f[0], f[1], f[2], f[3], 0)
	case opRoundOut:
		to.RectOut(c.colour, p[0], p[1], f[0], f[1], f[2], f[3], p[2])
	case opHatch:
		to.Hatch(c.colour, Hatching(p[0]), f[0], f[1], f[2], f[3])
	case opLines:
		to.Lines(c.colour, p[0], p[1], f)
	case opCurves:
		to.Curve(c.colour, p[0], p[1], f)
	case opCircles:
		to.Circle(c.colour, p[0], f[0], f[1], f[2])
	}
}

func replayCells(c command, to Canvas) {
	cols, rows := int(c.params[4]), int(c.params[5])
	w, h := c.params[2]/float64(cols), c.params[3]/float64(rows)
	for r := range rows {
		line := c.cells[r*cols : (r+1)*cols]
		for i := 0; i < cols; {
			j := i + 1
			for j < cols && line[j] == line[i] {
				j++
			}
			if Colour(line[i]) != None {
				to.Rect(Colour(line[i]), c.params[0]+float64(i)*w, c.params[1]+float64(r)*h, float64(j-i)*w, h, 0)
			}
			i = j
		}
	}
}
