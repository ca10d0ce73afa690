'use strict'
// Starts the program: fetches it once, hands it to the worker, and runs it as
// the page. What the page cannot do well from Go is in js/.
import './js/events.js'
import './js/chart.js'
import './js/lessons.js'
import './js/lang.js'

const assets = JSON.parse(document.getElementById('assets').textContent)
const program = (async () => {
  const answer = fetch(assets['hopyard.wasm'])
  const spare = answer.then(a => a.clone())
  try {
    return await WebAssembly.compileStreaming(answer)
  } catch { // a server that does not name the type
    return WebAssembly.compile(await (await spare).arrayBuffer())
  }
})()

// employ makes a worker, which gets the program as soon as there is one.
function employ (receive, broken) {
  const w = new Worker('{{asset "worker.js"}}')
  w.onmessage = e => receive(e.data)
  w.onerror = e => broken(e.message || 'the worker stopped')
  program.then(module => w.postMessage(module), () => {})
  return w
}
let worker
function start () {
  const w = worker = employ(data => { if (w === worker) hopyard.receive(data) }, text => { if (w === worker) hopyard.broken(text) })
}
start()

Object.assign(hopyard, {
  post: bytes => worker.postMessage(bytes, [bytes.buffer]),
  restart: () => { worker.terminate(); start() },
  lane: employ, // a worker beside the page's own, for a run to compare with
})

const fail = text => {
  document.getElementById('alert').textContent = text
  document.getElementById('why-sentence').textContent = text
}
program.then(async module => {
  const go = new Go()
  await go.run(await WebAssembly.instantiate(module, go.importObject)) // returns only when the program has failed
  fail('The page’s program has stopped. Reload the page: the address holds what you see.')
}).catch(e => fail(`The simulator could not be started: ${e.message}. Reload the page; it needs a browser with WebAssembly.`))
