'use strict'
// The engine's worker: gets the first part of the program, compiled, as its first
// message, other parts when they are there, and hands on what else comes. Messages
// that come before the program listens are kept.
import {fetchNow, parts} from '../tools/build/slim/parts.js'
importScripts('{{asset "wasm_exec.js"}}')

const early = []
let receive = (...message) => early.push(message)
const given = []
let add = (...part) => given.push(part)
self.onmessage = ({data}) => {
  if (data.first) run(data.first, data.more)
  else if (data.part) add(data.n, data.part)
  else if (data.file) receive(data.bytes, content(data.file))
  else receive(data)
}
// content is the bytes of a file that came beside a message, null if they cannot be had.
const content = file => {
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file))
  } catch { return null }
}

async function run (module, more) {
  const go = self.go = new Go() // named, so that its memory can be measured
  try {
    const program = await parts(module, go.importObject, (n, slot) => {
      postMessage({n, missed: `worker ${slot}`})
      return fetchNow(more[n])
    })
    add = program.add
    given.forEach(part => add(...part))
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
  early.splice(0).forEach(message => f(...message))
}
