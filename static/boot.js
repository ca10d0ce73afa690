'use strict'
// Starts the program: fetches it once, hands it to the workers, and runs it as
// the page. What the page cannot do well from Go is in js/.
import './js/reset.js'
import './js/opening.js'
import './js/speaker.js'
import './js/events.js'
import './js/chart.js'
import './js/lessons.js'
import './js/code.js'
import './js/files.js'
import './js/lang.js'
import './js/links.js'
import './js/progress.js'
import {forget, keep} from './js/offline.js'
import {stopped} from './js/stopped.js'
import {fetchNow, parts} from '../tools/build/slim/parts.js'
import {script} from './js/script.js'

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
// The part that only some readers want (later.wasm) is fetched when it is needed, or
// taken beforehand from what is kept, so that it can be had without a network too.
const more = ['', 'rest.wasm', 'later.wasm'].map(name => assets[name]), have = []
const had = more.map((_, n) => new Promise(resolve => { have[n] = resolve }))
const get = async n => {
  try {
    have[n](await compiled(more[n]))
    const [{add}, part] = await Promise.all([first, had[n]])
    add(n, part)
  } catch {}
}
let rest = more[1] ? null : Promise.resolve()
const complete = () => {
  if (!document.getElementById('more-css')) document.head.append(Object.assign(document.createElement('link'), {id: 'more-css', rel: 'stylesheet', href: assets['more.css']}))
  if (self.marks) return new Promise(() => {}) // the page that notes what runs before the rest is there
  if (!rest) {
    setTimeout(keep, 1500, assets['sw.js']) // after the curves
    rest = get(1)
    if (more[2]) rest.then(takeKept)
  }
  return rest
}
// takeKept gets that part if it is kept, else looks again when the network goes.
const takeKept = async () => {
  if (await globalThis.caches?.match(more[2], {ignoreVary: true}).catch(() => {})) ahead()
  else addEventListener('offline', takeKept, {once: true})
}
let taken
const ahead = () => taken ||= more[2] ? get(2) : Promise.resolve()
const atOnce = location.hash.length > 1 || /[?&]s=/.test(location.search) || navigator.serviceWorker?.controller
const all = atOnce && !hopyard.resetting && complete()
// missed notes that a part was needed before it was there. When that has been fetched,
// the service worker gets to keep it, and all workers to have it.
const missed = (n, where) => {
  document.documentElement.dataset[n > 1 ? 'later' : 'early'] ??= where
  if (n > 1) setTimeout(get, 0, n)
}

// Policies that people write need an interpreter, and job logs of archives a reader.
// Programs of their own have these, for workers alone (own.wasm, logs.wasm). They are
// fetched when the first is wanted; spare is a worker that has own.wasm before there is
// a scenario for it.
const others = {}
let spare
const special = name => others[name] ||= compiled(assets[name]).catch(e => { others[name] = null; throw e })
const own = () => special('own.wasm')

// employ makes a worker, which gets the program as soon as there is one: with other,
// the one for people's own policies, or the one of that name.
function employ (receive, broken, other) {
  const w = other === true && spare || new Worker('{{asset "worker.js"}}')
  w.onmessage = ({data}) => data.missed ? missed(data.n, data.missed) : receive(data)
  w.onerror = e => broken(e.message || 'the worker stopped')
  if (other) {
    if (w === spare) spare = null
    else special(other === true ? 'own.wasm' : other).then(first => w.postMessage({first}), e => w.onerror?.(e))
    return w
  }
  program.then(first => {
    w.postMessage({first, more})
    had.forEach((part, n) => part.then(part => w.postMessage({n, part})))
  }, () => {})
  return w
}
let worker
function start (other) {
  const w = worker = employ(data => { if (w === worker) hopyard.receive(data) }, text => { if (w === worker) hopyard.broken(text) }, other)
}
start()

// A link of hopyard serve has a token in its fragment, which native.js keeps for this tab.
const lent = e => {
  const {hash} = location
  try {
    if (sessionStorage['hopyard.native'] || /^#native=/.test(hash)) script('native.js').then(() => hopyard.native.take(hash, e))
  } catch {} // no storage
}
addEventListener('hashchange', lent)
lent()

Object.assign(hopyard, {
  complete, // called when the first schedule is on screen
  ahead, // called when a file is on its way: traces need that part. The promise is kept when it is there or cannot be had
  post: (bytes, file) => hopyard.postTo(worker, bytes, file),
  postTo: (w, bytes, file) => w.postMessage(file ? {bytes, file} : bytes, [bytes.buffer]), // the worker reads the file
  start,
  exchange: w => [worker, worker = w ?? worker][0], // puts another worker in place, and returns the one before
  restart: other => { worker.terminate(); start(other) },
  spare: () => own().then(first => {
    if (spare) return
    spare = new Worker('{{asset "worker.js"}}')
    spare.postMessage({first})
  }).catch(() => {}), // whoever needs it says so
  // vary opens the experiment of a scenario's text, or with none that of a link's fragment.
  vary: (text, fragment, aim) => script('lab.js').then(() => hopyard.openLab(text, fragment, aim), e => alert(e.message)),
  lane: employ, // a worker beside the page's own, for a run to compare with
  dismiss: w => { // what it sent before its end is no longer waited for
    w.onmessage = w.onerror = null
    w.terminate()
  },
})

const needed = (n, slot) => {
  missed(n, `page ${slot}`)
  try {
    return fetchNow(more[n])
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
