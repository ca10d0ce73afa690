// Command build makes web/dist, everything that a browser is sent.
//
//	go run ./tools/build [-v] [-budget] [-zip folder]
//	go run ./tools/build -made folder [name ...]
//
// It compiles ./wasm, bundles and minifies what lies directly in static/ (*.js
// and *.css are entry points; files in folders below are parts that these
// import) and static/vendor/*.js (entry points too, which may import npm
// packages), copies all else in static/, and writes index.html and, with the same
// content, embed.html: static hosts give headers to names, and only a page that is
// an embed may be framed by pages of others. Other *.html files in static/ are pages
// of their own, for phones in a room (pages.go).
//
// # Names
//
// An asset has a logical name, its path beneath static/: "app.css",
// "icons/play.svg", "lang/zh.json". More are made here: "hopyard.wasm", "rest.wasm"
// and "later.wasm" (the parts of the program), "own.wasm", "lab.wasm",
// "wasm_exec.js", what Go code makes (made.go) and, from static/vendor/,
// "curves.js" and "echarts.js". In web/dist every asset lies flat beside index.html under a name with the hash of its content, as
// icons-play.3f2a91c0.svg, so that it may be cached for ever and a relative
// reference is right from everywhere. To refer to an asset:
//
//   - in *.html, *.js and *.webmanifest write {{asset "icons/play.svg"}}
//     (in JavaScript within single quotes: new Worker('{{asset "worker.js"}}'));
//   - in CSS write url(icons/play.svg), relative to static/;
//   - at run time look the logical name up in the map of all of them that
//     index.html holds as <script type="application/json" id="assets">{{assets}}</script>
//     (a data block, which the content security policy allows).
//
// A reference to what does not exist is an error, and so is a cycle. Names are
// filled in after esbuild has bundled (package bundle), so that a bundle does not
// change with what it names.
//
// # What is kept
//
// What takes time is kept in .cache/build/made by the hash of what it was made from
// (cache.go): programs made smaller, by the linked program and the code and lists
// that do it; what Go code makes, by this program and the files that are read for it;
// scripts and style sheets, by all that they may import; compressed forms, by content.
// What was not used for longest goes when there are more than 400 MB. The go command
// keeps the linked programs up to date in .cache/build/programs. A line for each kind
// says what was kept and what was made.
//
// # For the server of a developer
//
// -made writes only what Go code makes, or only the files named, into a folder:
// plainly, under their logical names, without touching what is right already.
// "lesson.json" among them is the first lesson, which stands in index.html as
// {{lesson}}, and "preview.png" the site's picture.
//
// # Sizes
//
// Each file that shrinks is also written as .br (quality 11) and .gz. Brotli
// takes over a minute for all programs. The build ends in the sums of the
// budget and in what phones in a room load; -v prints what each file weighs, and
// -budget, which prints it too, makes exceeding the budget an error.
//
// # Static hosts
//
// -zip also writes a zip for hosts that serve files and nothing else, at any
// path (package pack).
//
// # Parts of the program
//
// Functions that are named in first.txt are sent in hopyard.wasm, most others in
// rest.wasm, which the page fetches once the first schedule is on screen, or when
// one of them is called before (static/js/parts.js). tools/startupprofile records the list;
// run it when the page starts in another way than before. The functions of packages
// that few readers want (the list asked in parts.go) are in later.wasm, which is
// fetched when one of them is called, and is not part of a first visit. It is not
// made as long as nothing is in it.
package main
