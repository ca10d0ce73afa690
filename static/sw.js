'use strict'
// Keeps the page for times without a network, and makes it start from what is
// kept. tools/build puts a line before this: self.build = {version, first, later, rare}.
// Rare files are large, and kept only once somebody has needed them.
// The version is the hash of index.html, which names all other files by theirs.
// Each version has a cache for the page; files are kept together, since their names
// have the hash of their content, so that an update stores only what is new. A -dev
// build says nothing: then this worker clears away what others have left.
const {version, first = [], later = [], rare = []} = self.build ?? {}
const home = new URL('./', self.location)
const mine = `hopyard ${home.pathname} ` // other copies may live on the same host
const name = mine + version, files = mine + 'files'
const page = './', embed = './embed.html' // they differ in who may hold them in a frame
const names = {'': page, 'index.html': page, 'embed.html': embed, embed}

self.addEventListener('install', e => {
  if (version) e.waitUntil(install())
  else self.skipWaiting()
})
// install gets all of this version, or leaves nothing behind: where there is no
// room for it the one before goes on. The browser tries again at a later visit.
async function install () {
  const kept = await caches.open(files), added = []
  try {
    await allOf([page, embed].map(keepPage))
    await allOf(first.map(async file => {
      if (await kept.match(file, {ignoreVary: true})) return
      added.push(file)
      await get(kept, file)
    }))
  } catch (e) {
    await caches.delete(name)
    for (const file of added) await kept.delete(file)
    throw e
  }
}
// allOf waits for all, so that nothing is still being written when one has failed.
async function allOf (promises) {
  const failed = (await Promise.allSettled(promises)).find(p => p.status === 'rejected')
  if (failed) throw failed.reason
}
async function keepPage (address) {
  const answer = await fetch(address, {cache: 'no-cache'}), body = await answer.arrayBuffer()
  if (!answer.ok || await hash(body) !== version) throw new Error(`${address} is not of version ${version}`)
  const headers = new Headers(answer.headers)
  headers.delete('Content-Encoding')
  // Made anew: a host may lead from embed.html to embed, and what came by a
  // redirect may not answer the browser's question for a page.
  await (await caches.open(name)).put(address, new Response(body, {headers}))
}
async function hash (body) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return [...sum.slice(0, 4)].map(b => b.toString(16).padStart(2, '0')).join('')
}
// get keeps a file if it is what its name says. Hosts may answer with a page of
// theirs for a file that is not there yet, or not any more.
async function get (kept, file) {
  for (const cache of ['default', 'reload']) {
    if (await put(kept, file, await fetch(file, {cache}))) return
  }
  throw new Error(`${file} is not of version ${version}`)
}
async function put (kept, file, answer) {
  const sound = answer.ok && await hash(await answer.clone().arrayBuffer()) === file.split('.').at(-2)
  if (sound) await kept.put(file, answer)
  return sound
}

self.addEventListener('activate', e => e.waitUntil(version ? self.clients.claim() : self.registration.unregister().then(clear)))

// served are the windows that got their page from this worker since it woke up.
const served = new Set()
// tidy deletes what only other versions need, if none of them is open, waits or is
// on its way.
async function tidy () {
  const {installing, waiting} = self.registration
  const open = await self.clients.matchAll({type: 'window', includeUncontrolled: true})
  if (installing || waiting || open.some(c => c.url.startsWith(home) && !served.has(c.id))) return
  await clear([name, files])
  const kept = await caches.open(files), needed = new Set([...first, ...later, ...rare].map(file => new URL(file, home).href))
  for (const request of await kept.keys()) if (!needed.has(request.url)) await kept.delete(request)
}
async function clear (but = []) {
  for (const other of await caches.keys()) {
    if (other.startsWith(mine) && !but.includes(other)) await caches.delete(other)
  }
}

self.addEventListener('message', e => {
  if (e.data === 'take') self.skipWaiting() // the reader wants the new version
  if (e.data === 'fill') e.waitUntil(fill().then(tidy))
  if (e.data === 'tidy') e.waitUntil(tidy())
})
// fill gets what was not needed yet. Where there is no room, it is left out.
async function fill () {
  const kept = await caches.open(files)
  for (const file of [...first, ...later]) {
    if (!await kept.match(file, {ignoreVary: true})) await get(kept, file).catch(() => {})
  }
}

self.addEventListener('fetch', e => {
  const url = new URL(e.request.url)
  if (!version || e.request.method !== 'GET' || !url.href.startsWith(home)) return
  const file = url.pathname.slice(home.pathname.length)
  if (e.request.mode === 'navigate') { // of the page only: short links and the share API are the server's
    if (Object.hasOwn(names, file)) e.respondWith(open(url.searchParams.get('embed') === '1' ? embed : names[file], e))
  } else if (/^[^/]+\.[0-9a-f]{8}\.[a-z0-9]+$/.test(file)) e.respondWith(asset(file, e))
})
async function open (address, e) {
  const kept = await (await caches.open(name)).match(address, {ignoreVary: true})
  if (kept) served.add(e.resultingClientId)
  return kept ?? fetch(e.request)
}
// asset answers with a file of any version.
async function asset (file, e) {
  const kept = await (await caches.open(files)).match(e.request, {ignoreVary: true})
  if (kept) return kept
  const answer = await fetch(e.request)
  if ([...first, ...later, ...rare].includes(file)) {
    const copy = answer.clone()
    e.waitUntil(caches.open(files).then(kept => put(kept, file, copy)).catch(() => {}))
  }
  return answer
}
