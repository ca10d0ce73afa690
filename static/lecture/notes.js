// Notes as elements. They come as blocks of runs of text (wasm/app/lecture/markdown),
// which become text and nothing else.
import {make} from './texts.js'

const styles = [null, 'em', 'strong', 'code', 'a'], blocks = ['p', 'li', 'li', 'h3', 'pre']

export function written (list) {
  const out = []
  for (const [kind, spans] of list) {
    const e = make(blocks[kind], {}, ...spans.map(([style, text, address]) => !style ? text
      : make(styles[style], style === 4 ? {href: address, target: '_blank', rel: 'noopener noreferrer'} : {}, text)))
    if (kind !== 1 && kind !== 2) { out.push(e); continue }
    const tag = kind === 1 ? 'UL' : 'OL'
    if (out.at(-1)?.tagName !== tag) out.push(make(tag, {}))
    out.at(-1).append(e)
  }
  return out
}
