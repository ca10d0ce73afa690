// A hall that votes: a room on the server, its question on the phones, and what the
// hall sees of it. The remote's next leads through it: vote, discuss, vote again,
// bars, answer. What is right is not in the page's text before its key.
import {make as open, room as join} from './room.js'
import {make, filled} from './texts.js'

const most = 7 // rows of answers; what is rarer stands in one row

// stored keeps the room over a reload of the beamer.
const stored = {
  get () { try { return JSON.parse(sessionStorage['hopyard.hall'] ?? 'null') } catch { return null } },
  set (v) { try { v ? sessionStorage['hopyard.hall'] = JSON.stringify(v) : delete sessionStorage['hopyard.hall'] } catch {} },
}

// hall is the hall of one lecture. say gives texts, live tells screen readers,
// changed that the speaker is to be told anew, step does what next does without a
// room, point shows what a phone in the speaker's hand points at.
export function hall ({into, say, live, changed, act, point}) {
  let state = stored.get(), link = null, votes = new Map(), last = 0, joined = 0, result = null, trouble = '', refused = '', lost = Boolean(state?.asked)
  const root = document.documentElement
  const parts = {
    strip: make('aside', {id: 'hall-strip', hidden: true}),
    join: make('section', {id: 'hall-join', hidden: true, tabIndex: -1}),
    result: make('section', {id: 'hall-result', hidden: true, tabIndex: -1}),
  }
  into.append(parts.strip, parts.join, parts.result)

  const keep = () => { stored.set(state); show() }
  const address = () => new URL('vote.html', location.href)
  const here = url => url.host + url.pathname.replace(/\.html$/, '')
  const count = (q, r) => [...votes.values()].filter(v => v[0] === q && v[1] === r).length
  const open_ = () => state && ['vote', 'revote'].includes(state.phase)
  const round = () => state.phase === 'revote' || state.second ? 2 : 1

  // tell tells the phones what they are to show now.
  const tell = () => {
    const {phase, n, asked} = state
    const out = {phase, question: n, round: round(), lang: asked?.lang ?? root.lang}
    if (asked && phase !== 'wait' && phase !== 'over') out.ballot = asked.ballot
    if (phase === 'reveal' && result) {
      const slips = {}
      for (const row of result.rows) if (!row.right) for (const v of row.votes.slice(0, 40)) if (row.said) slips[v] = row.said
      out.reveal = {right: result.rows.filter(r => r.right).flatMap(r => r.votes), text: result.right, why: result.why, slips}
    }
    while (out.ballot?.pictures?.length && new Blob([JSON.stringify(out)]).size > 60_000) out.ballot = {...out.ballot, pictures: out.ballot.pictures.slice(1)}
    link.tell(out, failed)
  }
  const failed = (text, status) => {
    if ([401, 404].includes(status)) return close()
    if (trouble !== text) { trouble = text; show() }
  }
  const enter = () => {
    link = join(state)
    link.listen(() => `votes?since=${last}`, told => {
      joined = told.joined
      last = told.last
      for (const v of told.votes) votes.set(v.slice(0, 3).join(), v)
      show()
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
    link = state = result = null
    votes = new Map()
    last = joined = 0
    stored.set(null)
    show()
  }

  // judge asks what the votes on the question mean.
  const judge = then => {
    const {asked, n} = state
    const list = [...new Set([...votes.values()].filter(v => v[0] === n).map(v => v[3]))]
    hopyard.hall.judge(asked.step, asked.kind, asked.form, list, r => { result = r; if (state) then() })
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
  const ask = () => {
    const asked = hopyard.hall?.ballot()
    if (!asked) return false
    state.n++
    state.second = false
    state.asked = asked
    result = null
    parts.join.hidden = true
    go('vote')
    return true
  }
  const bars = () => judge(() => go('bars'))
  const reveal = () => judge(() => {
    state.done = [...state.done ?? [], {n: state.n, asked: {...state.asked, ballot: {ask: state.asked.ballot.ask}}, rows: result?.rows ?? []}]
    go('reveal')
    act('next') // the page behind shows it too
  })

  // counts are the answers of a round by the row that they mean.
  const counts = r => {
    const out = new Map(), all = [...votes.values()].filter(v => v[0] === state.n && v[1] === r)
    for (const v of all) {
      const k = result?.rows.findIndex(row => row.votes.includes(v[3])) ?? -1
      out.set(k, (out.get(k) ?? 0) + 1)
    }
    return {out, n: all.length}
  }
  const bar = (n, of, hot) => make('td', {className: 'hall-bar'}, make('div', {}, make('i', {style: `width:${of ? (72 * n / of).toFixed(1) : 0}%`}), make('b', {}, of ? `${Math.round(100 * n / of)} %` : '–')))
  const showResult = () => {
    const {asked, phase} = state, told = phase === 'reveal'
    const rounds = (state.second ? [1, 2] : [1]).map(counts), by = k => Math.max(...rounds.map(c => c.out.get(k) ?? 0))
    let shown = (result?.rows ?? []).map((row, k) => ({row, k})).filter(x => by(x.k))
    const rest = [-1]
    if (shown.length > most) {
      const best = [...shown].sort((a, b) => by(b.k) - by(a.k)).slice(0, most - 1)
      for (const x of shown) if (!best.includes(x) && !(told && x.row.right)) rest.push(x.k)
      shown = shown.filter(x => !rest.includes(x.k))
    }
    const line = (text, note, right, ks) => make('tr', right ? {className: 'right'} : {},
      make('th', {scope: 'row'}, make('span', {className: 'tick', ariaHidden: 'true'}, right ? '✓' : ''), make('span', {}, text, note ? make('em', {}, note) : '')),
      ...rounds.map(c => bar(ks.reduce((n, k) => n + (c.out.get(k) ?? 0), 0), c.n)))
    const rows = shown.map(({row, k}) => line(row.text, told ? row.right ? say('HallRight') : row.said : '', told && row.right, [k]))
    if (rest.some(k => by(k))) rows.push(line(say('HallOther'), '', false, rest))
    const head = make('tr', {}, make('td'), ...rounds.map((c, i) => make('th', {scope: 'col'}, say(i ? 'HallSecond' : 'HallFirst'), ' ', make('small', {}, filled(say('HallAnswers'), {n: c.n})))))
    const foot = told ? [make('p', {className: 'hall-rule'}, make('b', {}, filled(say('HallAnswer'), {answer: result.right})), ' ', result.why.join(' '))] : []
    parts.result.replaceChildren(
      make('p', {className: 'hall-lead'}, asked.ballot.lead ?? ''), make('h2', {}, asked.ballot.ask),
      make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)), ...foot)
    delete parts.result.dataset.tight
    for (const n of [1, 2]) if (parts.result.scrollHeight > parts.result.clientHeight + 1) parts.result.dataset.tight = n
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
    const asking = ['bars', 'reveal'].includes(phase)
    parts.result.hidden = !asking
    if (!asking && parts.result.firstChild) parts.result.replaceChildren()
    if (!state) { parts.join.hidden = true; changed(); return }
    const url = address()
    url.hash = state.code
    const n = count(state.n, round())
    if (!parts.strip.hidden) {
      qr(stripQR, url.href)
      stripText.replaceChildren(make('b', {className: 'hall-code'}, state.code),
        make('p', {}, open_() ? filled(say('HallVoted'), {n, of: joined}) : filled(say('HallJoined'), {n: joined})),
        make('p', {className: 'hall-phase'}, trouble ? `${say('HallTrouble')} ${trouble}` : said(phase)))
    }
    if (!parts.join.hidden) {
      qr(joinQR, url.href)
      joinQR.ariaLabel = filled(say('HallScan'), {address: url.href})
      joinText.replaceChildren(make('p', {}, say('HallOpenIt')), make('p', {className: 'hall-address'}, here(address())),
        make('p', {}, say('HallType')), make('p', {className: 'hall-code'}, state.code),
        make('p', {className: 'hall-count'}, filled(say('HallJoined'), {n: joined})), ...far ? [make('p', {className: 'hall-far'}, say('HallFar'))] : [],
        ...trouble ? [make('p', {className: 'hall-far'}, `${say('HallTrouble')} ${trouble}`)] : [])
    }
    if (asking) showResult()
    changed()
  }

  const self = {
    // here is what the speaker is told of the room; null without one.
    here () {
      if (!state) return refused ? {refused} : null
      const n = count(state.n, round())
      return {code: state.code, phase: state.phase, joined, voted: n, open: open_(), done: state.done?.length ?? 0}
    },
    // found poses the question of an open vote again, after the page was loaded anew.
    found (asks) {
      if (!lost || !state || ['wait', 'reveal', 'over'].includes(state.phase)) return
      lost = false
      if (!asks) hopyard.hall.again(state.asked.step, state.asked.kind, state.asked.job)
    },
    // opens makes a room, or shows how to come into the one there is.
    async opens () {
      if (state) {
        parts.join.hidden = !parts.join.hidden
        show()
        if (!parts.join.hidden) parts.join.focus({preventScroll: true})
        return
      }
      try {
        const made = await open()
        state = {code: made.code, secret: made.secret, ends: made.ends, phase: 'wait', n: 0, done: []}
        refused = ''
        parts.join.hidden = false
        keep()
        enter()
        live(filled(say('HallIsOpen'), {code: state.code.split('').join(' ')}))
      } catch (e) {
        refused = e.status === 404 || e.status === 405 ? say('HallNone') : `${say('HallTrouble')} ${e.message}`
        live(refused)
        changed()
        return refused
      }
    },
    // next is what the remote's next does in the room; false: nothing.
    next (question) {
      if (!state) return false
      if (!parts.join.hidden) {
        parts.join.hidden = true
        show()
        if (!question) return true
      }
      switch (state.phase) {
        case 'wait':
          if (question && !ask()) { live(say('HallCannot')); return false }
          return question
        case 'vote': go('discuss'); return true
        case 'discuss': go('revote'); return true
        case 'revote': bars(); return true
        case 'bars': reveal(); return true
        case 'reveal': go('wait'); return true
      }
      return false
    },
    // back takes the last of it back; false: nothing.
    back () {
      if (!state) return false
      if (!parts.join.hidden) { parts.join.hidden = true; show(); return true }
      switch (state.phase) {
        case 'vote': state.n--; go('wait'); return true
        case 'discuss': go('vote'); return true
        case 'revote': state.second = false; go('discuss'); return true
        case 'bars': go(state.second ? 'revote' : 'vote'); return true
        case 'reveal': return true
      }
      return false
    },
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
    // desk tells the phone in the hand what the speaker's window shows.
    desk (told) { if (state?.hand) link.desk(told, () => {}) },
    // csv are all votes of the lecture, a line for each voter and question.
    csv () {
      const cell = text => `"${String(text).replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
      const lines = [['question', 'asked', 'at', 'voter', 'first', 'first right', 'first mistake', 'second', 'second right', 'second mistake']]
      for (const q of state?.done ?? []) {
        const voters = [...new Set([...votes.values()].filter(v => v[0] === q.n).map(v => v[2]))].sort((a, b) => a - b)
        for (const voter of voters) {
          const of = r => {
            const v = votes.get([q.n, r, voter].join())
            const row = v && q.rows.find(row => row.votes.includes(v[3]))
            return v ? [row?.text ?? v[3], row ? row.right ? 1 : 0 : '', row?.slip ?? ''] : ['', '', '']
          }
          lines.push([q.n, q.asked.ballot.ask, q.asked.at, voter, ...of(1), ...of(2)])
        }
      }
      return lines.map(line => line.map(cell).join(',')).join('\r\n') + '\r\n'
    },
    save () { if (state) hopyard.save(`hall-${state.code}.csv`, 'text/csv', self.csv()) },
    shut () { link?.end(); close() },
    // leave takes the hall off the page; its room stays.
    leave () {
      link?.leave()
      delete root.dataset.hall
    },
  }
  if (state) {
    if (state.phase === 'reveal') state.phase = 'wait'
    if (state.phase === 'bars') state.phase = state.second ? 'revote' : 'discuss' // one press leads to them again
    enter()
    show()
  }
  return self
}
