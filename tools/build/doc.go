// Command build writes web/dist, the folder of all files that browsers load.
//
//	go run ./tools/build [-v] [-budget] [-zip folder]
//	go run ./tools/build -made folder [name ...]
//
// It compiles the WebAssembly programs. It bundles and minifies the scripts and
// style sheets directly in static/ and the scripts in static/vendor/; those are the
// entry points, which import the files in other folders of static/ and, in
// static/vendor/, npm packages. It copies the other files of static/. Then it
// writes index.html, and embed.html with the same content: static hosts set headers
// by file name, and only embed.html may be framed by pages of other sites. Other
// *.html files in static/ are separate pages for phones in a lecture room
// (pages.go).
//
// The function run in main.go is the place to start reading. A site (site.go)
// collects the sources and resolves references between files; a step (step.go) is a
// part of the build that takes its results from the cache where it can; write.go
// writes the result.
//
// # Names
//
// An asset has a logical name, its path below static/: "app.css", "icons/play.svg",
// "lang/zh.json". Some assets have no source in static/: "hopyard.wasm",
// "rest.wasm" and "later.wasm" (the parts of the page's program), "own.wasm",
// "lab.wasm", "wasm_exec.js", and the files that Go code makes (made.go). The files
// in static/vendor/ have names without that folder: "curves.js" and "echarts.js".
// In web/dist all assets are in one folder beside index.html. Their names contain a
// hash of their content, for example icons-play.3f2a91c0.svg. So browsers may cache
// them forever, and the same relative reference works in every file. To refer to an
// asset:
//
//   - in *.html, *.js and *.webmanifest write {{asset "icons/play.svg"}}
//     (in JavaScript within single quotes: new Worker('{{asset "worker.js"}}'));
//   - in CSS write url(icons/play.svg), relative to static/;
//   - at run time look the logical name up in the map of all assets that
//     index.html holds as <script type="application/json" id="assets">{{assets}}</script>
//     (a data block, which the content security policy allows).
//
// A reference to a file that does not exist is an error, and so is a cycle of
// references. The names are filled in after esbuild has bundled the scripts
// (package bundle), so that a bundle does not change with the files it refers to.
//
// # Cache
//
// Slow results are kept in .cache/build/made under the hash of their inputs
// (cache.go). For a shrunk program, the inputs are the linked program and the code
// and lists that shrink it. For a file that Go code makes, they are this executable
// and the files that the code reads. For a script or style sheet, they are all
// files it may import. For a compressed file, the input is its content. Above 400
// MB the entries unused for longest are removed. The go command keeps the linked
// programs up to date in .cache/build/programs. The build prints for each step what
// came from the cache and what was made.
//
// # Development server
//
// With -made the command writes only the files that Go code makes, or only those
// named, into a folder under their logical names. It does not touch files that are
// already up to date. Two of these names are not assets: "lesson.json" is the first
// lesson, which index.html contains as {{lesson}}, and "preview.png" is the preview
// picture of the site.
//
// # Sizes
//
// Each file that shrinks is also written as .br (brotli, quality 11) and .gz.
// Brotli takes over a minute for all programs. At the end the build prints the sums
// that the budget limits, and the bytes that phones in a room load. With -v or
// -budget it also prints the size of each file; with -budget it fails if a sum
// exceeds its limit.
//
// # Static hosts
//
// With -zip the command also writes a zip for hosts that only serve files, at any
// path (package pack).
//
// # Parts of the program
//
// The page's program is split into three parts, so that the first schedule appears
// sooner:
//
//   - hopyard.wasm has the functions named in first.txt, and those that are new
//     since that list was recorded;
//   - rest.wasm has most other functions. The page fetches it once the first
//     schedule is on screen, or earlier if one of its functions is called
//     (slim/parts.js);
//   - later.wasm has the functions of packages that few readers need (the list
//     later.txt). The page fetches it when one of them is called; it is no
//     part of a first visit. The file is not written if it would be empty.
//
// The command tools/startupprofile records first.txt; run it after changing how the
// page starts.
package main
