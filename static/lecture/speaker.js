// The speaker's window: what the lecture in the other window tells, and buttons
// that drive it. It keeps nothing: after a reload all is told anew.
import {join} from './channel.js'
import {coming, leaving} from './moving.js'
import {written} from './notes.js'
import {questions} from './questions.js'
import {pressed} from './remote.js'
import {filled, make, texts, thens} from './texts.js'

const attributes = ['class', 'colspan', 'data-job', 'data-pattern', 'd', 'fill', 'height', 'lang', 'rx', 'ry', 'scope', 'stroke', 'viewBox', 'width', 'x', 'y']

// panel is what a panel of the page says, with nothing in it that could be
// operated: that works in the other window alone.
function panel (html) {
  const box = make('template', {innerHTML: html}).content
  for (const e of [...box.querySelectorAll('*')]) {
    for (const {name} of [...e.attributes]) if (!attributes.includes(name)) e.removeAttribute(name)
    if (/^(script|style|link|iframe|object|embed|img|form|input)$/i.test(e.localName)) e.remove()
    else if (/^(button|a|details|summary)$/.test(e.localName)) e.replaceWith(...e.childNodes)
  }
  return box
}

export function speaker (id) {
  let state = {}, said = {}, code = '', answered = false
  const body = document.body, two = n => String(n).padStart(2, '0')
  body.replaceChildren()
  body.hidden = false
  document.documentElement.dataset.speaker = '1'
  const part = (name, tag = 'section') => {
    const title = make('h2', {id: `speaker-${name}-title`}), content = make('div', {id: `speaker-${name}`})
    return make(tag, {className: `panel speaker-${name}`, 'aria-labelledby': title.id}, title, content)
  }
  const text = (name, value) => { const e = document.getElementById(name); if (e.textContent !== value) e.textContent = value }
  const fill = (name, ...nodes) => document.getElementById(name).replaceChildren(...nodes)
  const does = what => make('button', {type: 'button', 'data-does': what})
  body.append(
    make('header', {className: 'speaker-top'}, make('h1', {id: 'speaker-title'}), make('p', {id: 'speaker-step'}),
      make('p', {className: 'speaker-time'}, make('span', {id: 'speaker-clock-name'}), ' ', make('b', {id: 'speaker-clock'})),
      make('p', {className: 'speaker-time'}, make('span', {id: 'speaker-elapsed-name'}), ' ', make('b', {id: 'speaker-elapsed'}), ' ', does('restart'))),
    make('p', {id: 'speaker-away', role: 'status'}),
    make('main', {className: 'speaker'}, part('notes'), part('now'), part('next'), part('why')),
    make('section', {className: 'speaker-hall'}, make('b', {id: 'speaker-room'}), make('span', {id: 'speaker-votes', role: 'status'}),
      ...['room', 'seek', 'ask', 'similar', 'questions', 'skip', 'hand', 'move', 'adopt', 'save', 'shut'].map(does), make('p', {id: 'speaker-coming', role: 'status'}),
      make('div', {id: 'speaker-hand', hidden: true}, make('div', {className: 'hall-qr', role: 'img'}), make('p')), make('div', {id: 'speaker-move', hidden: true})),
    make('footer', {className: 'speaker-bottom'}, does('back'), does('next'), make('p', {id: 'speaker-then', role: 'status'}), does('black'),
      make('button', {type: 'button', 'data-size': '-1'}, 'A−'), make('button', {type: 'button', 'data-size': '1'}, 'A+')))
  for (const name of ['notes', 'why', 'next', 'now']) document.getElementById(`speaker-${name}`).tabIndex = 0
  for (const name of ['notes', 'why', 'next', 'now']) document.getElementById(`speaker-${name}`).setAttribute('role', 'group')
  for (const name of ['notes', 'why', 'next', 'now']) document.getElementById(`speaker-${name}`).setAttribute('aria-labelledby', `speaker-${name}-title`)

  const drive = (what, more) => tell?.({...more, does: what})
  const list = questions({drive, say: name => said[name] ?? ''})
  const tick = () => {
    const now = new Date(), gone = Math.max(0, Math.floor((now - (state.began || now)) / 1000))
    text('speaker-clock', `${two(now.getHours())}:${two(now.getMinutes())}`)
    text('speaker-elapsed', `${Math.floor(gone / 60)}:${two(gone % 60)}`)
  }
  const head = (name, title, small) => {
    const e = document.getElementById(`speaker-${name}-title`)
    e.replaceChildren(title, ...small ? [' ', make('small', {}, small)] : [])
  }
  const show = () => {
    const t = state.told, pack = texts(code || 'en', show)
    said = pack?.texts ?? {}
    document.title = `${said.Speaker ?? ''} · Hopyard`
    const away = t ? state.gone ? said.Gone : state.blackened ? said.IsBlack : '' : answered ? said.Gone : said.Waiting
    text('speaker-away', away ?? '')
    document.documentElement.toggleAttribute('data-away', Boolean(away))
    if (!pack) return
    text('speaker-clock-name', said.Clock)
    text('speaker-elapsed-name', said.Elapsed)
    for (const [what, name, key] of [['restart', 'Restart', ''], ['back', 'Back', '←'], ['next', 'Next', '→'], ['black', 'Black', 'B']]) {
      const b = body.querySelector(`[data-does=${what}]`)
      if (b.dataset.text !== said[name]) {
        b.dataset.text = said[name]
        b.replaceChildren(said[name], ...key ? [' ', make('kbd', {}, key)] : [])
      }
    }
    for (const b of body.querySelectorAll('[data-size]')) b.title = said[b.dataset.size > 0 ? 'Larger' : 'Smaller']
    head('notes', said.Notes, t?.notesAt && filled(said.From, {at: t.notesAt}))
    const q = state.hall?.asked, asking = q ? q.right : t?.then === 3 // q: the run on screen does not ask it
    head('now', said.Hall, q ? '' : t?.clock)
    head('next', asking ? said.Answer : said.NextStep, t && !q ? [said.Unseen, t.nextClock].filter(Boolean).join(' · ') : '')
    head('why', said.Why, said.InFull)
    if (!t) return
    text('speaker-title', t.title)
    text('speaker-step', `${t.clock} · ${t.step}`)
    fill('speaker-notes', ...t.notes.length ? written(t.notes) : [make('p', {className: 'small'}, said.NoNotes)])
    if (q) {
      fill('speaker-now', ...q.lead ? [make('p', {className: 'small'}, q.lead)] : [], make('p', {}, q.ask), ...q.options.map((text, i) => make('p', {}, make('b', {}, String.fromCharCode(65 + i)), ` ${text}`)))
      fill('speaker-next', make('p', {}, q.right ? filled(said.HallAnswer, {answer: q.right}) : said[state.hall.then] ?? ''))
    } else {
      fill('speaker-now', make('p', {}, panel(t.now)))
      fill('speaker-next', ...t.ask ? [make('p', {className: 'speaker-ask'}, panel(t.ask))] : [], ...t.next ? [make('p', {}, panel(t.next))] : [], ...t.next || t.ask ? [] : [make('p', {className: 'small'}, said[thens[t.then]])])
      pictures(t.pictures ?? [])
    }
    fill('speaker-why', ...q ? q.why.map(text => make('p', {}, text)) : [panel(t.why)])
    text('speaker-then', said[state.hall?.then || thens[t.then]])
    room(state.hall)
    list.show(state.plan, t.at)
    body.querySelector('[data-does=next]').setAttribute('aria-disabled', t.then === 0 && !state.hall?.then)
  }
  // pictures shows the machine and the timeline after the next press.
  const pictures = list => {
    const box = document.getElementById('speaker-next')
    for (const [svg, alt] of list) if (svg) box.append(make('img', {src: 'data:image/svg+xml,' + encodeURIComponent(svg), alt}))
  }
  // room is what is told of the hall's room, and what can be done with it.
  const room = at => {
    const open = at?.code, own = state.plan?.own.length ?? 0, asked = (state.plan?.items ?? []).filter(q => q.on).length + own
    body.querySelector('.speaker-hall').ariaLabel = said.Room
    const seek = open && at.phase === 'wait' && state.told?.then !== 3
    for (const [what, name, there] of [
      ['room', open ? 'ShowCode' : 'OpenRoom', true], ['seek', 'DoSeek', seek && state.told?.asks], ['ask', 'DoAsk', seek && !state.told?.asks], ['similar', 'DoSimilar', at?.similar], ['questions', 'Questions', true], ['skip', 'Skip', ['vote', 'discuss', 'revote'].includes(at?.phase) && !at.once], ['hand', 'Hand', open],
      ['move', 'Move', open], ['adopt', 'Bring', !open], ['save', 'Save', at?.done], ['shut', 'Shut', open],
    ]) {
      const b = body.querySelector(`[data-does=${what}]`)
      b.hidden = !there
      const text = what === 'questions' && asked ? `${said[name]} (${asked})` : said[name]
      if (b.textContent !== text) b.textContent = text
    }
    text('speaker-coming', [at?.gain, state.coming].filter(Boolean).join(' '))
    if (state.key) {
      const box = document.getElementById('speaker-move')
      box.hidden = !box.hidden || box.dataset.what === 'coming'
      box.dataset.what = 'leaving'
      box.replaceChildren(...leaving(name => said[name] ?? '', state.key))
      state.key = null
    }
    if (document.getElementById('speaker-move').dataset.what !== (open ? 'leaving' : 'coming')) document.getElementById('speaker-move').hidden = true
    text('speaker-room', open ?? '')
    text('speaker-votes', at?.refused ?? (at?.cannot ? said.HallCannot : open ? at.open ? filled(said.HallVoted, {n: at.voted, of: at.joined}) : filled(said.HallJoined, {n: at.joined}) : ''))
    const box = document.getElementById('speaker-hand')
    if (!open) box.hidden = true
    if (state.hand) {
      box.hidden = !box.hidden
      box.lastChild.textContent = said.HandHow
      box.firstChild.ariaLabel = said.HandHow
      if (!box.hidden) hopyard.openQR(box.firstChild, state.hand, drawn => { if (!drawn) box.firstChild.textContent = state.hand })
      state.hand = ''
    }
  }
  const tell = join(id, 'speaker', message => {
    answered = true
    state = message.gone ? {...state, gone: true} : message
    if (message.told || message.code) {
      code = message.code
      const root = document.documentElement
      root.lang = code
      for (const name of ['theme', 'palette']) message[name] ? root.dataset[name] = message[name] : delete root.dataset[name]
    }
    show()
    tick()
  })
  // bring asks for the key of a room of another computer.
  const bring = () => {
    const box = document.getElementById('speaker-move')
    box.hidden = !box.hidden && box.dataset.what === 'coming'
    box.dataset.what = 'coming'
    box.replaceChildren(...coming(name => said[name] ?? '', key => drive('adopt', {room: key})))
    if (!box.hidden) box.querySelector('input').focus()
  }
  addEventListener('keydown', e => {
    const what = pressed(e)
    if (!['next', 'back', 'black', 'clear', 'seek', 'similar', 'room'].includes(what)) return
    e.preventDefault()
    drive(what)
  }, true)
  let size = 1
  try { size = +localStorage['hopyard.speaker'] || 1 } catch {}
  const sized = () => document.documentElement.style.setProperty('--z', size.toFixed(2))
  body.addEventListener('click', e => {
    const b = e.target.closest('[data-does], [data-size]')
    if (!b) return
    if (b.dataset.does === 'questions') return list.open(state.told?.at ?? 0)
    if (b.dataset.does === 'adopt') return bring()
    if (b.dataset.does) return b.dataset.does === 'shut' && !confirm(said.ShutSure) ? undefined : drive(b.dataset.does)
    size = Math.min(2.4, Math.max(0.8, size + 0.1 * b.dataset.size))
    try { localStorage['hopyard.speaker'] = size } catch {}
    sized()
  })
  code = document.documentElement.lang || 'en'
  sized()
  show()
  tick()
  setInterval(tick, 1000)
  tell?.({hello: true})
  document.documentElement.dataset.ready = '1'
}
