// QR codes, loaded when one is first wanted. Dark on light whatever the theme: many
// readers take nothing else. The white edge of four squares is part of a code.
import {correction, generate} from 'lean-qr'

hopyard.drawQR = (element, text) => {
  const code = generate(text, {minCorrectionLevel: correction.L, maxCorrectionLevel: text.length > 500 ? correction.L : correction.Q})
  const svg = 'http://www.w3.org/2000/svg', edge = 4, side = code.size + 2 * edge
  let dark = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0, n; x < code.size; x += n || 1) {
      for (n = 0; code.get(x + n, y);) n++
      if (n) dark += `M${x + edge} ${y + edge}h${n}v1h-${n}z`
    }
  }
  const add = (parent, name, attributes) => {
    const e = document.createElementNS(svg, name)
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value)
    parent.append(e)
    return e
  }
  element.replaceChildren()
  const picture = add(element, 'svg', {viewBox: `0 0 ${side} ${side}`, 'shape-rendering': 'crispEdges', 'aria-hidden': 'true'})
  add(picture, 'path', {d: `M0 0h${side}v${side}h-${side}z`, fill: '#fff'})
  add(picture, 'path', {d: dark, fill: '#000'})
}
