// The line that offers to go on with a room: one whose tab was closed, or one that
// comes from another computer.
import {kept} from './kept.js'
import {look, Refused} from './room.js'
import {filled, make, ready, texts} from './texts.js'

let line = null

// held tells whether another tab leads a room. A tab that does so answers by hold.
function held (code) {
  let yes = false
  const channel = globalThis.BroadcastChannel && new BroadcastChannel('hopyard-room')
  if (channel) {
    channel.onmessage = ({data}) => { yes ||= data?.held === code }
    channel.postMessage({asks: code})
  }
  return () => { channel?.close(); return yes }
}

// hold answers other tabs as long as this one leads a room; code gives which.
export function hold (code) {
  const channel = globalThis.BroadcastChannel && new BroadcastChannel('hopyard-room')
  if (channel) channel.onmessage = ({data}) => { if (data?.asks && data.asks === code()) channel.postMessage({held: data.asks}) }
  return () => channel?.close()
}

const away = () => { line?.remove(); line = null }

// enter goes on with a room: its run is opened, as after a reload.
function enter (room) {
  kept.resume(room)
  kept.set(room)
  if (room.where) history.replaceState(null, '', room.where)
  location.reload()
}

// fetched is a room with all that its server keeps of it; null where the room is over or
// the key is not its own.
export async function fetched (key, known) {
  try {
    const [joined, desk] = await look(key)
    const host = desk.host ?? {}
    return {...host, ...known, ...key, where: known?.where ?? host.where, joined}
  } catch (e) {
    if (e instanceof Refused && [401, 404].includes(e.status)) return null
    return known ? {...known, ...key} : undefined
  }
}

// offered is whether a room waits to be gone on with; focus brings the focus there.
export function offered (focus) {
  if (focus) line?.querySelector('button').focus()
  return Boolean(line)
}

// offer shows the line for the room of this browser, or for one by its key; data-offered
// says whether it does, once that is decided.
export async function offer (key) {
  await decide(key)
  document.documentElement.dataset.offered = line ? '1' : '0'
}

async function decide (key) {
  if (line || kept.here() && !key) return
  const before = key ? null : kept.before()
  if (!key && !before) return
  const elsewhere = held(before?.code)
  await ready(document.documentElement.lang || 'en')
  const room = await fetched(key ?? {code: before.code, secret: before.secret}, before)
  const say = name => texts(document.documentElement.lang || 'en', () => {})?.texts[name] ?? ''
  if (elsewhere() || line) return
  if (!room) {
    if (before) kept.forget(before.code)
    if (key) {
      line = make('aside', {id: 'hall-offer'}, make('p', {role: 'alert'}, say(room === null ? 'MoveOver' : 'HallAway')), make('button', {type: 'button', onclick: away}, say('Close')))
      document.body.append(line)
    }
    return
  }
  const {joined, ...state} = room
  const text = filled(say(joined === undefined ? 'GoOnAway' : 'GoOn'), {code: state.code, n: joined})
  line = make('aside', {id: 'hall-offer', 'aria-label': text}, make('p', {}, text),
    make('button', {type: 'button', className: 'primary', onclick: () => enter(state)}, say('GoOnYes')),
    make('button', {type: 'button', onclick: () => { kept.forget(state.code); away() }}, say('GoOnForget')))
  document.body.append(line)
}

// adopt goes on with the room of a key at once; false where there is none.
export async function adopt (key) {
  const room = await fetched(key)
  if (!room) return false
  const {joined, ...state} = room
  enter(state)
  return true
}
