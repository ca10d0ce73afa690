'use strict'
// The engine's worker: gets the compiled program as its first message and hands
// on what follows. Messages that come before the program listens are kept.
importScripts('{{asset "wasm_exec.js"}}')

const early = []
self.onmessage = e => {
  if (!(e.data instanceof WebAssembly.Module)) {
    early.push(e.data)
    return
  }
  const go = new Go()
  const stopped = why => setTimeout(() => { throw new Error(why) }) // as the page's onerror hears of it
  WebAssembly.instantiate(e.data, go.importObject)
    .then(instance => go.run(instance)) // returns only when the program has failed
    .then(() => stopped('the simulator has stopped'), e => stopped(e.message))
}
// Called by the program once it listens.
self.listen = receive => {
  self.onmessage = e => receive(e.data)
  early.splice(0).forEach(receive)
}
