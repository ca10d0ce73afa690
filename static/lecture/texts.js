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

// structured is what the panel of reasons says, for the phone in the hand: sentences, and
// tables as {caption, head, rows, on}; on is the row that was taken. A list of tests or
// figures is a table, too. Columns that hold a drawing alone are left out.
export function structured (html) {
  const trim = e => e.textContent.replace(/\s+/g, ' ').trim(), out = []
  const lines = e => e.innerHTML.split(/<br\s*\/?>/).map(plainly).filter(Boolean)
  for (const e of make('template', {innerHTML: html}).content.children) {
    if (e.matches('table')) {
      const rows = [...e.querySelectorAll('tbody tr')], cells = rows.map(row => [...row.children].map(trim))
      const some = i => cells.some(row => row[i]), only = row => row.filter((_, i) => some(i))
      out.push({
        caption: [...e.querySelectorAll('caption')].flatMap(lines), head: only([...e.querySelectorAll('thead th')].map(trim)),
        rows: cells.map(only), on: rows.findIndex(row => row.matches('.on')),
      })
    } else if (e.matches('ul')) {
      const mark = li => li.matches('.ok, :has(.ok)') ? '✓ ' : li.matches('.no, :has(.no)') ? '✕ ' : ''
      out.push({rows: [...e.children].map(li => {
        const value = li.querySelector(':scope > span'), rest = li.cloneNode(true)
        rest.querySelector(':scope > span')?.remove()
        return [mark(li) + trim(rest), value ? trim(value) : '']
      })})
    } else if (e.matches('dl')) out.push({rows: [...e.children].map(div => [...div.children].map(trim))})
    else if (trim(e)) out.push(...lines(e))
  }
  return out
}

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
