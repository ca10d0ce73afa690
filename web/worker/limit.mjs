// How often one client may ask. wrangler.jsonc says how often; Cloudflare counts,
// at each of its places for itself.

// Who counts as one client: an IPv4 address, or the /64 of an IPv6 address, which
// is what one household or one rented machine has (web/limit does the same). A
// request without the header does not come from outside: Cloudflare sets it, and
// whatever clients send in its place is overwritten. Such requests are this
// machine's (make worker-dev) or another worker's, and count as one client.
function client(request) {
  const address = request.headers.get("CF-Connecting-IP") ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped || !address.includes(":")) return mapped ? mapped[1] : address;
  const [head, tail] = address.split("::").map((part) => (part ? part.split(":") : []));
  const gap = tail ? Array(Math.max(0, 8 - head.length - tail.length)).fill("0") : [];
  const groups = [...head, ...gap, ...(tail ?? [])].slice(0, 4);
  return groups.map((group) => parseInt(group, 16).toString(16)).join(":") + "::/64";
}

// What a client does too often, if it does: what starts the program counts, posts
// for themselves.
export async function tooOften(request, env) {
  const post = request.method === "POST";
  const limit = post ? env.POSTS : env.READS;
  if (!limit || (await limit.limit({ key: client(request) })).success) return "";
  return post ? "makes too many links" : "opens too many links";
}
