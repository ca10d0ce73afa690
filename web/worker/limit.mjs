// Limits the requests of clients. The limits are in wrangler.jsonc. Cloudflare
// counts the requests, in each of its locations separately.

// Returns the client of a request: an IPv4 address, or the /64 network of an IPv6
// address, because one household or one rented machine has a /64 (as in web/limit).
// Cloudflare sets the header CF-Connecting-IP on every request from outside, and
// overwrites what clients send in it. A request without it comes from this machine
// (make worker-dev) or from another worker; such requests count as one client.
const client = (request) => network(request, 64);

// Returns the network of a client. For an IPv6 address, the network's prefix has the
// given number of bits, a multiple of 8. For IPv4 it is the address itself.
function network(request, bits) {
  const address = request.headers.get("CF-Connecting-IP") ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped || !address.includes(":")) return mapped ? mapped[1] : address;
  const [head, tail] = address.split("::").map((part) => (part ? part.split(":") : []));
  const gap = tail ? Array(Math.max(0, 8 - head.length - tail.length)).fill("0") : [];
  const groups = [...head, ...gap, ...(tail ?? [])].slice(0, 4).map((group) => parseInt(group, 16));
  if (bits % 16) groups[bits >> 4] &= 0xff00;
  return groups.slice(0, Math.ceil(bits / 16)).map((group) => group.toString(16)).join(":") + "::/" + bits;
}

// Counts a request to the share API. Returns "" if it is allowed, or else what the
// client does too often. Only requests that start the program count; posts have a
// limit of their own.
export async function tooOften(request, env) {
  const post = request.method === "POST";
  return refused(post ? env.POSTS : env.READS, client(request), post ? "makes too many links" : "opens too many links");
}

const refused = async (limit, key, problem) => (!limit || (await limit.limit({ key })).success ? "" : problem);

// Returns the room that a request is about, or null if it is about no room. A lecture
// hall is often one client, so requests within a room are counted by room and by
// voter. Only three things are counted by client: new rooms, guesses at codes, and all
// reads. 500 phones make 10,000 reads a minute.
export function roomOf(request) {
  const { pathname, search } = new URL(request.url);
  if (pathname !== "/api/rooms" && !pathname.startsWith("/api/rooms/")) return null;
  const [code, ...rest] = pathname.slice("/api/rooms/".length).toUpperCase().split("/");
  return new Room(request, code, rest.join("/"), search);
}

class Room {
  constructor(request, code, below, search) {
    this.method = request.method === "HEAD" ? "GET" : request.method;
    this.client = client(request);
    this.wider = [network(request, 56), network(request, 48)];
    this.voter = request.headers.get("Authorization") ?? "";
    this.code = code;
    this.below = below;
    this.search = search;
    this.pair = `${this.client} ${code}`;
  }

  // Whether the request is for the state, which phones show: hundreds of phones
  // request it within the same second.
  get isState() {
    return this.method === "GET" && this.code !== "" && this.below === "" && /^(\?wait=(\d|1\d|2[0-5]))?$/.test(this.search);
  }

  async tooOften(env) {
    if (this.code && !found.has(this.pair) && guessers.get(this.client) > Date.now()) return "asks for too many rooms that are not there";
    if (this.method === "GET") return refused(env.ROOM_READS, this.client, "asks too often");
    if (!this.code) {
      const makes = "makes too many rooms";
      return (
        (await refused(env.ROOMS, this.client, makes)) ||
        (await refused(env.ROOMS_56, this.wider[0], makes)) ||
        (await refused(env.ROOMS_48, this.wider[1], makes))
      );
    }
    if (this.below === "VOTERS") return refused(env.JOINS, this.code, "is one of too many that join this room now");
    if (this.below.startsWith("VOTES/")) return refused(env.VOTES, `${this.code} ${this.voter}`, "votes too often");
    return refused(env.LEADS, this.code, "tells this room too much in a short time");
  }

  // Records the status of the answer. A client that asks for many unknown rooms is
  // guessing codes. For one minute it may ask only for rooms that it has found before.
  async answered(status, env) {
    if (!this.code) return;
    if ([200, 201, 204, 304, 401, 409].includes(status)) remember(found, this.pair, true);
    if (status === 404 && env.MISSES && !(await env.MISSES.limit({ key: this.client })).success) remember(guessers, this.client, Date.now() + 60_000);
  }
}

// Only in memory, and lost when this copy of the worker ends.
const found = new Map();
const guessers = new Map();

function remember(map, key, value) {
  if (map.size >= 10_000) map.clear();
  map.set(key, value);
}
