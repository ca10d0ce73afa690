// The module that Cloudflare calls for each request that no static file answers. It
// starts the Go program for requests to the share API and the rooms, and refuses all
// others itself.
import "./wasm_exec.mjs";
import program from "./hopyard.wasm";
import { ofLinks, ofPage } from "./headers.mjs";
import { roomOf, tooOften } from "./limit.mjs";
import { keep, known } from "./states.mjs";

// Returns an error answer without starting Go, in the form of web/api.
function refuse(status, error, more) {
  return Response.json({ errors: [error] }, { status, headers: { ...ofLinks, "Cache-Control": "no-store", ...more } });
}

// Starts an instance of the program. Each request has its own instance. An instance
// for several requests could still be waiting for an aborted request, and would then
// wait for ever.
async function start(env, ctx) {
  const binding = {};
  const go = new Go();
  let ready;
  const started = new Promise((resolve) => (ready = resolve));
  const instance = new WebAssembly.Instance(program, { ...go.importObject, workers: { ready } });
  const ended = go.run(instance, { env, ctx, binding });
  await Promise.race([started, ended]);
  return { handle: binding.handleRequest, ended };
}

// Returns the program's answer after reading its whole body. No answer is so long that
// waiting for it is a problem, and if the program fails in the middle, the client gets
// an error instead of half an answer. HEAD is passed on as GET, because the library
// waits for ever until the body of its answer is read.
async function answer(request, env, ctx, room) {
  const { handle, ended } = await start(env, ctx);
  const stopped = ended.then(() => {
    throw new Error("the program stopped before it had answered");
  });
  stopped.catch(() => {});
  const head = request.method === "HEAD";
  const given = await Promise.race([handle(head ? new Request(request, { method: "GET" }) : request), stopped]);
  // An empty body from the library never ends, so it is not read; web/api states the
  // length of all others.
  const body = given.headers.get("Content-Length") > 0 ? await given.arrayBuffer() : null;
  if (room) keep(room, request, given, body);
  return new Response(head ? null : body, { status: given.status, headers: given.headers });
}

// Limits on the body of a request, in bytes. The first limits what the program gets:
// one byte more than web/api accepts, so that web/api can detect a body that is too
// long. The second limits what is read at all. It is larger, so that a connection
// stays usable after a body that is slightly too long.
const most = 64 * 1024 + 1;
const atAll = 256 * 1024;

// Returns the request with its body, read up to the limits above.
async function received(request) {
  if (!request.body || request.method === "GET" || request.method === "HEAD") return request;
  const reader = request.body.getReader();
  const read = new Uint8Array(most);
  for (let n = 0; n < atAll; ) {
    const { done, value } = await reader.read();
    if (done) return again(request, read.subarray(0, n));
    if (n < most) read.set(value.subarray(0, most - n), n);
    n += value.length;
  }
  return again(request, read);
}

const again = (request, body) => new Request(request.url, { method: request.method, headers: request.headers, body });

// Whether an answer may be cached: a link's scenario, its redirect or its preview.
const keepable = (given) =>
  (given.status === 200 || given.status === 302) && given.headers.get("Cache-Control")?.startsWith("public");

// Returns the cache key of a request. The answer for a short link depends on whether
// a browser navigates (web/api), and Cloudflare's cache ignores Vary.
const navigates = /^(document|iframe|frame|embed|object)$/;
function key(request) {
  const url = new URL(request.url);
  if (!url.pathname.startsWith("/s/") || navigates.test(request.headers.get("Sec-Fetch-Dest"))) return request;
  url.pathname = "/told" + url.pathname; // a path that is used for nothing else
  return new Request(url);
}

export default {
  async fetch(request, env, ctx) {
    const path = new URL(request.url).pathname;
    if (!path.startsWith("/api/") && !path.startsWith("/s/")) {
      return new Response("there is nothing at this address: the page is at /\n", {
        status: 404,
        headers: { ...ofPage, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
      });
    }
    const room = roomOf(request);
    const problem = await (room ? room.tooOften(env) : tooOften(request, env));
    if (problem) {
      return refuse(429, { place: "client", problem, fix: "wait a minute" }, { "Retry-After": "60" });
    }
    // Answers that never change come from Cloudflare's cache in this location, if they
    // are in it, without starting the program. On workers.dev that cache is always empty.
    const state = room && known(room, request);
    if (state) return state;
    const keeps = !room && request.method === "GET" && !request.headers.has("Range");
    const kept = keeps && (await caches.default.match(key(request)));
    if (kept) return kept;
    try {
      const given = await answer(await received(request), env, ctx, room);
      if (room) await room.answered(given.status, env);
      if (keeps && keepable(given)) ctx.waitUntil(caches.default.put(key(request), given.clone()));
      return given;
    } catch (e) {
      console.error(e);
      return refuse(503, { place: "program", problem: "could not answer", fix: "try again later" });
    }
  },

  // Deletes the rooms that have ended, with everything in them. wrangler.jsonc says when
  // this runs.
  async scheduled(_, env) {
    await env.LINKS.prepare("DELETE FROM rooms WHERE ends <= unixepoch()").run();
  },
};
