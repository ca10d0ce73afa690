// A connection to `hopyard serve`, with the methods and events of a worker. The first
// byte of each message says what it holds (tools/hopyard/serve/session.go).
const kinds = {message: 0, file: 1, piece: 2, beside: 3, served: 4}
const piece = 1 << 20, ahead = 4 // bytes in a piece of a file, and pieces sent before the first is confirmed

const framed = (kind, bytes) => {
  const frame = new Uint8Array(1 + bytes.length)
  frame[0] = kinds[kind]
  frame.set(bytes, 1)
  return frame
}

export function engine (address) {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  let unconfirmed = 0, confirmed = () => {}, over = false
  const ended = message => {
    if (over) return
    over = true
    confirmed()
    w.onerror?.({message})
  }
  // transfer sends a file piece by piece. One that cannot be read is sent as an empty
  // one, which the engine reports as a worker does.
  const transfer = async file => {
    const size = new DataView(new ArrayBuffer(8))
    try {
      await file.slice(0, 1).arrayBuffer()
      size.setBigUint64(0, BigInt(file.size), true)
      socket.send(framed('file', new Uint8Array(size.buffer)))
      for (let at = 0; at < file.size && !over; at += piece) {
        const bytes = new Uint8Array(await file.slice(at, at + piece).arrayBuffer())
        while (unconfirmed >= ahead && !over) await new Promise(resolve => { confirmed = resolve })
        unconfirmed++
        socket.send(framed('piece', bytes))
      }
    } catch {
      size.setBigUint64(0, 0n)
      socket.send(framed('file', new Uint8Array(size.buffer)))
    }
  }
  const send = async data => {
    if (over) return
    const {bytes, file} = data.bytes ? data : {bytes: data}
    if (file && !file.served) await transfer(file)
    if (!over) socket.send(framed(!file ? 'message' : file.served ? 'served' : 'beside', bytes))
  }
  let last = new Promise(resolve => { socket.onopen = resolve })
  const w = {
    onmessage: null, onerror: null,
    postMessage (data) {
      if (over) setTimeout(() => w.onerror?.({message: ''}))
      else last = last.then(() => send(data))
    },
    terminate () {
      over = true
      confirmed()
      socket.close()
    },
  }
  socket.onmessage = ({data}) => {
    if (typeof data !== 'string') return over || w.onmessage?.({data: new Uint8Array(data)})
    unconfirmed--
    confirmed()
  }
  socket.onclose = e => ended(e.reason)
  return w
}
