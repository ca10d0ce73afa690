// What a phone keeps of a room, so that it counts once however often it sleeps, reloads
// or comes back, and so that a second tab is the same voter:
//
//   {at, voter, joining, votes: {"3/1": {wanted, flying, tried, counted, late, unsure}}}
//
// at is when it was last used; joining when a tab began to join. By question and round:
// wanted is an answer that is to be sent, flying that it was and nobody has answered,
// tried that one before it was, counted the last one that the server took, late one that came after the vote, unsure that it may
// have been taken all the same.
const prefix = 'hopyard-room-'
const day = 25 * 3600 * 1000 // a room lives a little less
const here = {} // where the browser keeps nothing

// read is what is kept of a room.
export function read (code) {
  try {
    const kept = JSON.parse(localStorage.getItem(prefix + code))
    if (kept && Date.now() - kept.at < day) return {votes: {}, ...kept}
  } catch {}
  return here[code] ?? {votes: {}}
}

// change changes what is kept of a room; other tabs may have changed it before.
export function change (code, f) {
  const kept = read(code)
  f(kept)
  kept.at = Date.now()
  try {
    localStorage.setItem(prefix + code, JSON.stringify(kept))
  } catch {
    here[code] = kept
  }
  return kept
}

// tidy forgets rooms that are over.
export function tidy () {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !read(key.slice(prefix.length)).at) localStorage.removeItem(key)
    }
  } catch {}
}

// onOtherTab calls f when another tab has changed what is kept of a room.
export function onOtherTab (code, f) {
  addEventListener('storage', e => e.key === prefix + code() && f())
}
