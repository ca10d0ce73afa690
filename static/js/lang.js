// The reader's language: ?lang=, what was chosen on an earlier visit, the
// browser's. The page's own text is English in index.html; elements name what
// they say with data-t, and attributes with data-t-title, data-t-label and
// data-t-placeholder. What the program has written over is left to it.
const picker = document.getElementById('pick-lang')
const known = [...picker.options].map(o => o.value)
const main = code => String(code ?? '').toLowerCase().split('-')[0]
const stored = () => { try { return localStorage.getItem('hopyard.lang') } catch { return null } }
const chosen = () => [new URLSearchParams(location.search).get('lang'), stored(), ...navigator.languages]
  .map(main).find(code => known.includes(code)) || 'en'

const packs = {}
const load = code => packs[code] ||= (async () => {
  if (code === 'en') return null
  const name = `lang/${code}.json`
  const answer = await fetch(JSON.parse(document.getElementById('assets').textContent)[name])
  if (!answer.ok) throw new Error(`${name} could not be loaded: ${answer.status}`)
  return answer.json()
})()

// Every text of index.html: how to read and write it, its key, what it says in
// English, and what was written last.
const kinds = {t: null, tTitle: 'title', tLabel: 'aria-label', tPlaceholder: 'placeholder'}
const read = t => t.attribute ? t.element.getAttribute(t.attribute) : t.element.innerHTML
function find () {
  const list = []
  for (const element of document.querySelectorAll('[data-t],[data-t-title],[data-t-label],[data-t-placeholder]')) {
    for (const [kind, attribute] of Object.entries(kinds)) {
      if (!(kind in element.dataset)) continue
      const text = {element, attribute, key: element.dataset[kind]}
      text.english = text.last = read(text)
      list.push(text)
    }
  }
  return list
}
const texts = find()
function say (shell) {
  for (const text of texts) {
    if (read(text) !== text.last) continue
    const now = shell?.[text.key] || text.english
    if (now !== text.last) {
      if (text.attribute) text.element.setAttribute(text.attribute, now)
      else text.element.innerHTML = now
    }
    text.last = read(text)
  }
}

let wanted
async function speak (code) {
  wanted = code
  const pack = await load(code)
  if (wanted !== code) return null // another one was chosen meanwhile
  say(pack?.shell)
  document.documentElement.lang = picker.value = code
  return {code, pack}
}
const first = chosen()
let ready
if (first !== 'en') speak(first).then(said => { ready = said }, console.error)

// What the reader picks is kept, and asked for by the program, which may come
// only after that.
let asked = first
picker.addEventListener('change', () => {
  asked = picker.value
  try { localStorage.setItem('hopyard.lang', asked) } catch {}
})

// The program asks for the language that is there already, or on its way.
hopyard.spoken = () => ready?.pack && ready.code === asked ? ready : null
hopyard.chosen = () => asked
// speak changes the language and hands over its texts; nothing is called if
// another was chosen meanwhile.
hopyard.speak = async (code, done) => {
  const said = await speak(known.includes(main(code)) ? main(code) : 'en')
  if (said) done(said.code, said.pack)
}
