// The engine of `hopyard serve`, loaded when a link of it has opened the page: the token
// of the link, the greeting of the server, and a connection that is used like a worker.
// The page's headers allow this one address (web/headers).
import {engine} from './native/engine.js'

// The token is kept for this tab alone; "+" or "-" after it is what the reader answered.
const at = 'http://127.0.0.1:9137/', socket = 'ws://127.0.0.1:9137/', key = 'hopyard.native'
const kept = () => { try { return sessionStorage[key] } catch {} }
const keep = value => { try { sessionStorage[key] = value } catch {} }
const token = () => kept()?.slice(0, 24)

hopyard.native = {
  // take moves the token out of the address, before a link, a picture or the history can
  // hold it. A page in a frame takes none.
  take (hash, e) {
    const [, token] = /^#native=([\w-]{24})$/.exec(hash) ?? []
    if (!token && e) return
    if (location.hash === hash && hash.startsWith('#native=')) history.replaceState(history.state, '', e?.oldURL ?? location.pathname + location.search)
    if (token && top === self) keep(token)
    hopyard.native.offer()
  },
  // offer tells the page, if it listens already, of the engine that is kept for this tab,
  // unless the reader has refused it.
  offer: () => { if (kept() && hopyard.native.answer() !== '-') hopyard.offered?.() },
  answer: () => kept().slice(24),
  keep: answer => keep(token() + answer),
  // greet calls done with what the server says about itself, or null.
  greet: done => fetch(at + token(), {cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer'})
    .then(answer => answer.ok ? answer.json() : null).catch(() => null).then(done),
  // lane makes an engine that is used like a worker; swap puts one, or a new worker, in
  // the place of the other, which is parked until settle ends one of the two.
  lane (receive, broken) {
    const w = engine(socket + token())
    w.onmessage = ({data}) => receive(data)
    w.onerror = e => broken(e.message)
    return w
  },
  swap (native, other) {
    parked = hopyard.exchange()
    if (native) begin()
    else hopyard.start(other)
  },
  settle (back) {
    if (back) parked = hopyard.exchange(parked)
    parked.terminate()
  },
  restart () {
    hopyard.exchange().terminate()
    begin()
  },
}
let parked
const begin = () => {
  const here = () => hopyard.exchange() === w
  const w = hopyard.native.lane(data => { if (here()) hopyard.receive(data) }, text => { if (here()) hopyard.broken(text) })
  hopyard.exchange(w)
}
