// What a reader has learned is kept on this machine: a text in IndexedDB.
const shelf = mode => new Promise((resolve, reject) => {
  const opening = indexedDB.open('hopyard', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('texts')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => resolve(opening.result.transaction('texts', mode).objectStore('texts'))
})
const finished = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
// Other tabs are told when something was kept: hearKept calls heard then.
const channel = globalThis.BroadcastChannel && new BroadcastChannel('hopyard-progress')
hopyard.hearKept = heard => channel?.addEventListener('message', () => heard())
hopyard.recall = async (name, done) => {
  let text = ''
  try { text = await finished((await shelf('readonly')).get(name)) || '' } catch {}
  done(text)
}
hopyard.remember = async (name, text, done) => {
  try {
    const put = (await shelf('readwrite')).put(text, name)
    await finished(put)
    await new Promise((resolve, reject) => {
      put.transaction.oncomplete = resolve
      put.transaction.onabort = () => reject(put.transaction.error)
    })
    channel?.postMessage(name)
    done('')
  } catch (e) {
    done(String(e?.name || e))
  }
}
