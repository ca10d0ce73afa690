// A voter's page: which room, then what its host tells the phones (web/rooms, “What
// phones show”).
import en from './lang/en/voting.json'
import ru from './lang/ru/voting.json'
import zh from './lang/zh/voting.json'
import {answerOf, draftOf, words, written} from './phone/answers.js'
import {follow, onReturn} from './phone/ask.js'
import {codeOf} from './phone/code.js'
import {byId, put, text} from './phone/dom.js'
import {onOtherTab, read, tidy} from './phone/kept.js'
import {open, placeOf, view, waiting} from './phone/phases.js'
import {entry} from './phone/entry.js'
import {texts} from './phone/texts.js'
import {voter} from './phone/voter.js'

const say = texts({en, ru, zh})
const main = byId('main'), send = byId('send')
const troubles = {}
let code = '', state = null, feed = null, self = null
let shown = '', scene = '' // what main was made of, and which question in which phase it was
let draft = null, draftOn = '', draftFrom = '' // what is marked, in which round, and what was sent before

// enter goes into a room, or asks for its code.
function enter () {
  feed?.stop()
  self?.stop()
  state = feed = self = null
  troubles.feed = troubles.vote = ''
  shown = draftOn = ''
  code = codeOf(location.hash.slice(1))
  if (!code) return askCode(location.hash.length > 1 ? say('BadCode') : '')
  const trouble = from => name => { troubles[from] = name; tell() }
  self = voter(code, {changed: show, trouble: trouble('vote')})
  feed = follow(code, {news, refused, trouble: trouble('feed')})
  byId('phase').textContent = ''
  show()
}

function askCode (wrong, typed = '') {
  shown = 'code'
  main.replaceChildren(...entry(say, wrong, typed))
  put(byId('room'), 'Hopyard')
  byId('phase').textContent = ''
  byId('foot').hidden = true
  byId('code').focus()
  tell()
}

function typedCode () {
  const typed = byId('code').value, found = codeOf(typed)
  if (!found) return askCode(say('BadCode'), typed)
  history.replaceState(null, '', '#' + found)
  enter()
}

function news (said) {
  const first = !state
  state = said
  say.speak(state.lang)
  if (first) {
    self.join()
    for (const place of Object.keys(read(code).votes)) self.vote(place)
  }
  show()
}

// refused: there is no such room, any more.
function refused ({said}) {
  const known = state || read(code).voter
  troubles.feed = ''
  if (known) {
    state = {...state, phase: 'over'}
    self.gone = true
    return show()
  }
  const wrong = say(said?.errors ? 'NoRoom' : 'NoRooms', {code}), typed = code
  self.stop()
  code = ''
  askCode(wrong, typed)
}

// show brings the page up to what is known. What was asked stays as it is, with focus
// and keyboard, as long as it is the same.
function show () {
  if (!code) return
  const kept = read(code)
  put(byId('room'), say('Room', {code}))
  if (!state) {
    draw('joining', () => waiting(say('Joining', {code})), false)
    return foot(null)
  }
  const place = placeOf(state), isOpen = open(state)
  const last = kept.votes[place]?.wanted ?? kept.votes[place]?.counted ?? ''
  // What another tab has sent is marked here too, unless somebody has begun to change it.
  if (isOpen && (draftOn !== place || draftFrom !== last && answerOf(state.ballot, draft) === draftFrom)) {
    draft = draftOf(state.ballot, last)
    draftOn = place
    draftFrom = last
  }
  const made = view(state, kept.votes, {say, mark, type})
  const now = `${state.phase} ${state.question}`
  if (now !== scene) scrollTo(0, 0)
  scene = now
  draw(JSON.stringify([document.documentElement.lang, made.of, isOpen ? place : '']), made.parts, isOpen)
  put(byId('phase'), say(made.phase))
  byId('phase').classList.toggle('open', isOpen)
  if (isOpen) marked()
  else foot(null)
  tell()
}

// draw fills main, unless it shows this already. The focus stays where it was, or goes
// to the top when that is gone or about to go.
function draw (what, parts, sends) {
  if (shown === what) return
  const before = shown, at = document.activeElement, inside = main.contains(at) || at === send
  const {id, selectionStart} = at
  shown = what
  main.replaceChildren(...parts().flat(Infinity).filter(Boolean))
  if (before) put(byId('news'), main.querySelector('h1').textContent)
  if (!inside) return
  const to = id && (id !== 'send' || sends) && byId(id) || main.querySelector('h1')
  to.focus({preventScroll: true})
  if (to.id === 'field') {
    to.value = draft.typed
    to.setSelectionRange(selectionStart, selectionStart)
  }
}

function mark (answer) {
  const {marks} = draft, was = marks.has(answer)
  if (state.ballot.form !== 'jobs') marks.clear()
  else if (answer === '-') marks.clear()
  else marks.delete('-')
  if (was && state.ballot.form === 'jobs') marks.delete(answer)
  else marks.add(answer)
  marked()
}

function type (typed) {
  draft.typed = typed
  marked()
}

// marked shows the draft, and what can be done with it.
function marked () {
  const field = byId('field')
  if (field && field.value !== draft.typed) field.value = draft.typed
  for (const input of main.querySelectorAll('[name=answer]')) {
    input.checked = draft.marks.has(input.value)
    input.closest('.row').classList.toggle('on', input.checked)
  }
  for (const button of main.querySelectorAll('.touch')) button.classList.toggle('on', draft.marks.has(button.dataset.answer))
  foot(read(code).votes[draftOn] ?? {})
}

// foot is the button that sends, and what has become of what was sent.
function foot (vote) {
  const told = byId('told'), numbers = byId('numbers')
  byId('foot').hidden = !vote
  send.hidden = self.full
  put(numbers, say('Numbers'))
  if (!vote) return put(told, '')
  if (self.full) return put(told, say('Full'))
  const {ballot} = state, answer = answerOf(ballot, draft), called = x => words(ballot, x, say)
  const last = vote.wanted ?? vote.counted
  send.classList.toggle('sent', Boolean(answer) && answer === vote.counted && !vote.wanted)
  send.setAttribute('aria-disabled', !answer || answer === last)
  if (!answer) put(send, say(written(ballot) ? 'Write' : 'Choose'))
  else if (answer !== last) put(send, say('Send', {answer: called(answer)}))
  else put(send, say(vote.wanted ? 'Sending' : 'SentIs', {answer: called(answer)}))
  if (answer === last && answer) put(told, vote.wanted ? '' : say('Sent'))
  else put(told, last ? say('SentBefore', {answer: called(last)}) : say('NotYet'))
}

function submit () {
  if (!state || !open(state)) return
  const {ballot} = state, answer = answerOf(ballot, draft), place = placeOf(state), vote = read(code).votes[place] ?? {}
  if (answer && answer !== (vote.wanted ?? vote.counted)) return self.vote(place, answer)
  if (!answer && written(ballot)) {
    put(byId('told'), say(ballot.form === 'time' ? 'BadTime' : 'BadNumber', {example: text(ballot.example) || '1:00'}))
    byId('field').focus()
  }
}

// tell says what hinders, until it does so no more.
function tell () {
  const name = troubles.vote || troubles.feed
  put(byId('trouble'), name ? say(name) : '')
}

byId('form').addEventListener('submit', e => {
  e.preventDefault()
  if (code) submit()
  else typedCode()
})
addEventListener('hashchange', () => { if (codeOf(location.hash.slice(1)) !== code) enter() })
onReturn(() => { feed?.wake(); self?.wake() })
onOtherTab(() => code, show)
tidy()
enter()
