// A hall that votes: a room on the server, its question on the phones, and what the
// hall sees of it. The remote's next leads through it: vote, discuss, vote again,
// bars, answer. A poll and a similar question are asked once. What is right is not in
// the page's text before its key.
import {bars as table, counted} from './bars.js'
import {csv} from './csv.js'
import {gainOf} from './gain.js'
import {carried, kept} from './kept.js'
import {adopt, hold, offered} from './offer.js'
import {polled} from './own.js'
import {phones} from './phones.js'
import {Refused, make as open, room as join} from './room.js'
import {filled, make} from './texts.js'

// hall is the hall of one lecture. say gives texts, live tells screen readers,
// changed that the speaker is to be told anew, act does what next does without a
// room, point carries out what the phone in the speaker's hand asks for, plan has the
// questions that were chosen, and warn shows the hall why there is no room any more;
// '' takes that away.
export function hall ({into, say, live, changed, act, point, plan, warn}) {
  let state = kept.here(), link = null, votes = new Map(), known = new Set(), last = 0, joined = 0, result = state?.result ?? null
  let trouble = '', refused = '', lost = Boolean(state?.asked), seeking = false, desked = '', drawn = 0
  const root = document.documentElement
  const parts = {
    strip: make('aside', {id: 'hall-strip', hidden: true}),
    join: make('section', {id: 'hall-join', hidden: true, tabIndex: -1}),
    own: make('section', {id: 'hall-own', hidden: true, tabIndex: -1}),
    result: make('section', {id: 'hall-result', hidden: true, tabIndex: -1}),
  }
  into.append(parts.own, parts.strip, parts.join, parts.result)

  const place = () => location.pathname + location.search + location.hash
  const store = () => { if (state) kept.set({...state, result, where: place()}) }
  const keep = () => { store(); show() }
  const address = () => new URL('vote.html', location.href)
  const here = url => url.host + url.pathname.replace(/\.html$/, '')
  const count = (q, r) => [...votes.values()].filter(v => v[0] === q && v[1] === r).length
  const open_ = () => state && ['vote', 'revote'].includes(state.phase)
  const asking = () => ['bars', 'reveal'].includes(state?.phase)
  const once = () => Boolean(state.asked?.poll || state.asked?.twin)
  const apart = () => Boolean(state?.asked?.own || state?.asked?.twin) // the page behind does not ask it
  const noted = () => state.done.at(-1)?.n === state.n
  const round = () => state.phase === 'revote' || state.second ? 2 : 1

  // tell tells the phones what they are to show now.
  const tell = () => link.tell(phones(state, round(), result, root.lang), failed)
  const failed = e => {
    if (!state) return
    if ([401, 404].includes(e?.status)) {
      close()
      refused = say('HallEnded')
      warn(refused)
      live(refused)
      return changed()
    }
    const text = !e ? '' : e instanceof Refused ? `${say('HallTrouble')} ${e.message}` : say('HallAway')
    if (trouble !== text) { trouble = text; show() }
  }
  const enter = () => {
    link = join(state)
    link.listen(() => `votes?since=${last}`, told => {
      joined = told.joined
      last = told.last
      for (const v of told.votes) votes.set(v.slice(0, 3).join(), v)
      if (told.votes.some(unjudged)) again()
      else show()
      return told.more
    }, failed)
    if (state.hand) hear()
    tell()
  }
  // hear carries out what the phone in the speaker's hand asks for.
  const hear = () => {
    let after = -1
    link.listen(() => `orders?after=${Math.max(after, 0)}`, told => {
      const old = after < 0 // what was asked for before this window listened
      after = told.last
      if (!old) for (const [, order] of told.orders) point(order)
    }, () => {})
  }
  const close = () => {
    link?.leave()
    kept.set(null, state?.code)
    link = state = result = null
    votes = new Map()
    last = joined = 0
    trouble = desked = ''
    seeking = false
    hopyard.hall.end()
    show()
  }

  // judge asks what the votes on the question mean, the most frequent first, and what
  // the options that nobody chose do.
  const judge = then => {
    const {asked, n} = state, often = new Map()
    for (const v of votes.values()) if (v[0] === n) often.set(v[3], (often.get(v[3]) ?? 0) + 1)
    const list = [...often].sort((a, b) => b[1] - a[1]).map(([vote]) => vote)
    if (asked.ballot.form === 'choice') for (const {answer} of asked.ballot.options) if (!often.has(answer)) list.push(answer)
    known = new Set(list)
    if (asked.own) return then(polled(asked, list))
    const ask = () => hopyard.hall.judge(asked.step, asked.kind, asked.form, list, r => { if (state?.n === n) then(r) }, Boolean(asked.twin))
    if (!asked.twin || drawn === n) return ask()
    const {step, kind, seed} = asked.twin // the page was loaded anew
    hopyard.hall.similar(step, kind, seed, found => { drawn = found ? n : 0; ask() })
  }
  // unjudged is whether a vote came when the question was judged already: after a
  // sleep of the laptop, or on the way while the vote closed.
  const unjudged = v => asking() && v[0] === state.n && !known.has(v[3])
  const again = () => judge(r => {
    if (r && asking()) {
      result = {...r, ...result?.why?.length && {right: result.right, why: result.why}} // the page behind may have gone on
      if (noted()) { state.done.pop(); note() }
      keep()
      if (state.phase === 'reveal') tell()
    }
    show()
  })
  // note keeps what the votes meant, for the CSV.
  const note = () => {
    const {title, at, ballot, poll, twin} = state.asked
    state.done.push({
      n: state.n, similar: twin?.of, asked: {title, at, date: new Date().toISOString(), poll, ballot: {ask: ballot.ask}},
      rows: (result?.rows ?? []).map(({votes, text, right, slip}) => ({votes, text, right, slip})),
    })
  }
  const go = phase => {
    lost = false
    state.phase = phase
    if (phase === 'revote') state.second = true
    keep()
    tell()
    live(said(phase))
  }
  const said = phase => ({
    wait: say('HallWait'), vote: say('HallVote'), discuss: say('HallDiscuss'), revote: say('HallRevote'), bars: say('HallBars'), reveal: say('HallReveal'),
  })[phase] ?? ''
  const ask = () => pose(hopyard.hall?.ballot())
  // askOwn asks a question of the speaker's at the step on screen.
  const askOwn = (q, told) => {
    plan.pass(q.id)
    pose({
      own: q.id, poll: q.right < 0, right: q.right, lang: root.lang || 'en', title: told.title, at: told.clock,
      ballot: {ask: q.text, how: '', form: 'choice', options: q.answers.map((text, i) => ({answer: String(i), text})), pictures: []},
    })
  }
  const pose = asked => {
    if (!asked) return false
    seeking = false
    state.n++
    state.second = false
    state.asked = asked
    result = null
    parts.join.hidden = true
    go('vote')
    return true
  }
  const bars = () => judge(r => {
    result = r
    if (state.asked.poll) note() // nothing more is told of it
    go('bars')
  })
  const reveal = () => judge(r => {
    if (state.phase !== 'bars') return // pressed twice
    result = r
    note()
    go('reveal')
    if (!apart()) act('next') // the page behind shows it too
  })

  const showResult = () => {
    const {asked, phase} = state, told = phase === 'reveal'
    const rounds = (state.second ? [1, 2] : [1]).map(r => counted(votes, state.n, r, result))
    const foot = told && result?.right ? [make('p', {className: 'hall-rule'}, make('b', {}, filled(say('HallAnswer'), {answer: result.right})), ' ', result.why.join(' '))] : []
    if (told && gained()) foot.push(make('p', {className: 'hall-gain'}, gained()))
    parts.result.replaceChildren(make('p', {className: 'hall-lead'}, asked.ballot.lead ?? ''), make('h2', {}, asked.ballot.ask), table({result, rounds, told, say, ballot: asked.ballot, once: once()}), ...foot)
    fit()
  }
  // gained says how much was learned between the votes on the question on screen.
  const gained = () => {
    const entry = state?.phase === 'reveal' && state.done.find(one => one.n === state.n), g = entry && gainOf(entry, state.done, votes)
    const number = (x, digits) => x.toLocaleString(root.lang || 'en', {minimumFractionDigits: digits, maximumFractionDigits: digits})
    return g ? filled(say(entry.similar ? 'HallGainSimilar' : 'HallGain'), {gain: number(g.gain, 2), before: number(100 * g.before, 0), after: number(100 * g.after, 0)}) : ''
  }
  // elsewhere is the question on screen where the run behind it does not ask it.
  const elsewhere = () => {
    if (!apart() || state.phase === 'wait') return null
    const {own, right, poll, ballot} = state.asked
    return {lead: ballot.lead ?? '', ask: ballot.ask, options: ballot.form === 'choice' ? ballot.options.map(o => o.text) : [], right: own && !poll ? ballot.options[right].text : result?.right ?? '', why: result?.why ?? []}
  }
  const similarly = () => state?.phase === 'reveal' && state.second && !apart() && state.alone !== state.n
  // showOwn shows a question that the page does not: its answers, lettered as on phones.
  const showOwn = () => {
    const {asked} = state
    if (parts.own.dataset.n === String(state.n) && parts.own.firstChild) return
    parts.own.dataset.n = state.n
    const pictures = (asked.ballot.pictures ?? []).map(({svg, alt}) => make('img', {src: 'data:image/svg+xml,' + encodeURIComponent(svg), alt}))
    parts.own.replaceChildren(make('p', {className: 'hall-lead'}, asked.ballot.lead ?? ''), make('h2', {}, asked.ballot.ask),
      ...pictures.length ? [make('div', {className: 'hall-pictures'}, ...pictures)] : [],
      make(asked.ballot.form === 'choice' ? 'ol' : 'ul', {}, ...asked.ballot.options.map(o => make('li', {}, o.text, ...o.about ? [' ', make('small', {}, o.about)] : []))))
    fit(parts.own)
  }
  // fit makes the answers smaller until all of them are on screen.
  const fit = (part = parts.result) => {
    delete part.dataset.tight
    for (const n of [1, 2, 3]) if (part.scrollHeight > part.clientHeight + 1) part.dataset.tight = n
  }
  // qr draws a code once for each address.
  const qr = (box, url) => {
    if (box.dataset.url === url) return
    box.dataset.url = url
    hopyard.openQR(box, url, drawn => { if (!drawn) box.replaceChildren() })
  }
  const stripQR = make('div', {className: 'hall-qr', ariaHidden: 'true'}), stripText = make('div')
  parts.strip.append(stripQR, stripText)
  const joinQR = make('div', {className: 'hall-qr', role: 'img'}), joinText = make('div')
  parts.join.append(joinQR, joinText)

  const far = /^(localhost|127\.|\[::1\])/.test(location.host)
  const show = () => {
    const phase = state?.phase ?? ''
    root.toggleAttribute('data-hall', Boolean(state))
    if (phase) root.dataset.hall = phase
    else delete root.dataset.hall
    parts.strip.hidden = !state || !parts.join.hidden
    parts.result.hidden = !asking()
    parts.own.hidden = !apart() || !['vote', 'discuss', 'revote'].includes(state.phase)
    if (!parts.own.hidden) showOwn()
    if (!asking() && parts.result.firstChild) parts.result.replaceChildren()
    if (!state) { parts.join.hidden = true; changed(); return }
    const url = address()
    url.hash = state.code
    const n = count(state.n, round())
    if (!parts.strip.hidden) {
      qr(stripQR, url.href)
      stripText.replaceChildren(make('b', {className: 'hall-code'}, state.code),
        make('p', {}, open_() ? filled(say('HallVoted'), {n, of: joined}) : filled(say('HallJoined'), {n: joined})),
        make('p', {className: 'hall-phase'}, trouble || said(phase)))
    }
    if (!parts.join.hidden) {
      qr(joinQR, url.href)
      joinQR.ariaLabel = filled(say('HallScan'), {address: url.href})
      joinText.replaceChildren(make('p', {}, say('HallOpenIt')), make('p', {className: 'hall-address'}, here(address())),
        make('p', {}, say('HallType')), make('p', {className: 'hall-code'}, state.code),
        make('p', {className: 'hall-count'}, filled(say('HallJoined'), {n: joined})), ...far ? [make('p', {className: 'hall-far'}, say('HallFar'))] : [],
        ...trouble ? [make('p', {className: 'hall-far'}, trouble)] : [])
    }
    if (asking()) showResult()
    changed()
  }

  // own asks the speaker's question that is due at the step on screen; false without one.
  const own = told => {
    const q = told && plan.due(told.at)
    if (q) askOwn(q, told)
    return Boolean(q)
  }

  const self = {
    // here is what the speaker is told of the room, while a question is on screen or
    // not; null without one.
    here (question) {
      if (!state) return refused ? {refused} : null
      const n = count(state.n, round())
      return {
        code: state.code, phase: state.phase, joined, voted: n, open: open_(), done: state.done?.length ?? 0, seeking, joining: !parts.join.hidden,
        once: once(), poll: Boolean(state.asked?.poll), similar: similarly(), alone: state.alone === state.n, gain: gained(), asked: elsewhere(), cannot: state.phase === 'wait' && question && !hopyard.hall?.can(),
      }
    },
    // found poses the question of an open vote again, after the page was loaded anew.
    found (asks) {
      if (seeking && asks) { ask(); return }
      if (!lost || !state || ['wait', 'reveal', 'over'].includes(state.phase)) return
      lost = false
      if (apart()) return
      if (!asks) hopyard.hall.again(state.asked.step, state.asked.kind, state.asked.job)
      if (state.phase === 'bars') again()
    },
    // opens makes a room, or shows how to come into the one there is.
    async opens () {
      if (state) {
        parts.join.hidden = !parts.join.hidden
        show()
        if (!parts.join.hidden) parts.join.focus({preventScroll: true})
        return
      }
      if (offered(true)) return // first it is said what becomes of the room before
      try {
        const made = await open()
        state = {code: made.code, secret: made.secret, ends: made.ends, phase: 'wait', n: 0, done: []}
        refused = ''
        warn('')
        parts.join.hidden = false
        hopyard.hall.begin(true)
        keep()
        enter()
        live(filled(say('HallIsOpen'), {code: state.code.split('').join(' ')}))
      } catch (e) {
        refused = !(e instanceof Refused) ? say('HallAway') : [404, 405].includes(e.status) ? say('HallNone') : `${say('HallTrouble')} ${e.message}`
        live(refused)
        changed()
        return refused
      }
    },
    // next is what the remote's next does in the room; false: nothing.
    next (question, told) {
      if (!state) return false
      seeking = false
      if (!parts.join.hidden) {
        parts.join.hidden = true
        show()
        if (!question) return true
      }
      switch (state.phase) {
        case 'wait':
          if (!question) return own(told)
          if (!ask()) { live(say('HallCannot')); return false }
          return true
        case 'vote': once() ? bars() : go('discuss'); return true
        case 'discuss': go('revote'); return true
        case 'revote': bars(); return true
        case 'bars': state.asked.poll ? go('wait') : reveal(); return true
        case 'reveal': go('wait'); return true
      }
      return false
    },
    // back takes the last of it back; false: nothing.
    back () {
      if (!state) return false
      if (!parts.join.hidden) { parts.join.hidden = true; show(); return true }
      switch (state.phase) {
        case 'vote': go('wait'); return true // its number is used up: there may be votes on it
        case 'discuss': go('vote'); return true
        case 'revote': state.second = false; go('discuss'); return true
        case 'bars':
          if (noted()) state.done.pop()
          go(state.second ? 'revote' : 'vote')
          return true
        case 'reveal': return true
      }
      return false
    },
    // seek goes to the next question that is asked, and opens its vote.
    seek (question, told) {
      if (state?.phase !== 'wait') return
      parts.join.hidden = true
      show()
      if (question) ask()
      else if (!own(told)) {
        seeking = true
        act('question')
      }
    },
    // similar asks a question with the same point and other numbers, once.
    similar () {
      if (!similarly()) return
      const {asked: {step, kind, title}, n} = state, seed = 1 + Math.floor(Math.random() * 2 ** 31)
      hopyard.hall.similar(step, kind, seed, found => {
        if (state?.n !== n || state.phase !== 'reveal') return
        if (!found) {
          state.alone = n
          live(say('SimilarNone'))
          return changed()
        }
        drawn = n + 1
        pose({...found, title, twin: {of: n, step, kind, seed}})
      })
    },
    // adopt goes on with a room of another computer.
    adopt: key => adopt(key).then(found => { if (!found) { refused = say('MoveOver'); changed() } }),
    // key is that of the room, for another computer.
    key: () => state && {code: state.code, secret: state.secret, ends: state.ends},
    // skip shows the bars without a second vote.
    skip () { if (state && ['vote', 'discuss', 'revote'].includes(state.phase)) bars() },
    // hand is the address of the speaker's phone.
    hand () {
      if (!state) return ''
      if (!state.hand) { state.hand = true; keep(); hear() }
      const url = new URL('hand.html', location.href)
      url.hash = `${state.code}.${state.secret}`
      return url.href
    },
    // desk tells the phone in the hand what the speaker's window shows, and keeps for
    // another computer what it needs to go on.
    desk (told) {
      if (!state || !link) return
      const body = {...state.hand && told, host: carried({...state, result, where: place()}, plan.packed())}, now = JSON.stringify(body)
      if (now === desked) return
      desked = now
      link.desk(body, () => {})
    },
    // csv are all votes of the lecture, a line for each voter and question.
    csv: () => csv(state?.done ?? [], votes),
    // fit is called when the picture has another size.
    fit () {
      if (asking()) fit()
      if (!parts.own.hidden) fit(parts.own)
    },
    save () { if (state) hopyard.save(`hall-${state.code}.csv`, 'text/csv', self.csv()) },
    shut () { link?.end(); close() },
    // leave takes the hall off the page; its room stays.
    leave () {
      store()
      removeEventListener('pagehide', store)
      letGo()
      link?.leave()
      delete root.dataset.hall
    },
  }
  if (state) {
    hopyard.hall.begin(false)
    if (state.plan) { // it came from another computer
      plan.unpack(state.plan)
      delete state.plan
    }
    delete state.result
    enter()
    keep()
  }
  addEventListener('pagehide', store)
  const letGo = hold(() => state?.code)
  return self
}
