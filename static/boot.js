'use strict'
// Starts the program: fetches it once, hands it to the worker, and runs it as
// the page. What the page cannot do well from Go is in js/.
import './js/events.js'
import './js/chart.js'
import './js/lessons.js'

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

// The worker, which gets the program as soon as there is one.
let worker
function start () {
  const w = worker = new Worker('{{asset "worker.js"}}')
  w.onmessage = e => { if (w === worker) hopyard.receive(e.data) }
  w.onerror = e => { if (w === worker) hopyard.broken(e.message || 'the worker stopped') }
  program.then(module => w.postMessage(module), () => {})
}
start()

Object.assign(hopyard, {
  post: bytes => worker.postMessage(bytes, [bytes.buffer]),
  restart: () => { worker.terminate(); start() },
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
