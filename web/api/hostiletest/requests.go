package hostiletest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"

	"hopyard/web/api/apitest"
)

// Requests returns all attacks.
func Requests() []Attack {
	var all []Attack
	for _, list := range []func() []Attack{paths, methods, requestLines, headers, lengths, codings, bodies, connections} {
		all = append(all, list()...)
	}
	return all
}

// paths returns attacks with paths that try to leave the site or to evade its
// checks.
func paths() []Attack {
	var all []Attack
	for path, want := range map[string][]int{
		"/../../etc/passwd": {404, 400}, "/%2e%2e/%2e%2e/etc/passwd": {404}, "/s/..%2f..%2fetc%2fpasswd": {404}, "/s/../api/links": {404},
		"/..%5c..%5cwindows": {404}, `/s/..\..\x`: {404}, "/api/links/%00": {404}, "/s/22222222%00.html": {404}, "/index.html%00": {404},
		"//api/links": {404}, "/api//links": {404}, "/api/./links": {404}, "/api/links/": {404}, "/api/links/../links": {404}, "/API/LINKS": {404},
		"/api/links;admin=1": {404}, "/api/links%3fx": {404}, "/api/links/22222222;x": {404}, "/s/%E2%80%AE22222222": {404}, "/s/\xff\xfe2222222": {404},
		"/s/2222222%FF": {404}, "/s/22222222.png": {404}, "/s/..%2f22222222.png": {404}, "/.git/config": {404}, "/dist/.gitkeep": {404}, "/api/links/' OR 1=1--": {400}, "/api/links/%27%20OR%201%3D1--": {404},
		"/s/<script>alert(1)</script>": {404}, "/api/links/" + strings.Repeat("2", 8000): {404}, "/" + strings.Repeat("a/", 4000): {404},
		"/s/22222222?" + strings.Repeat("a=b&", 2000): {414}, "/" + strings.Repeat("x", 30_000): {431}, "/%": {400}, "/%zz": {400}, "/s/%e": {400},
		"/?embed=1&embed=%zz": {200}, "/?" + strings.Repeat("embed=1&", 1000): {200}, "": {400}, "*": {400, 404}, "api/links": {400}, `\api\links`: {400},
		"http://evil.example/api/links": {200}, "http://evil.example": {200, 308, 404}, "http://[::1]:99999/": {200, 400}, "file:///etc/passwd": {404, 400}, "http://:0/%00": {404, 400},
	} {
		all = append(all, Attack{Name: fmt.Sprintf("path %.60q", path), Raw: get(path), Want: want})
	}
	return all
}

func methods() []Attack {
	var all []Attack
	for method, want := range map[string][]int{
		"PUT": {405}, "DELETE": {405}, "PATCH": {405}, "TRACE": {405}, "CONNECT": {405, 400}, "get": {405}, "PROPFIND": {405}, "BREW": {405},
		"OPTIONS": {204}, "GET\x00": {400}, "G@T": {400}, "": {400}, strings.Repeat("M", 5000): {405, 400}, "POST": {415},
	} {
		all = append(all, Attack{Name: fmt.Sprintf("method %.20q", method), Raw: method + " /api/links HTTP/1.1\r\nHost: x\r\n\r\n", Want: want})
	}
	for name, raw := range map[string]string{
		"CONNECT elsewhere":            "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
		"a method behind another":      "POST /s/22222222 HTTP/1.1\r\nHost: x\r\nX-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n",
		"deleting what is for ever":    "DELETE /api/links/22222222 HTTP/1.1\r\nHost: x\r\n\r\n",
		"writing over what is there":   "PUT /api/links/22222222 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
		"posting to the page":          "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b",
		"TRACE with a cookie to steal": "TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret\r\n\r\n",
	} {
		all = append(all, Attack{Name: name, Raw: raw, Want: []int{405, 400, 308}}) // 308: a redirect to / on the same host
	}
	return append(all, Attack{Name: "OPTIONS of the server", Raw: "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", Want: []int{200, 204, 404, 405}})
}

func requestLines() []Attack {
	return []Attack{
		{Name: "HTTP/0.9", Raw: "GET /\r\n", Want: []int{400}},
		{Name: "HTTP/1.0 without a host", Raw: "GET /api/links HTTP/1.0\r\n\r\n", Want: []int{200}},
		{Name: "HTTP/2 without having asked", Raw: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Want: []int{400, 404, 405, 505}},
		{Name: "HTTP/3.0", Raw: "GET / HTTP/3.0\r\nHost: x\r\n\r\n", Want: []int{400, 505}},
		{Name: "HTTP/1.999999999999", Raw: "GET / HTTP/1.999999999999\r\nHost: x\r\n\r\n", Want: []int{400, 505}},
		{Name: "no version", Raw: "GET / \r\nHost: x\r\n\r\n", Want: []int{400}},
		{Name: "another protocol", Raw: "SSH-2.0-OpenSSH_9.9\r\n", Want: []int{400}},
		{Name: "TLS on a port without it", Raw: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 500), Want: []int{400, Cut}},
		{Name: "zeros", Raw: strings.Repeat("\x00", 4096), Want: []int{400, Cut}},
		{Name: "empty lines", Raw: strings.Repeat("\r\n", 4000), Want: []int{400, 431, Cut}},
		{Name: "nothing at all", Raw: "", Want: []int{Cut}},
		{Name: "a line that does not end", Raw: "GET /" + strings.Repeat("a", 3000), Want: []int{400, Cut}},
		{Name: "a line of a megabyte", Raw: "GET /" + strings.Repeat("a", 1<<20), Want: []int{431, Cut}},
		{Name: "two spaces", Raw: "GET  /api/links  HTTP/1.1\r\nHost: x\r\n\r\n", Want: []int{400}},
		{Name: "a tab for a space", Raw: "GET\t/api/links\tHTTP/1.1\r\nHost: x\r\n\r\n", Want: []int{400}},
		{Name: "a header in the path", Raw: "GET /s/2%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: x\r\n\r\n", Want: []int{404}},
		{Name: "lines that end in CR", Raw: "GET / HTTP/1.1\rHost: x\r\r", Want: []int{400, Cut}},
	}
}

func headers() []Attack {
	many := func(n int, line string) string { return strings.TrimSuffix(strings.Repeat(line+"\r\n", n), "\r\n") }
	at := func(name, header string, want ...int) Attack {
		return Attack{Name: name, Raw: get("/api/links", header), Want: want}
	}
	return []Attack{
		{Name: "no host", Raw: "GET /api/links HTTP/1.1\r\n\r\n", Want: []int{400}},
		{Name: "a host of markup", Raw: "GET /api/links HTTP/1.1\r\nHost: <script>\r\n\r\n", Want: []int{400}},
		{Name: "a host with a path", Raw: "GET /api/links HTTP/1.1\r\nHost: x/../../y\r\n\r\n", Want: []int{400, 200}},
		{Name: "a host of somebody else", Raw: "GET /api/links HTTP/1.1\r\nHost: evil.example\r\n\r\n", Want: []int{200}},
		at("two hosts", "Host: y", 400),
		at("no colon", "Nothing", 400),
		at("no name", ": x", 400),
		at("a name with a space", "Content Type: x", 400),
		at("a space before the colon", "Content-Length : 5", 400),
		at("a folded line", "X: a\r\n b", 200, 400),
		at("a null byte", "X: a\x00b", 400),
		at("bytes that are no letters", "X: \xff\xfe\x80", 200),
		at("a line feed alone", "X: a\nY: b", 200, 400),
		at("three hundred headers", many(300, "X-Flood: a"), 200),
		at("ten thousand headers", many(10_000, "X-Flood: a"), 431),
		at("a header of 64 kB", "X: "+strings.Repeat("a", 64<<10), 431),
		at("cookies of 100 kB", "Cookie: "+strings.Repeat("a=b; ", 20_000), 431),
		at("codings without end", "Accept-Encoding: "+strings.Repeat("gzip;q=0.1,", 1000), 200),
		at("tags without end", "If-None-Match: "+strings.Repeat(`"x",`, 2000), 200),
		at("an upgrade to WebSocket", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", 200),
		at("an upgrade to HTTP/2", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__", 200),
		at("what only proxies say", "X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: javascript\r\nForwarded: for=unknown", 200),
		at("headers that rename the path", "X-Original-URL: /metrics\r\nX-Rewrite-URL: /metrics", 200),
		{Name: "ranges without end", Raw: get("/", "Range: bytes="+strings.Repeat("0-,", 3000)+"0-"), Want: []int{200, 206, 400, 416}},
		{Name: "ranges over each other", Raw: get("/", "Range: bytes=0-0"+strings.Repeat(",0-9", 500)), Want: []int{200, 206, 400, 416}},
		{Name: "a range beyond all numbers", Raw: get("/", "Range: bytes=99999999999999999999-"), Want: []int{200, 400, 416}},
		{Name: "a range backwards", Raw: get("/", "Range: bytes=9-1,-0,--1"), Want: []int{200, 400, 416}},
	}
}

// lengths returns requests that give a wrong or contradictory length of their body.
func lengths() []Attack {
	with := func(headers, body string) string {
		return "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + headers + "\r\n\r\n" + body
	}
	const chunked = "Transfer-Encoding: chunked"
	chunk := func(text string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(text), text) }
	good := strings.Replace(apitest.Small, "60", "4242", 1)
	return []Attack{
		{Name: "no length", Raw: with("X: y", ""), Want: []int{400}},
		{Name: "a body that never comes", Raw: with("Content-Length: 100", ""), Want: []int{400, 408}},
		{Name: "a body cut short", Raw: with("Content-Length: 1000", good), Want: []int{400, 408}},
		{Name: "a body longer than said", Raw: with("Content-Length: 10", good), Want: []int{400}, Answers: 2},
		{Name: "two lengths", Raw: with("Content-Length: 10\r\nContent-Length: 20", good), Want: []int{400}},
		{Name: "two lengths in one", Raw: with("Content-Length: 10, 20", good), Want: []int{400}},
		{Name: "a negative length", Raw: with("Content-Length: -1", good), Want: []int{400}},
		{Name: "a length with a sign", Raw: with("Content-Length: +5", good), Want: []int{400}},
		{Name: "a length in hexadecimal", Raw: with("Content-Length: 0x10", good), Want: []int{400}},
		{Name: "a length beyond all numbers", Raw: with("Content-Length: 99999999999999999999", good), Want: []int{400}},
		{Name: "eight exbibytes", Raw: with("Content-Length: 9223372036854775807", ""), Want: []int{413}},
		{Name: "a gigabyte that waits to be let in", Raw: with("Content-Length: 1073741824\r\nExpect: 100-continue", ""), Want: []int{413}},
		{Name: "an expectation of something else", Raw: with("Content-Length: 2\r\nExpect: a miracle", "{}"), Want: []int{417}},
		{Name: "a good one that waits to be let in", Raw: with(fmt.Sprintf("Content-Length: %d\r\nExpect: 100-continue", len(good)), good), Want: []int{201}, Makes: 1},
		{Name: "a length and chunks", Raw: with("Content-Length: 6\r\n"+chunked, "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"), Want: []int{400, 404}, Answers: 1},
		{Name: "chunks and a length", Raw: with(chunked+"\r\nContent-Length: 4", "5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n"), Want: []int{400}},
		{Name: "chunks, named twice", Raw: with(chunked+"\r\n"+chunked, chunk(good)+"0\r\n\r\n"), Want: []int{400, 501}},
		{Name: "chunks of another kind", Raw: with("Transfer-Encoding: xchunked", chunk(good)+"0\r\n\r\n"), Want: []int{400, 501}},
		{Name: "chunks within gzip", Raw: with("Transfer-Encoding: gzip, chunked", chunk(good)+"0\r\n\r\n"), Want: []int{400, 501}},
		{Name: "chunks with a vertical tab", Raw: with("Transfer-Encoding: \vchunked", chunk(good)+"0\r\n\r\n"), Want: []int{400, 501}},
		{Name: "chunks under HTTP/1.0", Raw: strings.Replace(with(chunked, chunk("{}")+"0\r\n\r\n"), "HTTP/1.1", "HTTP/1.0", 1), Want: []int{400, 501}},
		{Name: "a chunk beyond all numbers", Raw: with(chunked, "fffffffffffffffff\r\nx"), Want: []int{400}},
		{Name: "a chunk of minus one", Raw: with(chunked, "-1\r\nx\r\n0\r\n\r\n"), Want: []int{400}},
		{Name: "a chunk that does not end", Raw: with(chunked, "ffff\r\n{"), Want: []int{400, 408}},
		{Name: "a chunk of letters", Raw: with(chunked, "zz\r\nx\r\n0\r\n\r\n"), Want: []int{400}},
		{Name: "remarks on a chunk without end", Raw: with(chunked, "1;"+strings.Repeat("x", 50_000)+"\r\n{\r\n0\r\n\r\n"), Want: []int{400}},
		{Name: "chunks of one byte without end", Raw: with(chunked, strings.Repeat("1\r\n \r\n", 70_000)+"0\r\n\r\n"), Want: []int{400, 413}},
		{Name: "chunks of a megabyte", Raw: with(chunked, strings.Repeat(chunk(strings.Repeat(" ", 1<<16)), 16)+"0\r\n\r\n"), Want: []int{413}},
		{Name: "headers behind the chunks without end", Raw: with(chunked, chunk("{}")+"0\r\n"+strings.Repeat("X: y\r\n", 10_000)+"\r\n"), Want: []int{400, 413, 431}},
	}
}

// codings returns requests whose bodies have types or encodings that the server
// does not accept.
func codings() []Attack {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 32 {
		_, _ = z.Write(zeros)
	}
	_ = z.Close()
	all := []Attack{{Name: "a bomb in gzip, not said to be", Raw: post(bomb.String()), Want: []int{400}}}
	for _, coding := range []string{"gzip", "br", "zstd", "deflate", "compress", "gzip, gzip, gzip", "x-unknown", "identity, gzip"} {
		all = append(all, Attack{Name: "coding " + coding, Raw: post(bomb.String(), "Content-Encoding: "+coding), Want: []int{415}})
	}
	for _, kind := range []string{
		"text/plain", "text/html", "application/x-www-form-urlencoded", "multipart/form-data; boundary=" + strings.Repeat("-", 300), "application/xml", "application/json;charset=utf-7",
		"application/json, text/plain", "application/jsonp", "application/json; " + strings.Repeat(`a="`, 500), "\xff/\xfe", "",
	} {
		raw := strings.Replace(post(apitest.Small), "Content-Type: application/json", "Content-Type: "+kind, 1)
		all = append(all, Attack{Name: fmt.Sprintf("type %.40q", kind), Raw: raw, Want: []int{415}})
	}
	for _, header := range []string{"Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: http://x@evil.example"} {
		all = append(all, Attack{Name: header, Raw: post(apitest.Small, header), Want: []int{403}})
	}
	return all
}

// bodies returns requests whose bodies are not valid scenarios, or are too large.
func bodies() []Attack {
	star := func(rest string) string {
		return `{"hopyard": 1, "cluster": {"topology": {"kind": "star", "nodes": 4}}, ` + rest
	}
	machine := func(shape string) string {
		return `{"hopyard": 1, "cluster": {"topology": ` + shape + `}, "jobs": []}`
	}
	var all []Attack
	for name, body := range map[string]string{
		"nothing": "", "null": "null", "a number": "1e400", "text": `"x"`, "UTF-16": "\xff\xfe{\x00}\x00", "a mark": "\ufeff" + apitest.Small, "not UTF-8": star(`"title": "` + "\xc3\x28" + `", "jobs": []}`),
		"overlong UTF-8": star(`"title": "` + "\xc0\xaf" + `", "jobs": []}`), "half a surrogate": star(`"title": "\ud800", "jobs": []}`), "a null byte": star("\"title\": \"\x00\", \"jobs\": []}"),
		"60,000 deep": strings.Repeat("[", 60_000), "objects 10,000 deep": strings.Repeat(`{"a":`, 10_000), "a number of 60,000 digits": star(`"seed": ` + strings.Repeat("9", 60_000) + `, "jobs": []}`),
		"an exponent": star(`"seed": 1e999999999, "jobs": []}`), "minus nothing": star(`"seed": -, "jobs": []}`), "NaN": star(`"seed": NaN, "jobs": []}`), "a key twice": star(`"seed": 1, "seed": 2, "jobs": []}`),
		"a key twice, written otherwise": star(`"seed": 1, "\u0073eed": 2, "jobs": []}`), "a prototype": star(`"__proto__": {"admin": true}, "jobs": []}`), "two scenarios": apitest.Small + apitest.Small,
		"remarks": "/* x */" + apitest.Small, "script": "<script>alert(1)</script>", "a form": "a=b&c=d", "XML": `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`,
		"30,000 errors": star(`"jobs": [` + strings.Repeat("0,", 30_000) + `0]}`), "10,000 unknown fields": `{` + strings.Repeat(`"x":1,`, 10_000) + `"x":1}`, "one name of 60 kB": `{"` + strings.Repeat("k", 60_000) + `":1}`,
		"a title of 60 kB": star(`"title": "` + strings.Repeat("t", 60_000) + `", "jobs": []}`), "a million nodes": machine(`{"kind": "flat", "nodes": 1000000}`), "10^18 nodes": machine(`{"kind": "flat", "nodes": 1000000000000000000}`),
		"a million Slurm nodes": machine(`{"kind": "slurm", "conf": "SwitchName=s0 Nodes=n[0-1000000]"}`), "a cube of 2^20": machine(`{"kind": "hypercube", "dims": 20}`), "a torus of 2^64": machine(`{"kind": "torus", "dims": [4294967296, 4294967296]}`),
		"a million drawn jobs": star(`"workload": {"model": "lublin", "jobs": 1000000}}`), "a trace of nonsense": star(`"workload": {"swf": "` + strings.Repeat(`x\n`, 20_000) + `"}}`),
		"10,000 failures of all nodes": star(`"jobs": [], "faults": {"events": [` + strings.Repeat(`{"at":1,"down":"0-3"},`, 2500) + `{"at":1,"down":"0-3"}]}}`), "no nodes": machine(`{"kind": "flat", "nodes": 0}`),
	} {
		all = append(all, Attack{Name: "body: " + name, Raw: post(body), Want: []int{400}})
	}
	for name, body := range map[string]string{
		"64 KiB and a byte": apitest.Small + strings.Repeat(" ", 64<<10+1-len(apitest.Small)), "a megabyte": strings.Repeat("{", 1<<20), "eight megabytes": strings.Repeat(" ", 8<<20),
		"longer in canonical form": star(`"jobs": [` + strings.TrimSuffix(strings.Repeat(`{"nodes":1,"walltime":1},`, 2500), ",") + `]}`),
	} {
		all = append(all, Attack{Name: "body: " + name, Raw: post(body), Want: []int{413, Cut}})
	}
	return all
}

// connections returns attacks with several requests on one connection, and attacks
// with incomplete requests.
func connections() []Attack {
	good := post(strings.Replace(apitest.Small, "60", "5151", 1))
	return []Attack{
		{Name: "one post twenty times in a row", Raw: strings.Repeat(good, 20), Want: []int{200, 201}, Answers: 20, Makes: 1},
		{Name: "it once more", Raw: good, Want: []int{200}},
		{Name: "a hundred requests in a row", Raw: strings.Repeat(get("/api/links"), 100), Want: []int{200}, Answers: 100},
		{Name: "a bad one behind a good one", Raw: get("/api/links") + "\x00\x00\r\n\r\n", Want: []int{200, 400}, Answers: 2},
		{Name: "a good one behind a bad one", Raw: "BAD\r\n\r\n" + good, Want: []int{400}},
		{Name: "half a request line", Raw: "GE", Want: []int{400, Cut}},
		{Name: "half the headers", Raw: "GET / HTTP/1.1\r\nHost: x\r\nX-", Want: []int{400, Cut}},
		{Name: "headers without an end", Raw: "GET / HTTP/1.1\r\nHost: x\r\n", Want: []int{400, Cut}},
		{Name: "half a body", Raw: good[:len(good)-20], Want: []int{400, 408}},
	}
}
