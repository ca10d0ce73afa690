// Replays the command buffers of wasm/draw on a canvas; the form is described in
// wasm/draw/buffer.go, and commands.go there reads it the same way. It is
// JavaScript because each call from Go costs a microsecond.
//
//   const colours = hopyard.palette(tokens)         once a theme: CSS colours by number
//   hopyard.paint(canvas, bytes, texts, colours)    a frame
void (() => {
  const hatches = new Map(), widths = new Map(), scratch = document.createElement('canvas')
  let family = 'sans-serif', lut = null, lutOf = null

  function palette (tokens) {
    const probe = document.body.appendChild(document.createElement('span')), c = scratch.getContext('2d')
    probe.hidden = true
    probe.style.forcedColorAdjust = 'none' // else all that are not the system's would be one
    const colours = tokens.split(' ').map(token => {
      probe.style.color = `var(${token})` // light-dark() and system colours resolve only in use
      c.fillStyle = getComputedStyle(probe).color
      return c.fillStyle
    })
    family = getComputedStyle(document.body).fontFamily
    probe.remove()
    widths.clear()
    return colours
  }

  // table holds the colours as the pixels of an image.
  function table (colours) {
    if (lutOf === colours) return lut
    lutOf = colours
    const bytes = new Uint8Array(colours.length * 4)
    colours.forEach((c, i) => { if (c[0] === '#') for (let k = 0; k < 4; k++) bytes[4 * i + k] = k < 3 ? parseInt(c.substr(1 + 2 * k, 2), 16) : 255 })
    return (lut = new Uint32Array(bytes.buffer))
  }

  function hatch (c, colour, kind, scale) {
    const key = colour + kind + scale
    if (hatches.has(key)) return hatches.get(key)
    if (hatches.size > 64) hatches.clear()
    const tile = document.createElement('canvas'), side = tile.width = tile.height = Math.round((kind % 2 ? 6 : 8) * scale), t = tile.getContext('2d')
    t.strokeStyle = colour
    t.lineWidth = 1.5 * scale
    if (kind === 3) { t.moveTo(0, side / 2); t.lineTo(side, side / 2) } // level; 0 rising, 1 crossed, 2 falling
    else if (kind === 4) { t.moveTo(side / 2, 0); t.lineTo(side / 2, side) } // upright
    else for (const d of [-side, 0, side]) {
      if (kind < 2) { t.moveTo(d - 1, side + 1); t.lineTo(d + side + 1, -1) }
      if (kind) { t.moveTo(d - 1, -1); t.lineTo(d + side + 1, side + 1) }
    }
    t.stroke()
    const pattern = c.createPattern(tile, 'repeat')
    pattern.setTransform(new DOMMatrix().scale(1 / scale))
    hatches.set(key, pattern)
    return pattern
  }

  function fit (c, text, most) {
    const key = c.font + most + text
    if (widths.size > 5000) widths.clear()
    if (!widths.has(key)) {
      let cut = text
      while (cut && c.measureText(cut === text ? text : cut + '…').width > most) cut = cut.slice(0, -1)
      widths.set(key, cut === text ? text : cut + '…')
    }
    return widths.get(key)
  }

  function image (c, bytes, p, at, colours) {
    const [x, y, w, h, cols, rows] = p
    if (scratch.width < cols || scratch.height < rows) { scratch.width = Math.max(scratch.width, cols); scratch.height = Math.max(scratch.height, rows) }
    const s = scratch.getContext('2d'), pixels = s.createImageData(cols, rows), to = new Uint32Array(pixels.data.buffer), from = table(colours)
    for (let i = 0; i < to.length; i++) to[i] = from[bytes[at + i]]
    s.putImageData(pixels, 0, 0)
    c.imageSmoothingEnabled = false
    c.drawImage(scratch, 0, 0, cols, rows, x, y, w, h)
  }

  function write (c, f, u, at, list, colours) {
    const style = u[at + 4], size = f[at + 2], most = f[at + 3]
    c.font = `${style & 4 ? 600 : 400} ${size}px ${family}`
    c.textAlign = ['left', 'center', 'right'][style & 3]
    let text = list[u[at + 5]]
    if (most > 0) text = fit(c, text, most)
    const y = f[at + 1] + (style & 8 ? size * 0.36 : 0)
    if (style >> 8) {
      c.strokeStyle = colours[style >> 8]
      c.lineWidth = 4
      c.setLineDash([])
      c.strokeText(text, f[at], y)
    }
    c.fillText(text, f[at], y)
  }

  // draw replays one command's figures; i is where they begin, p its parameters.
  const params = [0, 0, 1, 1, 3, 2, 2, 2, 1, 1, 0, 4, 0, 6]
  const words = [0, 4, 4, 4, 4, 4, 8, 2, 3, 4, 6, 0, 0, 0]
  const stroked = op => op === 2 || (op >= 4 && op <= 7)

  function figures (c, op, n, p, f, i) {
    const end = i + n * words[op]
    switch (op) {
      case 1: for (; i < end; i += 4) c.fillRect(f[i], f[i + 1], f[i + 2], f[i + 3]); break
      case 2: for (; i < end; i += 4) c.strokeRect(f[i], f[i + 1], f[i + 2], f[i + 3]); break
      case 3: for (; i < end; i += 4) { c.beginPath(); c.roundRect(f[i], f[i + 1], f[i + 2], f[i + 3], p[0]); c.fill() } break
      case 4: for (; i < end; i += 4) { c.beginPath(); c.roundRect(f[i], f[i + 1], f[i + 2], f[i + 3], p[2]); c.stroke() } break
      case 5: c.beginPath(); for (; i < end; i += 4) { c.moveTo(f[i], f[i + 1]); c.lineTo(f[i + 2], f[i + 3]) } c.stroke(); break
      case 6: c.beginPath(); for (; i < end; i += 8) { c.moveTo(f[i], f[i + 1]); c.bezierCurveTo(f[i + 2], f[i + 3], f[i + 4], f[i + 5], f[i + 6], f[i + 7]) } c.stroke(); break
      case 7: c.beginPath(); for (; i < end; i += 2) c.lineTo(f[i], f[i + 1]); c.stroke(); break
      case 8: c.beginPath(); for (; i < end; i += 3) { c.moveTo(f[i] + f[i + 2], f[i + 1]); c.arc(f[i], f[i + 1], f[i + 2], 0, 7) } p[0] ? c.stroke() : c.fill(); break
      case 9: for (; i < end; i += 4) c.fillRect(f[i], f[i + 1], f[i + 2], f[i + 3])
    }
  }

  function paint (canvas, bytes, texts, colours) {
    const f = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2), u = new Uint32Array(f.buffer, f.byteOffset, f.length)
    const scale = (window.devicePixelRatio || 1) * (canvas.zoom || 1), w = Math.round(f[0] * scale), h = Math.round(f[1] * scale), list = texts.split('\n')
    const c = canvas.getContext('2d')
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h }
    c.setTransform(1, 0, 0, 1, 0, 0)
    c.clearRect(0, 0, w, h)
    c.setTransform(scale, 0, 0, scale, 0, 0)
    c.lineJoin = 'round'
    for (let i = 2; i < f.length;) {
      const op = u[i] & 255, colour = colours[u[i] >> 8 & 255], n = u[i] >>> 16, p = f.subarray(i + 1, i + 1 + params[op])
      i += 1 + params[op]
      if (stroked(op) || (op === 8 && p[0])) { c.strokeStyle = colour; c.lineWidth = p[0] } else c.fillStyle = op === 9 ? hatch(c, colour, p[0], scale) : colour
      if (op >= 4 && op <= 7) c.setLineDash(p[1] ? [p[1], p[1] * 0.75] : []); else if (stroked(op) || op === 8) c.setLineDash([])
      if (op < 10) figures(c, op, n, p, f, i)
      else if (op === 10) for (let k = 0; k < n; k++) write(c, f, u, i + 6 * k, list, colours)
      else if (op === 11) { c.save(); c.beginPath(); c.rect(p[0], p[1], p[2], p[3]); c.clip() } else if (op === 12) c.restore()
      else if (op === 13) { image(c, bytes, p, 4 * i, colours); i += p[4] * p[5] + 3 >> 2 }
      i += n * words[op]
    }
  }

  globalThis.hopyard = { palette, paint }
})()
