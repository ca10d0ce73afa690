// The program of experiments, compiled once: it runs in the page, and the same is
// posted to its workers. Where it cannot be had, the next call tries again.
const assets = JSON.parse(document.getElementById('assets').textContent)
let compiling

export function compiled () {
  compiling ||= (async () => {
    const answer = await fetch(assets['lab.wasm'])
    if (!answer.ok) throw new Error(`lab.wasm could not be loaded: ${answer.status}`)
    const spare = answer.clone()
    try {
      return await WebAssembly.compileStreaming(answer)
    } catch { // a server that does not name the type
      return WebAssembly.compile(await spare.arrayBuffer())
    }
  })()
  compiling.catch(() => { compiling = null })
  return compiling
}

// program runs it beside the page's own, once.
export function program (lab) {
  let running
  const start = async () => {
    const module = await compiled(), go = lab.go = new Go() // named, so that its memory can be measured
    const instance = await WebAssembly.instantiate(module, go.importObject)
    await new Promise((resolve, reject) => {
      lab.ready = resolve
      go.run(instance).then(() => reject(new Error('the experiment has stopped')), reject)
    })
  }
  return () => {
    running ||= start()
    running.catch(() => { running = null })
    return running
  }
}
