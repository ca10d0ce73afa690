'use strict'
// The engine's worker: gets the compiled program as its first message, the rest
// of it when that is there, and hands on what else comes. Messages that come
// before the program listens are kept.
import {fetchNow, parts} from './js/parts.js'
importScripts('{{asset "wasm_exec.js"}}')

const early = []
let receive = bytes => early.push(bytes)
let rest, add
self.onmessage = ({data}) => {
  if (data.first) run(data.first, data.address)
  else if (data.rest) {
    rest = data.rest
    add?.(rest)
  } else receive(data)
}

async function run (module, address) {
  const go = self.go = new Go() // named, so that its memory can be measured
  try {
    const program = await parts(module, go.importObject, slot => {
      postMessage({early: `worker ${slot}`})
      return fetchNow(address)
    })
    add = program.add
    if (rest) add(rest)
    await go.run(program.instance) // returns only when the program has failed
    stopped('the simulator has stopped')
  } catch (e) {
    stopped(e.message)
  }
}
const stopped = why => setTimeout(() => { throw new Error(why) }) // as the page's onerror hears of it

// Called by the program once it listens.
self.listen = f => {
  receive = f
  early.splice(0).forEach(bytes => f(bytes))
}
