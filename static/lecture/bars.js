// What a hall answered, as bars: a row for each answer, a column for each vote.
import {filled, make} from './texts.js'

const most = 7 // rows of answers; what is rarer stands in one row

// counted is how often each row of a result was meant in a round of a question, and
// how many answered; -1 are answers that are in no row.
export function counted (votes, n, round, result) {
  const row = new Map(), by = new Map()
  let all = 0
  for (const [k, r] of (result?.rows ?? []).entries()) for (const vote of r.votes) row.set(vote, k)
  for (const [question, of, , answer] of votes.values()) {
    if (question !== n || of !== round) continue
    const k = row.get(answer) ?? -1
    by.set(k, (by.get(k) ?? 0) + 1)
    all++
  }
  return {by, all}
}

// chosen are the rows to show, as lists of rows of the result: those with most votes
// in either round, in the result's order, then one for all others. A right answer is
// among them once it is told. all takes rows without a vote, too.
function chosen (result, rounds, told, all) {
  const votes = k => Math.max(...rounds.map(c => c.by.get(k) ?? 0))
  const came = (result?.rows ?? []).map((row, k) => k).filter(k => all || votes(k)), others = votes(-1) ? [-1] : []
  if (came.length + others.length <= most) return [...came.map(k => [k]), ...others.length ? [others] : []]
  const first = k => told && result.rows[k].right ? Infinity : votes(k)
  const best = [...came].sort((a, b) => first(b) - first(a) || a - b).slice(0, most - 1)
  return [...came.filter(k => best.includes(k)).map(k => [k]), [...others, ...came.filter(k => !best.includes(k))]]
}

const bar = (n, of) => make('td', {className: 'hall-bar'}, make('div', {},
  make('i', {style: `width:${of ? (66 * n / of).toFixed(1) : 0}%`}), make('b', {}, of ? `${Math.round(100 * n / of)} %` : '–')))

// bars is the table of one vote or both; told says which answers are right, and what
// is mistaken in the others.
export function bars ({result, rounds, told, say, ballot, once}) {
  // letter is that of an option that phones choose by its letter.
  const letter = row => {
    const i = ballot.form === 'choice' && row ? ballot.options.findIndex(o => row.votes.includes(o.answer)) : -1
    return i < 0 ? [] : [make('b', {className: 'hall-letter'}, String.fromCharCode(65 + i)), ' ']
  }
  const line = ks => {
    const row = ks.length === 1 && ks[0] >= 0 ? result.rows[ks[0]] : null, right = told && row?.right
    const note = told && row ? right ? say('HallRight') : row.said : ''
    return make('tr', right ? {className: 'right'} : {},
      make('th', {scope: 'row'}, make('span', {className: 'tick', ariaHidden: 'true'}, right ? '✓' : ''),
        make('span', {}, make('span', {className: 'hall-text'}, ...letter(row), row ? row.text : say('HallOther')), note ? make('em', {}, note) : '')),
      ...rounds.map(c => bar(ks.reduce((n, k) => n + (c.by.get(k) ?? 0), 0), c.all)))
  }
  const head = rounds.map((c, i) => make('th', {scope: 'col'}, say(once ? 'HallOnce' : i ? 'HallSecond' : 'HallFirst'), ' ', make('small', {}, filled(say('HallAnswers'), {n: c.all}))))
  return make('table', {}, make('thead', {}, make('tr', {}, make('td'), ...head)), make('tbody', {}, ...chosen(result, rounds, told, ballot.form === 'choice').map(line)))
}
