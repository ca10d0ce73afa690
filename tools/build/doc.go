// Command build makes web/dist, everything that a browser is sent.
//
//	go run ./tools/build [-dev] [-budget] [-zip folder]
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
// and "later.wasm" (the parts of the program; one with -dev), "wasm_exec.js", "licenses.txt" (of all works by others that are sent) and, from
// static/vendor/, "curves.js" and "echarts.js". In web/dist every asset
// lies flat beside index.html under a name with the hash of its content, as
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
// A reference to what does not exist is an error, and so is a cycle.
//
// # Sizes
//
// Each file that shrinks is also written as .br (quality 11) and .gz. Brotli
// takes over ten seconds for the program, so its results are kept in .cache/brotli by hash
// of content; -dev leaves both out. The table ends in the two sums of the
// budget and in what phones in a room load; -budget makes exceeding it an error.
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
// one of them is called before (static/js/parts.js). tools/first records the list;
// run it when the page starts in another way than before. The functions of packages
// that few readers want (the list asked in parts.go) are in later.wasm, which is
// fetched when one of them is called, and is not part of a first visit. It is not
// made as long as nothing is in it.
package main
