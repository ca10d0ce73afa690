// Answers to a ballot: what marks and typed texts make, and what they are called. A
// draft is what somebody has marked or typed and not sent: {marks, typed}.
import {list, text} from './dom.js'

export const none = '-' // the answer of who marks none of the jobs

// optionsOf are the options of a ballot, each {answer, text, about, note, colour}.
export const optionsOf = ballot => list(ballot.options).filter(o => o && text(o.answer))

// letter names the options of a choice, as the beamer does; '' for other forms.
export const letter = (ballot, i) => ballot.form === 'choice' && i < 26 ? String.fromCharCode(65 + i) : ''

// written reports whether the answer is typed.
export const written = ballot => ballot.form === 'number' || ballot.form === 'time'

// answerOf is the answer that a draft makes, and '' where it makes none yet.
export function answerOf (ballot, {marks, typed}) {
  const typedIn = typed.replace(/\s/g, '')
  switch (ballot.form) {
    case 'number': return /^\d{1,15}$/.test(typedIn) ? typedIn.replace(/^0+(?=\d)/, '') : ''
    case 'time': return /^\d{1,6}:[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(typedIn) ? typedIn : ''
    case 'jobs': if (marks.has(none)) return none
  }
  return optionsOf(ballot).map(o => text(o.answer)).filter(answer => marks.has(answer)).join(',')
}

// draftOf is the draft that makes an answer.
export function draftOf (ballot, answer = '') {
  if (written(ballot)) return {marks: new Set(), typed: answer}
  return {marks: new Set(ballot.form === 'jobs' ? answer.split(',') : [answer]), typed: ''}
}

// words are what an answer is called.
export function words (ballot, answer, say) {
  if (written(ballot)) return answer + (ballot.form === 'number' && ballot.unit ? ' ' + text(ballot.unit) : '')
  if (ballot.form === 'jobs' && answer === none) return text(ballot.none) || say('NoneOfThem')
  const {marks} = draftOf(ballot, answer)
  return optionsOf(ballot).filter(o => marks.has(text(o.answer))).map(o => text(o.text)).join(', ') || answer
}

// same reports whether two answers say the same: 1:00 and 1:00:00 are one time.
export function same (ballot, a, b) {
  const seconds = time => time.split(':').concat('0', '0').slice(0, 3).reduce((sum, part) => sum * 60 + Number(part), 0)
  return a === b || ballot.form === 'time' && seconds(a) === seconds(b)
}
