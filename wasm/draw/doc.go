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
//	d := draw.SparkPath(values, 64, 18)                        // the d of an SVG path, no canvas
//
// # Colours
//
// Commands name colours by place in a palette ([Colour]). [Tokens] are the CSS
// custom properties that hold them, in that order: the page reads them once per
// theme, and a new theme is the same buffer replayed with other colours.
//
// # Places
//
// Coordinates are CSS pixels from the top left of the canvas; [Size] carries the
// device pixel ratio, which pictures need to put hairlines on pixels.
package draw
