// Keeps the page for times without a network (static/sw.js). A new version is
// fetched while the old one runs, and taken when no page of the old one is open,
// or when the reader says so: Go offers it when renewed is called.
const idle = globalThis.requestIdleCallback ?? (f => setTimeout(f, 2000))

export async function keep (address) {
  if (!address || !navigator.serviceWorker || !location.protocol.startsWith('http')) return
  const workers = navigator.serviceWorker, again = workers.controller // the first visit gets no more than it needs
  try {
    const registration = await workers.register(address)
    const offer = () => {
      if (registration.waiting && workers.controller && !('embed' in document.documentElement.dataset)) hopyard.renewed?.()
    }
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer))
    hopyard.renew = () => {
      workers.addEventListener('controllerchange', () => location.reload(), {once: true})
      registration.waiting?.postMessage('take')
    }
    offer()
    const {active} = await workers.ready
    document.documentElement.dataset.offline = '1'
    if (again) idle(() => active.postMessage(navigator.connection?.saveData ? 'tidy' : 'fill'))
  } catch {} // a browser that may not keep anything
}
// forget drops what is kept, for a page that is stuck. What other pages of the
// same host keep stays.
export async function forget () {
  const home = new URL('./', location).pathname
  await (await navigator.serviceWorker?.getRegistration('./'))?.unregister()
  for (const name of await globalThis.caches?.keys() ?? []) if (name.startsWith(`hopyard ${home} `)) await caches.delete(name)
}
