import {kept} from './kept.js'

// speech is what experiments say: the texts of the reader's language, one file that
// comes with the program, and the line that screen readers read out.
export function speech (lab, view) {
  const texts = {}
  let spoken = {}, last = ''
  const load = async () => {
    const code = document.documentElement.lang, name = `lab/${code}.json`
    if (!texts[code]) {
      const answer = await fetch(JSON.parse(document.getElementById('assets').textContent)[name])
      if (!answer.ok) throw new Error(`${name} could not be loaded: ${answer.status}`)
      texts[code] = await answer.json()
    }
    if (code !== document.documentElement.lang) return load()
    spoken = texts[code]
    return code
  }
  const say = text => { if (text) view.live.textContent = last = text }
  const t = name => spoken[name] ?? ''
  const speak = async () => {
    const code = await load()
    view.name(t)
    lab.speak?.(code, JSON.stringify(spoken))
  }
  new MutationObserver(() => { if (view.shown()) speak().catch(() => {}) })
    .observe(document.documentElement, {attributes: true, attributeFilter: ['lang']})
  // How far it is, every few seconds at most.
  setInterval(() => {
    const now = document.querySelector('#lab-progress [data-live], #lab-progress b')?.textContent
    if (view.shown() && now && now !== last && kept.wasUnderway()) say(now)
  }, 5000)
  lab.say = say
  return {t, say, load, ready: speak}
}
