// A first visit begins with the opening (wasm/page/openingview): data-opening hides what
// it does not need before the program has come. Who comes by a link sees what the link
// shows, and a line that asks what this is.
const mine = 'hopyard.'
let fresh = false
try { fresh = !Object.keys(localStorage).some(key => key.startsWith(mine)) } catch {}
if (fresh && !hopyard.resetting && !location.pathname.endsWith('embed.html')) {
  const {dataset} = document.documentElement
  if (location.hash.length > 1 || location.search) dataset.about = ''
  else dataset.opening = 'first'
}
