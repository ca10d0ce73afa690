// The pad: a small picture of the beamer's. A finger on it points there, or draws.

const most = 100 // points of a stroke in one order
const every = 150 // ms after which what was drawn so far is sent
const step = 0.02 // of an arrow key
const round = x => Math.round(Math.min(Math.max(x, 0), 1) * 10000) / 10000

// pad makes a pad of an element with a canvas. send gets its orders, drawing says
// whether the finger draws.
export function pad (element, {send, drawing}) {
  const canvas = element.querySelector('canvas'), pen = canvas.getContext('2d')
  let lines = [], finger = null, unsent = [], sent = 0, at = null

  function place (e) {
    const box = element.getBoundingClientRect()
    return [round((e.clientX - box.left) / box.width), round((e.clientY - box.top) / box.height)]
  }
  function paint () {
    const {clientWidth: w, clientHeight: h} = canvas, scale = devicePixelRatio
    canvas.width = w * scale
    canvas.height = h * scale
    pen.scale(scale, scale)
    pen.strokeStyle = pen.fillStyle = getComputedStyle(element).getPropertyValue('--accent')
    pen.lineWidth = 3
    pen.lineCap = pen.lineJoin = 'round'
    for (const line of lines) {
      pen.beginPath()
      for (const [x, y] of line.length > 1 ? line : [line[0], line[0]]) pen.lineTo(x * w, y * h)
      pen.stroke()
    }
    if (at) {
      pen.beginPath()
      pen.arc(at[0] * w, at[1] * h, 12, 0, 7)
      pen.fill()
    }
  }
  // sendLine sends what was drawn and not sent. The next part begins where this ends.
  function sendLine () {
    if (unsent.length < 2 && !(unsent.length === 1 && lines.at(-1).length === 1)) return
    send({do: 'stroke', points: unsent})
    unsent = unsent.slice(-1)
    sent = Date.now()
  }
  function point (to) {
    at = to
    send({do: 'point', at})
  }

  element.addEventListener('pointerdown', e => {
    if (finger !== null || e.button) return
    element.classList.add('used')
    finger = e.pointerId
    element.setPointerCapture(finger)
    if (drawing()) {
      lines.push([place(e)])
      unsent = [place(e)]
      sent = Date.now()
    } else point(place(e))
    paint()
  })
  element.addEventListener('pointermove', e => {
    if (e.pointerId !== finger) return
    const to = place(e)
    if (!unsent.length) point(to)
    else {
      lines.at(-1).push(to)
      unsent.push(to)
      if (unsent.length === most || Date.now() - sent > every) sendLine()
    }
    paint()
  })
  for (const end of ['pointerup', 'pointercancel']) {
    element.addEventListener(end, e => {
      if (e.pointerId !== finger) return
      finger = null
      if (unsent.length) sendLine()
      else point(null)
      unsent = []
      paint()
    })
  }
  element.addEventListener('keydown', e => {
    const [x, y] = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]}[e.key] ?? []
    if (e.key === 'Escape' && at) point(null)
    else if (x !== undefined) {
      e.preventDefault()
      const [left, top] = at ?? [0.5, 0.5]
      point([round(left + x), round(top + y)])
    } else return
    paint()
  })
  element.addEventListener('blur', () => { if (at && finger === null) { point(null); paint() } })
  new ResizeObserver(paint).observe(element)
  return {
    // wipe forgets what was drawn.
    wipe: () => { lines = []; paint() },
    // shape gives the pad the proportions of the beamer, width by height.
    shape: ratio => element.style.setProperty('--ratio', ratio)
  }
}
