// The pointer on the beamer: a dot with a short trail while the mouse is held, or
// all the time if it is switched on; and strokes drawn by a finger or a pen, which
// stay until they are wiped away.
import {make} from './texts.js'

const trail = 280 // milliseconds that a place of the dot stays

// pointer draws over the page, and takes what is drawn on where from the page.
export function pointer (where) {
  const canvas = make('canvas', {id: 'lecture-laser', 'aria-hidden': 'true'})
  const c = canvas.getContext('2d'), still = matchMedia('(prefers-reduced-motion: reduce)')
  let dot = [], strokes = [], stroke = null, held = false, afar = false, always = false, asked = false
  const red = () => getComputedStyle(canvas).color
  const later = () => { if (!asked) { asked = true; requestAnimationFrame(draw) } }
  const line = (points, width, colour) => {
    c.lineWidth = width
    c.strokeStyle = colour
    c.lineCap = c.lineJoin = 'round'
    c.beginPath()
    points.forEach(([x, y], i) => i ? c.lineTo(x, y) : c.moveTo(x, y))
    if (points.length === 1) c.lineTo(points[0][0] + 0.1, points[0][1])
    c.stroke()
  }
  function draw (now) {
    asked = false
    const scale = devicePixelRatio, w = Math.round(innerWidth * scale), h = Math.round(innerHeight * scale)
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h }
    c.setTransform(scale, 0, 0, scale, 0, 0)
    c.clearRect(0, 0, innerWidth, innerHeight)
    const size = Math.max(7, innerHeight / 110), colour = red()
    for (const s of strokes) line(s, size * 0.7, colour)
    const last = dot.at(-1)
    while (dot.length && (now - dot[0][2] > trail) && dot.length > (held || afar || always ? 1 : 0)) dot.shift()
    if (!still.matches && document.documentElement.dataset.motion !== 'off') {
      for (let i = 1; i < dot.length; i++) {
        c.globalAlpha = 0.5 * i / dot.length
        line(dot.slice(i - 1, i + 1), size * 1.4 * i / dot.length, colour)
      }
      c.globalAlpha = 1
    }
    if (last && (held || afar || always)) {
      c.beginPath()
      c.arc(last[0], last[1], size, 0, 7)
      c.fillStyle = colour
      c.fill()
      c.lineWidth = size / 3
      c.strokeStyle = '#fff'
      c.stroke()
    }
    canvas.dataset.dot = last && (held || afar || always) ? '1' : ''
    canvas.dataset.strokes = strokes.length
    if (dot.length > 1 || dot.length && !held && !afar && !always) later()
  }
  const mark = e => { dot.push([e.clientX, e.clientY, performance.now()]); later() }
  const on = (kind, f) => addEventListener(kind, f, {capture: true, passive: false})
  const off = []
  const listen = (kind, f) => { on(kind, f); off.push(() => removeEventListener(kind, f, {capture: true})) }
  const mine = e => e.target.closest?.(where) // the rest of the page stays as it is
  listen('pointerdown', e => {
    if (!mine(e) || e.button) return
    e.stopPropagation()
    if (e.pointerType === 'mouse') {
      held = true
      dot = []
      mark(e)
    } else {
      e.preventDefault()
      strokes.push(stroke = [[e.clientX, e.clientY]])
      later()
    }
  })
  listen('pointermove', e => {
    if (stroke) { e.stopPropagation(); stroke.push([e.clientX, e.clientY]); later() }
    else if (held || always && e.pointerType === 'mouse') { if (held) e.stopPropagation(); mark(e) }
  })
  const up = e => {
    if (stroke || held) e.stopPropagation()
    stroke = null
    if (held) { held = false; later() }
  }
  listen('pointerup', up)
  listen('pointercancel', up)
  return {
    canvas,
    toggle () { always = !always; dot = []; later(); return always },
    // at puts the dot where a phone points, in fractions of the picture; null: away.
    at (place) {
      afar = Array.isArray(place) && place.length === 2 && place.every(Number.isFinite)
      if (afar) dot.push([place[0] * innerWidth, place[1] * innerHeight, performance.now()])
      later()
    },
    // stroke adds a line that was drawn on a phone.
    stroke (points) {
      if (!Array.isArray(points)) return
      const line = points.slice(0, 100).filter(p => Array.isArray(p) && p.every(Number.isFinite)).map(([x, y]) => [x * innerWidth, y * innerHeight])
      if (line.length) { strokes = [...strokes.slice(-200), line]; later() }
    },
    clear () { if (strokes.length) { strokes = []; later() } },
    end () { for (const f of off) f(); canvas.remove() },
  }
}
