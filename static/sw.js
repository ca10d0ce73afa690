'use strict'
// Keeps the page for times without a network, and makes it start from what is
// kept. tools/build puts a line before this: self.build = {version, first, later}.
// The version is the hash of index.html, which names all other files by theirs;
// each version has a cache of its own, so that no page is made of two. A -dev
// build says nothing: then this worker clears away what others have left.
const {version, first = [], later = []} = self.build ?? {}
const name = `hopyard ${version}`
const pages = ['./', './?embed=1'] // they differ in who may hold them in a frame

self.addEventListener('install', e => {
  if (version) e.waitUntil(install())
  else self.skipWaiting()
})
async function install () {
  const cache = await caches.open(name)
  try {
    for (const page of pages) {
      const answer = await fetch(page, {cache: 'no-cache'})
      if (!answer.ok || await hash(answer.clone()) !== version) throw new Error(`${page} is not of version ${version}`)
      await cache.put(page, answer)
    }
    await cache.addAll(first)
  } catch (e) { // the browser tries again at the next visit
    await caches.delete(name)
    throw e
  }
}
async function hash (answer) {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()))
  return [...sum.slice(0, 4)].map(b => b.toString(16).padStart(2, '0')).join('')
}

self.addEventListener('activate', e => e.waitUntil((async () => {
  if (version) await self.clients.claim()
  else await self.registration.unregister()
  await tidy()
})()))
// tidy deletes other versions once no other page is open that may need them.
async function tidy () {
  const open = await self.clients.matchAll({type: 'window', includeUncontrolled: true})
  if (open.length > 1) return
  for (const other of await caches.keys()) {
    if (other.startsWith('hopyard ') && other !== name) await caches.delete(other)
  }
}

self.addEventListener('message', e => {
  if (e.data === 'take') self.skipWaiting() // the reader wants the new version
  if (e.data === 'fill') e.waitUntil(fill())
})
// fill gets what was not needed yet.
async function fill () {
  const cache = await caches.open(name)
  for (const file of later) {
    if (!await cache.match(file, {ignoreVary: true})) await cache.add(file).catch(() => {})
  }
}

const home = new URL('./', self.location)
self.addEventListener('fetch', e => {
  const url = new URL(e.request.url)
  if (!version || e.request.method !== 'GET' || url.origin !== home.origin) return
  const file = url.pathname.slice(home.pathname.length)
  if (e.request.mode === 'navigate') {
    if (file !== '' && file !== 'index.html') return
    e.respondWith(page(url.searchParams.get('embed') === '1' ? pages[1] : pages[0], e.request))
    e.waitUntil(tidy())
  } else if (/\.[0-9a-f]{8}\.[a-z0-9]+$/.test(file)) e.respondWith(asset(file, e.request))
})
async function page (kept, request) {
  const cache = await caches.open(name)
  return await cache.match(kept, {ignoreVary: true}) ?? fetch(request)
}
// asset answers with a file of any version: its name has the hash of its content.
async function asset (file, request) {
  const kept = await caches.match(request, {ignoreVary: true})
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && (first.includes(file) || later.includes(file))) {
    const copy = answer.clone()
    caches.open(name).then(cache => cache.put(file, copy)).catch(() => {})
  }
  return answer
}
