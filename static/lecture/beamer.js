// The page on a beamer: larger, with the sentence, the machine and the timeline
// alone; the keys of remotes; and what the speaker's window is told.
import {awake} from './awake.js'
import {join} from './channel.js'
import {hall} from './hall.js'
import {pointer} from './laser.js'
import {plan as planned} from './plan.js'
import {pressed} from './remote.js'
import {filled, make, plainly, ready, structured, texts, thens} from './texts.js'

const root = document.documentElement, canvases = ['machine-canvas', 'timeline-canvas']

// kept is a text that stays over a reload of this window.
function kept (name, make) {
  try {
    return sessionStorage[`hopyard.lecture.${name}`] ??= make()
  } catch { return make() }
}

// scale is how much larger everything is than on the page: type is 1.6 times as
// large on a beamer of 1024 by 768, and of the same share of the picture on others.
// Small screens get what fits.
const scale = () => innerWidth < 700 ? 1.15 : Math.max(1.6, Math.min(innerWidth / 600, innerHeight / 430))

export function beamer (styled) {
  const plain = {resized: hopyard.resized, pointer: hopyard.pointer}
  const id = kept('id', () => Math.random().toString(36).slice(2, 10) + Date.now().toString(36))
  let act, z = 1, told, code = 'en', said = {}, on = false, wanted = false, sleep, laser, parts, tell, blackened = false, room
  let began = 0, hand = '', moved = null
  const plan = planned(keys => hopyard.hall.plan(keys))

  // The pictures are drawn as if they were smaller, at a higher resolution: so
  // their type grows with the page's.
  hopyard.resized = (name, w, h, s) => canvases.includes(name) && on ? plain.resized(name, w / z, h / z, s * z) : plain.resized(name, w, h, s)
  hopyard.pointer = (name, kind, x, y, dx, dy, held) => {
    const f = canvases.includes(name) && on ? z : 1
    plain.pointer(name, kind, x / f, y / f, kind === 'wheel' ? dx : dx / f, kind === 'wheel' ? dy : dy / f, held)
  }
  const picture = () => {
    for (const name of canvases) {
      const canvas = document.getElementById(name), r = canvas.getBoundingClientRect()
      canvas.zoom = on ? z : 1
      if (r.width) hopyard.resized(name, r.width, r.height, devicePixelRatio)
    }
  }
  const measure = () => {
    z = scale()
    root.style.setProperty('--z', z.toFixed(3))
    picture()
  }
  const resize = () => { if (on) { measure(); fit(); room.fit() } }

  // What does not fit beside the pictures is left out: the sentence stays.
  const fit = () => {
    const why = document.getElementById('why')
    delete root.dataset.tight
    if (why.scrollHeight > why.clientHeight + 1) root.dataset.tight = '1'
  }

  const say = name => said[name] ?? ''
  const live = text => { if (parts) parts.live.textContent = text }
  const speak = () => {
    const pack = texts(code, () => { if (on) { speak(); act('texts') } })
    if (!pack) return
    said = pack.texts
    parts.all.setAttribute('aria-label', say('Lecture'))
    parts.bar.setAttribute('aria-label', say('Lecture'))
    parts.head.textContent = say('Lecture')
    for (const b of parts.bar.querySelectorAll('button')) b.title = b.dataset.key ? `${say(b.dataset.says)} (${b.dataset.key})` : say(b.dataset.says)
    face(room?.here(asks()) ?? null)
    parts.black.setAttribute('aria-label', say('IsBlack'))
    parts.link.textContent = say('ByHand')
    parts.held.firstChild.textContent = say('Blocked') + ' '
    if (!parts.live.textContent) live(say('On'))
  }

  // asks is whether a question stands that the hall may be asked.
  const asks = () => told?.then === 3
  // pressing is what the next press does, where the room says so.
  const pressing = at => {
    switch (at?.phase) {
      case 'wait': return asks() ? at.cannot ? '' : 'ThenVote' : at.joining ? 'ThenRun' : told && plan.due(told.at) ? 'ThenOwn' : ''
      case 'vote': return at.once ? 'ThenBars' : 'ThenDiscuss'
      case 'discuss': return 'ThenRevote'
      case 'revote': return 'ThenBars'
      case 'bars': return at.poll ? 'ThenOn' : 'ThenReveal'
      case 'reveal': return 'ThenOn'
    }
    return ''
  }
  // coming says what the hall is asked next, or why nothing is and what to press.
  const coming = at => {
    if (!at?.phase) return say('AsksRoom')
    if (at.phase === 'reveal') return at.similar ? say('AsksSimilar') : at.alone ? say('SimilarNone') : ''
    if (at.phase !== 'wait' || asks() || !told) return ''
    const next = plan.next(told.at, told.asks)
    if (next) return filled(say(next.own ? 'AsksOwn' : 'AsksNext'), {at: next.clock ?? '', step: next.step, ask: next.ask})
    if (!told.asks) return say('AsksOff')
    return plan.known() ? say(plan.some() ? 'AsksNone' : 'AsksEmpty') : ''
  }
  // face writes on the bar what next does in a room, and how to come to one.
  const face = at => {
    const put = (what, text) => {
      const b = parts.bar.querySelector(`[data-does=${what}]`)
      if (b.textContent !== text) b.textContent = text
      b.ariaLabel = /\s/.test(text) ? `${text.replace(/^\S\s/, '')} (${b.dataset.key})` : b.title
    }
    const does = {ThenVote: 'DoVote', ThenOwn: 'DoOwn', ThenRun: 'DoRun', ThenDiscuss: 'DoDiscuss', ThenRevote: 'DoRevote', ThenBars: 'DoBars', ThenReveal: 'DoReveal', ThenOn: 'DoOn'}[pressing(at)]
    put('next', does ? `› ${say(does)}` : '›')
    put('room', at?.phase ? '✓' : `✓ ${say('OpenRoom')}`)
    put('speaker', root.dataset.joined || innerWidth < 1000 ? '▤' : `▤ ${say('Speaker')}`)
    put('seek', `? ${say('DoSeek')}`)
    put('similar', `≈ ${say('DoSimilar')}`)
    parts.bar.querySelector('[data-does=similar]').hidden = !at?.similar
    parts.bar.querySelector('[data-does=seek]').hidden = at?.phase !== 'wait' || asks() || !told || !plan.next(told.at, told.asks)
  }
  const report = () => {
    const at = room?.here(asks()) ?? null, then = pressing(at)
    if (parts) face(at)
    tell?.({told, began, blackened, hall: at && {...at, then}, coming: coming(at), plan: plan.told(), hand, key: moved, code: root.lang || 'en', theme: root.dataset.theme, palette: root.dataset.palette})
    const q = at?.asked
    room?.desk({
      lang: root.lang || 'en', place: told?.step, now: q ? q.ask : plainly(told?.now), next: q ? q.right && filled(say('HallAnswer'), {answer: q.right}) : plainly(told?.ask || told?.next), press: say(then || thens[told?.then ?? 5]),
      notes: (told?.notes ?? []).map(([, spans]) => spans.map(s => s[1]).join('')), why: q ? q.why : told?.why ? structured(told.why) : [], began, black: blackened, beamer: [innerWidth, innerHeight],
      ...at?.open && {voted: filled(say('HallVoted'), {n: at.voted, of: at.joined})},
    })
  }
  const black = want => {
    blackened = want
    parts.black.hidden = !want
    live(want ? say('IsBlack') : say('IsBack'))
    report()
  }
  const address = () => `${location.pathname}#speaker=${id}`
  const openSpeaker = () => {
    const w = tell && open(address(), `hopyard-speaker-${id}`, 'popup,width=1120,height=780')
    parts.held.hidden = Boolean(w)
    if (w) { w.focus?.(); return }
    if (!tell) { parts.held.replaceChildren(say('NoChannel')); live(say('NoChannel')); return }
    live(say('Blocked'))
    parts.link.focus()
  }

  // warn says at the foot of the picture what is in the way; '' takes it away.
  const warn = text => {
    if (!parts) return
    parts.held.hidden = !text
    if (text) parts.held.replaceChildren(text)
  }

  const does = {
    next: () => { if (blackened) black(false); else if (!room.next(asks(), told)) act('next') },
    seek: () => room.here()?.code ? room.seek(asks(), told) : act('question'),
    ask: () => act('asks'),
    similar: () => room.similar(),
    tick: ({key}) => { plan.tick(key); report() },
    none: () => { plan.none(); report() },
    add: ({question}) => { plan.add(question); report() },
    drop: ({id}) => { plan.drop(id); report() },
    go: ({step}) => { if ((room.here()?.phase ?? 'wait') === 'wait') hopyard.hall.go(step) },
    adopt: ({room: which}) => room.adopt(which),
    move: () => { moved = room.key(); report(); moved = null },
    back: () => { if (!room.back()) act('back') },
    room: () => room.opens().then(warn),
    skip: () => room.skip(),
    hand: () => { hand = room.hand(); report(); hand = '' },
    save: () => room.save(),
    shut: () => room.shut(),
    black: () => black(!blackened),
    screen: () => document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.().catch(() => {}),
    speaker: openSpeaker,
    laser: () => {
      const now = laser.toggle()
      parts.bar.querySelector('[data-does=laser]').setAttribute('aria-pressed', now)
      root.toggleAttribute('data-laser', now)
    },
    clear: () => laser.clear(),
    leave: () => blackened ? black(false) : act('leave'),
    restart: () => { began = Date.now(); try { sessionStorage['hopyard.lecture.began'] = began } catch {} report() },
  }
  const key = e => {
    const what = pressed(e)
    if (!what || what === 'leave' && document.activeElement?.closest?.('dialog[open]')) return
    e.preventDefault()
    e.stopImmediatePropagation()
    does[what]()
  }
  const hear = ({hello, does: what, ...more}) => {
    if (hello) { root.dataset.joined = '1'; return report() }
    if (['next', 'back', 'black', 'clear', 'restart', 'room', 'skip', 'hand', 'save', 'shut', 'seek', 'similar', 'ask', 'tick', 'none', 'add', 'drop', 'go', 'adopt', 'move'].includes(what)) does[what](more)
  }
  // order carries out what the phone in the speaker's hand asks for.
  const order = ({do: what, at, points}) => {
    if (['next', 'back', 'black'].includes(what)) does[what]()
    else if (what === 'point') laser.at(at)
    else if (what === 'stroke') laser.stroke(points)
    else if (what === 'wipe') laser.clear()
  }
  const leaving = () => tell?.({gone: true})

  // The bar is there for a mouse and for fingers, and goes when nobody needs it.
  let fade
  const stir = () => {
    parts.bar.classList.add('on')
    clearTimeout(fade)
    fade = setTimeout(() => parts?.bar.classList.remove('on'), 3500)
  }
  const button = (what, says, key, face) => make('button', {type: 'button', 'data-does': what, 'data-says': says, 'data-key': key}, face)
  const build = () => {
    const bar = make('div', {id: 'lecture-bar', 'role': 'toolbar', onclick: e => {
      const b = e.target.closest('[data-does]')
      if (b) does[b.dataset.does]()
    }},
      button('back', 'Back', '←', '‹'), button('next', 'Next', '→', '›'), button('seek', 'Seek', 'N', '?'), button('similar', 'Similar', 'Q', '≈'), button('laser', 'Laser', 'P', '●'), button('clear', 'Clear', 'X', '⌫'),
      button('speaker', 'Speaker', 'S', '▤'), button('screen', 'Full', 'F5', '▢'), button('room', 'Room', 'V', '✓'), button('black', 'Black', 'B', '■'), button('leave', 'Leave', 'Esc', '✕'))
    bar.querySelector('[data-does=laser]').setAttribute('aria-pressed', 'false')
    const link = make('a', {href: address(), target: '_blank', rel: 'noopener', onclick: () => { parts.held.hidden = true }})
    const held = make('p', {id: 'lecture-held', hidden: true}, ' ', link)
    const cover = make('div', {id: 'lecture-black', hidden: true, role: 'img', onclick: () => black(false)})
    const voice = make('p', {className: 'sr', role: 'status'})
    laser = pointer('.stage')
    const head = make('h1', {className: 'sr'}, document.getElementById('lecture').textContent), all = make('section', {}, head, held, bar, cover, voice)
    document.body.append(laser.canvas, all)
    parts = {all, head, bar, link, held, black: cover, live: voice}
    room = hall({into: all, say, live, changed: () => { if (on) report() }, act, point: order, plan, warn})
  }

  return {
    begin (f) {
      act = f
      wanted = true
      began = +kept('began', Date.now)
      tell ??= join(id, 'beamer', m => on && hear(m))
      Promise.all([styled, ready(root.lang || 'en')]).then(() => {
        if (on || !wanted) return
        on = true
        build()
        root.dataset.lecture = '1'
        code = root.lang || 'en'
        speak()
        measure()
        sleep = awake()
        addEventListener('keydown', key, true)
        addEventListener('pointermove', stir, {passive: true})
        addEventListener('resize', resize)
        addEventListener('pagehide', leaving)
        stir()
        document.getElementById('why').focus({preventScroll: true})
        act('looks')
        act('texts')
      })
    },
    // show takes what the speaker is to be told of the step on screen.
    show (t) {
      if (!on) return
      if (told?.step !== t.step || told?.now !== t.now) laser.clear()
      told = t
      plan.stepped(t.at)
      if ((root.lang || 'en') !== code) { code = root.lang || 'en'; speak() }
      root.dataset.then = t.then
      if (t.then !== 5) room.found(t.then === 3)
      fit()
      report()
    },
    // questions are those of a run, by its print; null while they are not known.
    questions (list, run) {
      plan.take(list, run)
      if (on) report()
    },
    // notes are those of a lesson, by its title in English, as [at in milliseconds
    // or -1, text]; undefined for none, or as long as they have not come.
    notes (title, language) { return texts(language, () => on && act('texts'))?.notes[title] },
    end () {
      wanted = false
      if (!on) return
      on = false
      leaving()
      removeEventListener('keydown', key, true)
      removeEventListener('pointermove', stir)
      removeEventListener('resize', resize)
      removeEventListener('pagehide', leaving)
      sleep()
      laser.end()
      room.leave()
      parts.all.remove()
      clearTimeout(fade)
      parts = told = room = undefined
      blackened = false
      for (const name of ['lecture', 'tight', 'then', 'laser', 'joined']) delete root.dataset[name]
      root.style.removeProperty('--z')
      if (document.fullscreenElement) document.exitFullscreen()
      try { delete sessionStorage['hopyard.lecture.began'] } catch {}
      picture()
      act('looks')
      document.getElementById('lecture').focus({preventScroll: true})
    },
  }
}
