// The speaker's phone: what the desk says (web/rooms, “What phones show”), and orders
// to the page on the beamer. The secret leaves the address at once and is kept as long
// as this tab.
import en from './lang/en/speaking.json'
import ru from './lang/ru/speaking.json'
import zh from './lang/zh/speaking.json'
import {follow, onReturn} from './phone/ask.js'
import {codeOf} from './phone/code.js'
import {byId, el, list, put, text} from './phone/dom.js'
import {orders} from './phone/orders.js'
import {pad} from './phone/pad.js'
import {texts} from './phone/texts.js'

const say = texts({en, ru, zh})
const kept = 'hopyard-hand'
const twice = 250 // ms within which a second press is the first one's trembling
let desk = null, feed = null, order = () => {}, trouble = '', unsure = false, rubber = null

// paired is the room and its secret, of the address or of this tab before.
function paired () {
  const [typed, secret] = location.hash.slice(1).split('.')
  if (secret) history.replaceState(null, '', location.pathname + '#' + typed)
  try {
    if (secret) sessionStorage.setItem(kept, JSON.stringify({code: codeOf(typed), secret}))
    return JSON.parse(sessionStorage.getItem(kept))
  } catch {
    return {code: codeOf(typed), secret}
  }
}

function start () {
  feed?.stop()
  const {code, secret} = paired() ?? {}
  label()
  if (!code || !secret) return still('Unpaired')
  put(byId('room'), say('Room', {code}))
  still('Waiting')
  order = orders(code, secret, failed)
  feed = follow(code + '/desk', {
    token: secret, trouble: name => { trouble = name; tell() },
    news: said => { desk = said; show() },
    refused: ({status}) => { desk = null; byId('desk').hidden = true; trouble = ''; tell(); still(status === 401 ? 'Stranger' : 'Over') }
  })
}

function failed ({do: what}, answer) {
  if (what === 'point' || answer?.status === 404 || answer?.status === 401) return
  unsure = true
  tell()
}

function still (name) { put(byId('still'), name && say(name)) }

function tell () { put(byId('trouble'), trouble ? say(trouble) : unsure ? say('NotSent') : '') }

// label says what the buttons and headings are, in the language of the room.
function label () {
  put(document.querySelector('h1'), say('Title'))
  for (const [id, name] of Object.entries({now: 'Now', then: 'Then', notes: 'Notes', why: 'Why'})) put(byId(id).firstElementChild, say(name))
  for (const [id, name] of Object.entries({back: 'Back', black: 'Black', draw: 'Draw', wipe: 'Wipe'})) put(byId(id), say(name))
  put(byId('next').firstElementChild, say('Next'))
  put(byId('elapsed').nextElementSibling, desk?.began ? say('Elapsed') : '')
  put(byId('clock').nextElementSibling, say('Clock'))
  byId('pad').setAttribute('aria-label', say('Pad'))
  put(byId('hint'), say(isOn('draw') ? 'PadDraw' : 'PadPoint'))
}

function show () {
  say.speak(desk.lang)
  const there = Object.keys(desk).some(name => name !== 'host') // that is for the lecture's own page
  still(there ? '' : 'Waiting')
  byId('desk').hidden = !there
  label()
  put(byId('place'), text(desk.place))
  put(byId('voted'), text(desk.voted))
  for (const id of ['now', 'then']) {
    const words = text(desk[id === 'now' ? 'now' : 'next'])
    byId(id).hidden = !words
    put(byId(id).lastElementChild, words)
  }
  for (const id of ['notes', 'why']) {
    byId(id).hidden = !list(desk[id]).length
    byId(id).lastElementChild.replaceChildren(...list(desk[id]).map(part => part?.rows ? table(part) : el('p', {}, text(part))))
  }
  put(byId('next').lastElementChild, text(desk.press))
  press('black', desk.black === true)
  const [width, height] = list(desk.beamer).map(Number)
  if (width > 0 && height > 0) rubber.shape(width / height)
  clocks()
}

// table is a part of the desk that has rows; on is the row that was taken.
function table ({caption, head, rows, on}) {
  const row = (cells, kind, at) => el('tr', {class: at === on && 'on'}, list(cells).map(cell => el(kind, kind === 'th' ? {scope: 'col'} : {}, text(cell))))
  return el('table', {}, list(caption).length > 0 && el('caption', {}, list(caption).map(line => el('span', {}, text(line)))),
    list(head).length > 0 && el('thead', {}, row(head, 'th')), el('tbody', {}, list(rows).map((cells, i) => row(cells, 'td', i))))
}

// clocks tells the time of day, and how long the lecture has lasted.
function clocks () {
  const two = n => String(n).padStart(2, '0'), now = new Date()
  put(byId('clock'), `${now.getHours()}:${two(now.getMinutes())}`)
  const seconds = Math.floor((now - desk?.began) / 1000)
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60
  put(byId('elapsed'), seconds >= 0 ? (hours ? `${hours}:${two(minutes)}` : String(minutes)) + ':' + two(seconds % 60) : '')
}

const isOn = id => byId(id).getAttribute('aria-pressed') === 'true'
const press = (id, on) => byId(id).setAttribute('aria-pressed', on)

// awake keeps the screen on, where the browser can and the page may.
async function awake () {
  try { await navigator.wakeLock?.request('screen') } catch {}
}

const pressed = {}
for (const id of ['next', 'back', 'black']) {
  byId(id).addEventListener('click', () => {
    if (Date.now() - pressed[id] < twice) return
    pressed[id] = Date.now()
    unsure = false
    tell()
    order({do: id})
  })
}
byId('draw').addEventListener('click', () => {
  press('draw', !isOn('draw'))
  byId('pad').classList.toggle('draw', isOn('draw'))
  byId('pad').classList.remove('used')
  label()
})
byId('wipe').addEventListener('click', () => { rubber.wipe(); order({do: 'wipe'}) })
rubber = pad(byId('pad'), {send: what => order(what), drawing: () => isOn('draw')})
setInterval(clocks, 1000)
onReturn(() => { feed?.wake(); awake() })
addEventListener('hashchange', () => location.hash.includes('.') && start())
addEventListener('pointerdown', awake, {once: true})
start()
