// How often one client may ask. wrangler.jsonc says how often; Cloudflare counts,
// at each of its places for itself.

// Who counts as one client: an IPv4 address, or the /64 of an IPv6 address, which
// is what one household or one rented machine has (web/limit does the same). A
// request without the header does not come from outside: Cloudflare sets it, and
// whatever clients send in its place is overwritten. Such requests are this
// machine's (make worker-dev) or another worker's, and count as one client.
const client = (request) => network(request, 64);

// The network of an IPv6 address with so many bits, a multiple of 8; an IPv4 address as it is.
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

// What a client does too often, if it does: what starts the program counts, posts
// for themselves.
export async function tooOften(request, env) {
  const post = request.method === "POST";
  return refused(post ? env.POSTS : env.READS, client(request), post ? "makes too many links" : "opens too many links");
}

const refused = async (limit, key, problem) => (!limit || (await limit.limit({ key })).success ? "" : problem);

// Rooms of a lecture. A hall is often one client, so that what goes on in a room is
// counted by room and by voter; by client only who makes rooms, who guesses their
// codes, and how often it asks at all, which for 500 phones is 10,000 times a minute.
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

  // What phones show, which hundreds ask for in the same second.
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

  // What became of the request. Who asks for many rooms that are not there guesses,
  // and may ask for no others for a minute; where it found one before, it may go on.
  async answered(status, env) {
    if (!this.code) return;
    if ([200, 201, 204, 304, 401, 409].includes(status)) remember(found, this.pair, true);
    if (status === 404 && env.MISSES && !(await env.MISSES.limit({ key: this.client })).success) remember(guessers, this.client, Date.now() + 60_000);
  }
}

// Kept as long as this copy of the worker lives, and in no file.
const found = new Map();
const guessers = new Map();

function remember(map, key, value) {
  if (map.size >= 10_000) map.clear();
  map.set(key, value);
}
