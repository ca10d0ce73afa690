// What a voter's phone shows in each phase of a room.
import {same, words} from './answers.js'
import {choices, heading, pictures, results} from './ballot.js'
import {el, list, text} from './dom.js'

const rounds = {vote: 1, revote: 2}

// placeOf names the round that a state is about, as in the addresses of web/rooms.
export const placeOf = state => `${state.question}/${rounds[state.phase] ?? state.round}`

// open reports whether answers are taken.
export const open = state => state.phase in rounds && Boolean(state.ballot)

// waiting is a page with nothing to do on it.
export const waiting = (first, ...more) => [el('div', {class: 'still'}, el('h1', {tabindex: -1}, first), more.map(line => el('p', {}, line)))]

// view is what to show: of is all that it depends on, parts makes its elements, phase is
// the name of the text that says where the room is.
export function view (state, votes, {say, mark, type}) {
  const ballot = state.ballot, own = round => votes[`${state.question}/${round}`] ?? {}
  const of = [state.phase, state.question, ballot, state.reveal]
  if (open(state)) {
    const first = state.phase === 'revote' && own(1)
    const before = first && (first.counted ? say('FirstAnswer', {answer: words(ballot, first.counted, say)}) : say('NoFirst'))
    return {
      of: [...of, before], phase: state.phase === 'vote' ? 'PhaseFirst' : 'PhaseSecond',
      parts: () => [heading(ballot), before && el('p', {class: 'before'}, before), pictures(ballot, mark), choices(ballot, {say, mark, type})]
    }
  }
  const answers = ballot ? ownAnswers(state, own, say) : []
  of.push(answers)
  const told = answers.map(line => el('p', {class: 'answer'}, line))
  const last = own(2).counted ?? own(1).counted
  const asked = () => ballot && [heading(ballot, 'h2'), pictures(ballot), results(ballot, {say, own: last})]
  const shape = {
    discuss: ['PhaseClosed', () => [top(say('Talk'), say('TalkMore')), told, asked()]],
    bars: ['PhaseClosed', () => [top(say('VoteClosed'), say('LookUp')), told, asked()]],
    reveal: ['PhaseReveal', () => reveal(state, last, told, say)],
    over: ['PhaseOver', () => waiting(say('Over'), say('OverMore'), el('a', {href: '#'}, say('Other')))]
  }[state.phase] ?? ['PhaseWait', () => waiting(say('In'), say('LookUp'), el('small', {}, say('Numbers')))]
  return {of, phase: shape[0], parts: shape[1]}
}

const top = (first, more) => el('div', {class: 'top'}, el('h1', {tabindex: -1}, first), el('p', {}, more))

// ownAnswers are sentences about what this phone has answered, and what has become of
// answers that came too late.
function ownAnswers (state, own, say) {
  const called = answer => words(state.ballot, answer, say), lines = []
  const second = state.round === 2 || Boolean(own(2).counted || own(2).late)
  for (const round of second ? [1, 2] : [1]) {
    const {counted, wanted, late, unsure} = own(round)
    const name = !second ? 'YourAnswer' : round === 1 ? 'FirstAnswer' : 'SecondAnswer'
    if (counted) lines.push(say(name, {answer: called(counted)}))
    if (wanted) lines.push(say('Sending', {answer: called(wanted)}))
    if (late && late !== counted) lines.push(say(unsure ? 'Unsure' : 'NotCounted', {answer: called(late)}))
  }
  return lines.length ? lines : [say('NoAnswer')]
}

// reveal tells the right answer, why, and what is said of this phone's. The question's
// pictures are of before the decision, so they are left out.
function reveal (state, own, told, say) {
  const {ballot} = state, {text: sentence, why, slips} = state.reveal ?? {}
  const right = list(state.reveal?.right).map(text)
  const isRight = own && right.some(answer => same(ballot, answer, own))
  const slip = own && !isRight && Object.entries(slips ?? {}).find(([answer]) => same(ballot, answer, own))?.[1]
  const first = text(sentence) || say('TheAnswer', {answer: right.map(answer => words(ballot, answer, say)).join(' / ')})
  return [
    el('div', {class: 'top'}, ballot && el('p', {class: 'lead'}, text(ballot.ask)), el('h1', {tabindex: -1}, first)),
    el('div', {class: `mine${isRight ? ' good' : own ? ' bad' : ''}`}, told, own && el('p', {}, el('b', {}, say(isRight ? 'ItIsRight' : 'ItIsNot')), slip ? ' ' + text(slip) : '')),
    list(why).length > 0 && el('section', {class: 'why'}, el('h2', {}, say('Why')), list(why).map(line => el('p', {}, text(line)))),
    ballot && results(ballot, {say, own, right})
  ]
}
