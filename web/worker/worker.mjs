// What Cloudflare calls for each request that no static file answers. It starts
// the Go program for those to the share API and the rooms, and refuses the others
// itself.
import "./wasm_exec.mjs";
import program from "./hopyard.wasm";
import { ofLinks, ofPage } from "./headers.mjs";
import { roomOf, tooOften } from "./limit.mjs";
import { keep, known } from "./states.mjs";

// An answer without Go; errors have the form of web/api.
function refuse(status, error, more) {
  return Response.json({ errors: [error] }, { status, headers: { ...ofLinks, "Cache-Control": "no-store", ...more } });
}

// Each request has an instance of its own: one that served several could hold
// what belongs to a request that was broken off, and would wait for it for ever.
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

// The whole answer: what is too long to wait for is not asked for here, and a
// program that fails in the middle then has answered nothing. The library waits
// for ever for somebody to read the body of an answer to HEAD: the program is
// asked as by GET.
async function answer(request, env, ctx, room) {
  const { handle, ended } = await start(env, ctx);
  const stopped = ended.then(() => {
    throw new Error("the program stopped before it had answered");
  });
  stopped.catch(() => {});
  const head = request.method === "HEAD";
  const given = await Promise.race([handle(head ? new Request(request, { method: "GET" }) : request), stopped]);
  // An empty body of the library's never ends; web/api says the length of others.
  const body = given.headers.get("Content-Length") > 0 ? await given.arrayBuffer() : null;
  if (room) keep(room, request, given, body);
  return new Response(head ? null : body, { status: given.status, headers: given.headers });
}

// One byte more than web/api takes, so that it sees what is too long; and how much
// is read in all, so that a connection outlives a body that is a little too long.
const most = 64 * 1024 + 1;
const atAll = 256 * 1024;

// The request with its body read, but no more of it than is of use.
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

// The scenario of a link, where it leads, and what chats are told of it.
const keepable = (given) =>
  (given.status === 200 || given.status === 302) && given.headers.get("Cache-Control")?.startsWith("public");

// Under what an answer is kept. That of a short link differs by whether a browser
// navigates (web/api), and Cloudflare's cache heeds no Vary.
const navigates = /^(document|iframe|frame|embed|object)$/;
function key(request) {
  const url = new URL(request.url);
  if (!url.pathname.startsWith("/s/") || navigates.test(request.headers.get("Sec-Fetch-Dest"))) return request;
  url.pathname = "/told" + url.pathname; // where nothing else is
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
    // What never changes comes from Cloudflare's cache at this place, if it is in
    // it, without starting the program. On workers.dev that cache is always empty.
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

  // wrangler.jsonc says when. Rooms that have ended are nobody's; here they go, with
  // all that is in them.
  async scheduled(_, env) {
    await env.LINKS.prepare("DELETE FROM rooms WHERE ends <= unixepoch()").run();
  },
};
