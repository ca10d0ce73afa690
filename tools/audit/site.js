// The built page, served by the real server on a free loopback port, and a
// network between it and a browser that can be slow or gone.
import {spawn} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import http from 'node:http'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

const server = fileURLToPath(new URL('../../.cache/serve', import.meta.url)) // the Makefile builds it

// serve starts the server and returns the page's address, without a slash at its
// end, and a function that stops it. With rooms it has a database, until its end.
export async function serve ({rooms} = {}) {
  const data = rooms && mkdtempSync(join(tmpdir(), 'hopyard-'))
  const child = spawn(server, ['--addr', '127.0.0.1:0', '--data', data || 'none'], {stdio: ['ignore', 'pipe', 'inherit']})
  if (data) child.once('exit', () => rmSync(data, {recursive: true, force: true}))
  const stop = () => { child.kill() }
  process.once('exit', stop)
  const address = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`the server ended (${code})`)))
    child.stdout.on('data', text => {
      const said = /http:\/\/[\d.:]+/.exec(text)
      if (said) resolve(said[0])
    })
  })
  return {address, stop}
}

// between hands requests on to the server; wait(path) says how many milliseconds
// later. Its stop cuts all connections, as if the network were gone.
export async function between (address, wait) {
  const network = http.createServer((request, answer) => setTimeout(() => {
    const on = http.request(address + request.url, {method: request.method, headers: request.headers}, from => {
      answer.writeHead(from.statusCode, from.headers)
      from.pipe(answer)
    })
    on.on('error', () => answer.destroy())
    request.pipe(on)
  }, wait(request.url)))
  await new Promise(resolve => { network.listen(0, '127.0.0.1', resolve) })
  return {
    address: `http://127.0.0.1:${network.address().port}`,
    stop: () => {
      network.close()
      network.closeAllConnections()
    }
  }
}

// within fails when what is done takes longer than so many seconds.
export function within (seconds, done) {
  let timer
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${seconds} s`)), 1000 * seconds)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

// Browser and server end with this program, however it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

// unsandboxed are the arguments for Chromium, which as root refuses its sandbox.
export const unsandboxed = process.getuid?.() === 0 ? ['--no-sandbox'] : []
