// Package draw turns what the page knows into pictures: the machine, the
// timeline, the strip of events, the small curves. It is pure: a scene is an
// input struct, a picture is a [Buffer] of commands, and neither knows of a
// browser. static/paint.js replays a buffer on a canvas; [SVG] writes it as a
// file.
//
// # A frame
//
// Keep the buffer and the layout, and fill in the scene's fields:
//
//	layout := draw.NewLayout(draw.ShapeOf(t), size, view)      // when shape, size or view change
//	buffer.Reset(size)
//	layout.Draw(&buffer, &machine)                             // each frame
//	paint(canvas, buffer.Bytes(), buffer.Texts(), palette)     // two values cross the border
//	hit := layout.At(x, y, &machine)                           // what is under the pointer
//
//	buffer.Reset(timeline.Size)
//	timeline.Draw(&buffer)
//	hit := timeline.At(x, y)
//
//	buffer.Reset(scrub.Size)
//	scrub.Draw(&buffer)
//
//	d := draw.SparkPath(at, values, 64, 18)                    // the d of an SVG path, no canvas
//
// # Colours
//
// Commands name colours by place in a palette ([Colour]). [Tokens] are the CSS
// custom properties that hold them, in that order: the page reads them once per
// theme, and a new theme is the same buffer replayed with other colours.
//
// # States
//
// What is not as usual differs by shape and pattern, colour only helps. On the
// machine: falling lines in a job's frame are nodes set aside for it to grow
// onto, one stroke is a failure that nobody has noticed, crossed lines a node
// known to be down, a dashed frame around nothing one that is not there (not yet,
// or it is in another division of the machine), a
// broken line with a cross a link that is down, filled and outlined chips are
// GPUs in use and free. On the timeline: falling lines again, with a tick for
// each stage done; a bar drawn in to a line while its job stands still; level
// lines from a failure (a cross) to its notice, crossed ones from there; a wall
// where a job is killed, with a cross where it is lost, broken where it waits
// again; flags at deadlines, dots for slack, a line over what is late; hairlines
// between a job's parts.
//
// # Places
//
// Coordinates are CSS pixels from the top left of the canvas; [Size] carries the
// device pixel ratio, which pictures need to put hairlines on pixels.
package draw
