// What both windows say, and the notes of lessons: one file a language, which comes
// when a lecture begins.
const packs = {}, coming = {}

// texts are those of a language, once they are there; then is called if they come
// later.
export function texts (code, then) {
  if (packs[code] === undefined) {
    packs[code] = null
    coming[code] = hopyard.fetch(`lecture/${code}.json`, pack => { packs[code] = pack; then() }).catch(() => { delete packs[code] })
  }
  return packs[code]
}

// ready is when the texts of a language have come, or cannot be had.
export const ready = code => texts(code, () => {}) ? null : coming[code]

// filled is a text with its gaps filled: {at} with what at is.
export const filled = (text, gaps) => text.replace(/\{(\w+)\}/g, (gap, name) => gaps[name] ?? gap)

// thens are the texts of what the next press does, by what wasm/app/lecture says.
export const thens = ['ThenNothing', 'ThenStep', 'ThenAsk', 'ThenAnswer', 'ThenBack', 'ThenWait']

// plainly is the text of a sentence of the page.
export const plainly = html => html ? make('template', {innerHTML: html}).content.textContent.trim() : undefined

// make is an element with properties and children.
export function make (tag, properties, ...children) {
  const e = document.createElement(tag)
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (name in e && !name.includes('-')) e[name] = value
    else e.setAttribute(name, value)
  }
  e.append(...children)
  return e
}
