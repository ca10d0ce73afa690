// Command build writes web/dist, the folder of all files that browsers load.
//
//	go run ./tools/build [-v] [-budget] [-zip folder]
//	go run ./tools/build -made folder [name ...]
//
// It compiles the WebAssembly programs. It bundles and minifies the entry points:
// the scripts and style sheets directly in static/, and the scripts in
// static/vendor/. Entry points import files in other folders of static/; those in
// static/vendor/ also import npm packages. The command copies the other files of
// static/. Then it writes index.html, and embed.html with the same content: static
// hosts set headers by file name, and only embed.html may be framed by pages of
// other sites. Other *.html files in static/ are separate pages for phones in a
// lecture room (pages.go).
//
// The function run in main.go is the place to start reading. A site (site.go)
// collects the sources and resolves references between files. A step (step.go) is a
// part of the build that takes results from the cache where possible. write.go
// writes the result.
//
// # Names
//
// An asset has a logical name, its path below static/: "app.css", "icons/play.svg",
// "lang/zh.json". Some assets have no source in static/: "hopyard.wasm",
// "rest.wasm" and "later.wasm" (the parts of the page's program), "own.wasm",
// "logs.wasm", "lab.wasm", "wasm_exec.js", and the files that Go code makes (made.go). The
// logical names of files in static/vendor/ omit that folder: "curves.js" and
// "echarts.js". In web/dist all assets are in one folder beside index.html. Their
// names contain a hash of their content, for example icons-play.3f2a91c0.svg. So
// browsers may cache them forever, and the same relative reference works in every
// file. To refer to an asset:
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
// (cache.go):
//
//   - for a shrunk program, the linked program and the code and lists that shrink it;
//   - for a file that Go code makes, this executable and the files that the code reads;
//   - for a script or style sheet, all files it may import;
//   - for a compressed file, its content.
//
// Above 400 MB the least recently used entries are removed. The go command keeps
// the linked programs up to date in .cache/build/programs. For each step, the build
// prints which results came from the cache and which were made.
//
// # Development server
//
// With -made the command writes the files that Go code makes, and nothing else,
// into a folder under their logical names. Names on the command line select some of
// these files. The command does not touch files that are already up to date. Two of
// the names do not belong to assets: "lesson.json" is the first lesson, which
// index.html contains as {{lesson}}, and "preview.png" is the preview picture of
// the site.
//
// # Sizes
//
// Each file that compression makes smaller is also written as .br (brotli, quality
// 11) and .gz. Brotli takes over a minute for all programs. At the end the build
// prints the sums that the budget limits, and the bytes that phones in a lecture
// room load. With -v or -budget it also prints the size of each file. With -budget
// it fails if a sum exceeds its limit (budget.go).
//
// # Static hosts
//
// With -zip the command also writes a zip for hosts that only serve files; the site
// may be placed at any path of the host (package pack).
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
//     later.txt). The page fetches it when one of these functions is first called,
//     so that a first visit does not load it. If no function belongs to this part,
//     the file is not written.
//
// The command tools/startupprofile records first.txt; run it after changing how the
// page starts.
package main
