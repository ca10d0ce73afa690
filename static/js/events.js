// Events that come many at a time, or need to be passive: gathered here and
// handed to Go once a frame. A call into Go costs some 20 µs.
//
// hopyard.pointer(canvas, kind, x, y, dx, dy, held) is set by Go. Kinds: move,
// leave, click, drag (dx and dy since the last), drop (the end of a drag), wheel
// (dy in pixels). held is 1 Shift + 2 Ctrl or Meta + 4 Alt.
hopyard.pointer = hopyard.resized = () => {}

const pending = new Map() // by canvas and kind
let asked = false
function later (canvas, kind, x, y, dx, dy, held) {
  const key = canvas.id + kind, old = pending.get(key)
  if (old && old.kind === kind) { dx += old.dx; dy += old.dy }
  pending.delete(key) // keep the order of the latest
  pending.set(key, {canvas, kind, x, y, dx, dy, held})
  if (!asked) { asked = true; requestAnimationFrame(flush) }
}
function flush () {
  asked = false
  const list = [...pending.values()]
  pending.clear()
  for (const e of list) hopyard.pointer(e.canvas.id, e.kind, e.x, e.y, e.dx, e.dy, e.held)
}

const held = e => (e.shiftKey ? 1 : 0) + (e.ctrlKey || e.metaKey ? 2 : 0) + (e.altKey ? 4 : 0)

function watch (canvas) {
  let down = null, dragged = false
  const place = e => { const r = canvas.getBoundingClientRect(); return [e.clientX - r.left, e.clientY - r.top] }
  canvas.addEventListener('pointermove', e => {
    const [x, y] = place(e)
    if (!down) return later(canvas, 'move', x, y, 0, 0, held(e))
    const dx = x - down[0], dy = y - down[1]
    if (!dragged && Math.hypot(dx, dy) < 4) return
    if (!dragged) { dragged = true; canvas.setPointerCapture(e.pointerId) }
    later(canvas, 'drag', x, y, dx, dy, held(e))
    down = [x, y]
  }, {passive: true})
  canvas.addEventListener('pointerdown', e => { if (e.button === 0) { down = place(e); dragged = false } }, {passive: true})
  const up = e => {
    if (!down) return
    const [x, y] = place(e)
    down = null
    later(canvas, dragged ? 'drop' : e.type === 'pointerup' ? 'click' : 'leave', x, y, 0, 0, held(e))
  }
  canvas.addEventListener('pointerup', up, {passive: true})
  canvas.addEventListener('pointercancel', up, {passive: true})
  canvas.addEventListener('pointerleave', e => { if (!down) later(canvas, 'leave', -1, -1, 0, 0, held(e)) }, {passive: true})
  // Where the page itself scrolls, the wheel is the page's unless Ctrl is held.
  canvas.addEventListener('wheel', e => {
    if ('asleep' in document.documentElement.dataset) return // an embed that was not clicked
    const page = document.scrollingElement
    if (!e.ctrlKey && page.scrollHeight > page.clientHeight + 1) return
    e.preventDefault()
    const [x, y] = place(e), unit = e.deltaMode ? 33 : 1
    later(canvas, 'wheel', x, y, e.deltaX * unit, e.deltaY * unit, held(e))
  }, {passive: false})
}

const sizes = new ResizeObserver(list => {
  for (const {target, contentRect: r} of list) hopyard.resized(target.id, r.width, r.height, devicePixelRatio)
})

// watch the canvases; called by Go when it is ready to listen.
hopyard.watch = () => {
  for (const id of ['machine-canvas', 'timeline-canvas']) watch(document.getElementById(id))
  for (const id of ['machine-canvas', 'timeline-canvas', 'scrub-canvas']) sizes.observe(document.getElementById(id))
}

// follow watches a canvas that was made later.
hopyard.follow = canvas => { watch(canvas); sizes.observe(canvas) }

const bytes = async blob => new Uint8Array(await blob.arrayBuffer())

// read gives Go the bytes of a file that was dropped or chosen, unpacked if it is
// packed with gzip, or a string that says why there are none.
hopyard.read = (file, most, done) => unpacked(file, most).then(bytes).then(done, e => done(String(e)))

// look gives Go the beginning of such a file, and the file itself. A worker reads long
// files, and needs later.wasm for that. look waits until this has been fetched: otherwise
// page and worker would be blocked while they fetch it.
hopyard.look = (file, most, done) => unpacked(file, most).then(async file => {
  if (file.size >> 17) await hopyard.ahead()
  return {file, head: await bytes(file.slice(0, 1 << 16))}
}).then(done, e => done(String(e)))

// unpacked stops where there is more than most: a small file may unpack to anything.
const unpacked = async (file, most) => {
  const [a, b] = await bytes(file.slice(0, 2))
  if (a !== 0x1f || b !== 0x8b) return file
  const parts = [], reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  for (let size = 0; ;) {
    const part = await reader.read().catch(() => { throw 'damaged' })
    if (part.done) return new Blob(parts)
    if ((size += part.value.length) > most) {
      reader.cancel()
      throw 'large'
    }
    parts.push(part.value)
  }
}

// Dropping files anywhere on the page; hopyard.dropped(files) is set by Go.
const drop = () => document.getElementById('drop')
let over = 0
const files = e => e.dataTransfer && [...e.dataTransfer.types].includes('Files')
addEventListener('dragenter', e => { if (files(e)) { over++; drop().hidden = false; hopyard.ahead?.() } })
addEventListener('dragleave', e => { if (files(e) && --over <= 0) { over = 0; drop().hidden = true } })
addEventListener('dragover', e => { if (files(e)) e.preventDefault() })
addEventListener('drop', e => {
  if (!files(e)) return
  e.preventDefault()
  over = 0
  drop().hidden = true
  if (e.dataTransfer.files.length) hopyard.dropped([...e.dataTransfer.files])
})

// A scenario, a machine or a queue that is pasted onto the page, outside of fields;
// hopyard.pasted(text) is set by Go.
addEventListener('paste', e => {
  const text = e.clipboardData?.getData('text/plain') ?? ''
  if (e.defaultPrevented || e.composedPath()[0].closest?.('input, textarea, [contenteditable]') || !/^\s*\{|SwitchName=|JOBID|JobId=/.test(text)) return
  e.preventDefault()
  hopyard.pasted(text)
})
