// Starts the program, or says in the page why it cannot.
const assets = JSON.parse(document.getElementById('assets').textContent)

async function start () {
  const go = new Go()
  hopyard.module = await WebAssembly.compileStreaming(fetch(assets['hopyard.wasm'])) // the page hands it to its worker
  go.run(await WebAssembly.instantiate(hopyard.module, go.importObject))
}

start().catch(error => {
  document.getElementById('why-sentence').textContent = `Hopyard could not start: ${error.message}`
})
