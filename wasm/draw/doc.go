// Package draw turns what the page knows into pictures: the machine, the timeline,
// the strip of events below them, and small curves. It does not depend on a
// browser. A scene is an input struct ([MachineScene], [Timeline], [Scrub]); a
// picture is a [Buffer] of drawing commands. The script static/paint.js replays a
// buffer on a canvas, and [SVG] writes the same buffer as a file.
//
// A [Layout] holds the positions of a machine's nodes, switches and links. It
// depends only on the machine's shape, the canvas size and the visible part. The
// same layout therefore serves many frames, for drawing and for hit testing.
//
// # A frame
//
// Keep the buffer and the layout between frames, and fill in the fields of the
// scene:
//
//	layout := draw.NewLayout(draw.ShapeOf(t), size, view)      // when shape, size or view change
//	buffer.Reset(size)
//	layout.Draw(&buffer, &machine)                             // each frame
//	paint(canvas, buffer.Bytes(), buffer.Texts(), palette)     // two values cross from Go to JavaScript
//	hit := layout.At(x, y, &machine)                           // what is under the pointer
//
//	buffer.Reset(timeline.Size)
//	timeline.Draw(&buffer)
//	hit := timeline.At(x, y)
//
//	buffer.Reset(scrub.Size)
//	scrub.Draw(&buffer)
//
//	d := draw.SparkPath(at, values, 64, 18)                    // the d attribute of an SVG path, no canvas
//
// # Colours
//
// Commands refer to colours by their index in a palette ([Colour]). [Tokens] lists
// the CSS custom properties that hold the colours, in the order of the palette. The
// page reads them once per theme. After a change of theme it replays the same
// buffer with other colours.
//
// # States
//
// Unusual states differ by shape and pattern; colour is only an additional cue. On
// the machine:
//
//   - falling lines in a frame of a job's colour: a node set aside for the job to grow onto
//   - one stroke: a failed node whose failure has not been noticed
//   - crossed lines: a node known to be down
//   - a dashed empty frame: a node that does not exist yet or belongs to another
//     partition of the machine
//   - a broken line with a cross: a link that is down
//   - filled and outlined chips: GPUs in use and free GPUs
//
// On the timeline:
//
//   - falling lines: nodes set aside for a job to grow onto, with a tick for each
//     completed stage of the growth
//   - a bar that shrinks to a line: a job that makes no progress
//   - level lines from a cross: a failure up to the moment it is noticed; crossed
//     lines: the time after it is noticed
//   - a thick line at the end of a bar: a job killed; with a cross: a job that failed
//     because it lost nodes; dashed: a job that returns to the queue
//   - flags: deadlines; dots: the time left before a deadline; a line above a bar: the
//     time after the deadline
//   - hairlines within a bar: the borders between a job's parts
//
// # Coordinates
//
// Coordinates are CSS pixels from the top left of the canvas. [Size] also holds the
// number of device pixels per CSS pixel, which is needed to align hairlines with
// device pixels.
package draw
