'use strict'
// Starts the program: fetches it once, hands it to the workers, and runs it as
// the page. What the page cannot do well from Go is in js/.
import './js/reset.js'
import './js/events.js'
import './js/chart.js'
import './js/lessons.js'
import './js/code.js'
import './js/files.js'
import './js/lang.js'
import './js/links.js'
import {forget, keep} from './js/offline.js'
import {stopped} from './js/stopped.js'
import {fetchNow, parts} from './js/parts.js'

const assets = JSON.parse(document.getElementById('assets').textContent)
const compiled = async address => {
  const answer = fetch(address)
  const spare = answer.then(a => a.clone())
  try {
    return await WebAssembly.compileStreaming(answer)
  } catch { // a server that does not name the type
    return WebAssembly.compile(await (await spare).arrayBuffer())
  }
}
const program = hopyard.resetting ? new Promise(() => {}) : compiled(assets['hopyard.wasm'])

// The rest of the program is fetched once the first schedule is on screen, or at
// once where an address may ask for anything, or where a service worker has it: what
// the program needs before that it fetches past the service worker (fetchNow), which
// fails without a network. If it cannot be had, whoever needs it tries again.
let haveRest
const rest = new Promise(resolve => { haveRest = resolve })
let asked = !assets['rest.wasm']
const complete = async () => {
  if (asked) return
  asked = true
  setTimeout(keep, 1500, assets['sw.js']) // after the curves
  try {
    haveRest(await compiled(assets['rest.wasm']))
    const [{add}, module] = await Promise.all([first, rest])
    add(module)
  } catch {}
}
const atOnce = location.hash.length > 1 || /[?&]s=/.test(location.search) || navigator.serviceWorker?.controller
const all = atOnce && !hopyard.resetting && complete()
// early notes that the rest was needed before it was there.
const early = where => { document.documentElement.dataset.early ??= where }

// employ makes a worker, which gets the program as soon as there is one.
function employ (receive, broken) {
  const w = new Worker('{{asset "worker.js"}}')
  w.onmessage = ({data}) => data.early ? early(data.early) : receive(data)
  w.onerror = e => broken(e.message || 'the worker stopped')
  program.then(module => {
    w.postMessage({first: module, address: assets['rest.wasm']})
    rest.then(rest => w.postMessage({rest}))
  }, () => {})
  return w
}
let worker
function start () {
  const w = worker = employ(data => { if (w === worker) hopyard.receive(data) }, text => { if (w === worker) hopyard.broken(text) })
}
start()

Object.assign(hopyard, {
  complete, // called when the first schedule is on screen
  post: bytes => worker.postMessage(bytes, [bytes.buffer]),
  restart: () => { worker.terminate(); start() },
  lane: employ, // a worker beside the page's own, for a run to compare with
})

const needed = slot => {
  early(`page ${slot}`)
  try {
    return fetchNow(assets['rest.wasm'])
  } catch (e) {
    stopped('part', e.message)
    throw e
  }
}
if (location.hash === '#reset') forget().catch(() => {})
const go = hopyard.go = new Go() // named, so that its memory can be measured
const first = program.then(module => parts(module, go.importObject, needed))
first.then(async ({instance}) => {
  await all
  await go.run(instance) // returns only when the program has failed
  stopped('program')
}).catch(e => stopped('start', e.message))
