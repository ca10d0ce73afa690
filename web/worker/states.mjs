// Keeps the states of rooms, which phones show, in memory for a second. So 500 phones
// that ask every four seconds start the program once a second, not 125 times. Another
// copy of this worker may answer with a state that is a second old. That does no harm:
// its phones would show the same state if they had asked a second earlier.
const kept = 1000; // milliseconds
const most = 1000; // rooms, the maximum number of open rooms
const states = new Map();

// Returns the answer to a request for a room's state, or null if it is not in memory.
export function known(room, request) {
  const state = room.isState && states.get(room.code);
  if (!state || state.until < Date.now()) return null;
  const headers = new Headers(state.headers);
  const tags = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes(headers.get("ETag"))) {
    headers.delete("Content-Length");
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : state.body, { headers });
}

// Keeps the state from an answer, and drops a state that the request may have changed.
export function keep(room, request, given, body) {
  if (request.method === "PUT" || request.method === "DELETE") states.delete(room.code);
  if (!room.isState || given.status !== 200 || request.method === "HEAD") return;
  if (states.size >= most) states.clear();
  states.set(room.code, { until: Date.now() + kept, headers: new Headers(given.headers), body });
}
