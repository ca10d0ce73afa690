// What worksheets need of the browser: their style, answers that survive a reload, and
// the program interface of learning management systems. Loaded when first wanted.

const style = document.createElement('link')
style.rel = 'stylesheet'
style.href = JSON.parse(document.getElementById('assets').textContent)['sheet.css']
document.head.append(style)

// keptSheet reads what is kept under a key: done gets the text, or null. If it is given
// a text, it keeps that text: done gets what went wrong, or ''.
hopyard.keptSheet = (key, text, then) => {
  let open
  const done = (kept, wrong) => then(text === undefined ? kept : wrong)
  try { open = indexedDB.open('hopyard-sheets', 1) } catch (e) { return done(null, String(e)) }
  open.onupgradeneeded = () => open.result.createObjectStore('sheets')
  open.onerror = () => done(null, String(open.error))
  open.onsuccess = () => {
    const db = open.result, t = db.transaction('sheets', text === undefined ? 'readonly' : 'readwrite'), store = t.objectStore('sheets')
    const asked = text === undefined ? store.get(key) : store.put(text, key)
    t.oncomplete = () => { db.close(); done(text === undefined ? asked.result ?? null : text, '') }
    t.onabort = () => { db.close(); done(null, String(t.error)) }
  }
}

// The SCORM 1.2 interface is an object API in a window above this one, or above the
// one that opened it.
const above = w => {
  try {
    for (let i = 0; w && i < 500; i++, w = w.parent) {
      if (w.API) return w.API
      if (w.parent === w) break
    }
  } catch {} // a window of another origin
}
let api
hopyard.findLMS = () => Boolean(api ??= above(window) ?? above(window.top?.opener))
// bytes gives Go a file of the page, or null.
hopyard.bytes = (name, done) => fetch(name).then(a => a.ok ? a.arrayBuffer() : null).then(b => done(b && new Uint8Array(b)), () => done(null))
hopyard.callLMS = (name, ...args) => { try { return String(api[name](...args)) } catch (e) { return '' } }
