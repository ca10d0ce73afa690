// The two windows of a lecture, of one browser. Each tells the other anew when it
// asks, so that either may be closed and opened again.

// join calls hear with what the other window says and gives a function that tells
// it something; null where the browser has no such channels. An id is one lecture.
export function join (id, me, hear) {
  if (!globalThis.BroadcastChannel) return null
  const channel = new BroadcastChannel('hopyard-lecture')
  channel.onmessage = ({data}) => { if (data?.id === id && data.to === me) hear(data) }
  const tell = message => channel.postMessage({...message, id, to: me === 'beamer' ? 'speaker' : 'beamer'})
  tell.leave = () => channel.close()
  return tell
}
