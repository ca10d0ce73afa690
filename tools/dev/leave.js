'use strict'
// In place of static/sw.js: a service worker that a built page has left in the browser would go on
// serving that page. Browsers look for a new version, get this one, and it goes.
self.oninstall = () => self.skipWaiting()
self.onactivate = e => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('hopyard ')) await caches.delete(name)
  await self.registration.unregister()
  for (const page of await self.clients.matchAll()) page.navigate(page.url)
})())
