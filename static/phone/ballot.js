// A question on a voter's phone: its pictures, and the options as rows or a field.
import {el, list, text} from './dom.js'
import {letter, none, optionsOf, written} from './answers.js'

// heading is what is asked, with what led there.
export const heading = (ballot, kind = 'h1') => [
  text(ballot.lead) && el('p', {class: 'lead'}, text(ballot.lead)),
  el(kind, {class: 'ask', tabindex: -1}, text(ballot.ask))
]

// pictures are those of a ballot. With mark, their parts can be touched: mark is called
// with the answer. The buttons over them do what the rows do, and are for fingers only.
export function pictures (ballot, mark) {
  const options = optionsOf(ballot).map(option => text(option.answer))
  return list(ballot.pictures).filter(picture => text(picture?.svg)).map(picture => {
    const image = el('picture', {},
      text(picture.dark) && el('source', {media: '(prefers-color-scheme: dark)', srcset: address(picture.dark)}),
      el('img', {src: address(picture.svg), alt: text(picture.alt)}))
    return el('div', {class: 'picture'}, image, mark ? list(picture.touch).map((box, i, all) => touch(box, mark, all.findIndex(other => other?.answer === box?.answer) === i && options.length ? letter(ballot, options.indexOf(text(box?.answer))) : '')) : [])
  })
}

const address = svg => 'data:image/svg+xml,' + encodeURIComponent(text(svg))

function touch (box, mark, name) {
  const answer = text(box?.answer), button = el('button', {type: 'button', class: 'touch', tabindex: -1, 'aria-hidden': 'true', 'data-answer': answer, onclick: e => mark(under(e) ?? answer)}, name && el('b', {}, name))
  for (const [side, fraction] of Object.entries({left: box?.x, top: box?.y, width: box?.w, height: box?.h})) {
    button.style[side] = Math.min(Math.max(Number(fraction) || 0, 0), 1) * 100 + '%'
  }
  return button
}

// under is the answer that a touch means where parts of several lie over each other:
// the one after that which is marked.
function under ({clientX, clientY}) {
  const answers = [...new Set(document.elementsFromPoint(clientX, clientY).filter(e => e.classList.contains('touch')).map(e => e.dataset.answer))].sort()
  if (answers.length < 2) return answers[0]
  const marked = answers.findIndex(answer => document.querySelector(`.touch.on[data-answer="${CSS.escape(answer)}"]`))
  return answers[(marked + 1) % answers.length]
}

// choices are what is marked or typed. mark is called with the answer of a row, type with
// what stands in the field.
export function choices (ballot, {say, mark, type}) {
  if (written(ballot)) return [field(ballot, say, type)]
  const many = ballot.form === 'jobs'
  const row = (option, i, answer = text(option.answer)) => el('label', {class: 'row'}, lettered(ballot, i), ...inside(option),
    el('input', {id: 'option-' + i, type: many ? 'checkbox' : 'radio', name: 'answer', value: answer, onchange: () => mark(answer)}))
  return [el('fieldset', {},
    el('legend', {}, text(ballot.how) || say(many ? 'HowJobs' : 'HowChoice')),
    optionsOf(ballot).map((option, i) => row(option, i)),
    many && row({text: text(ballot.none) || say('NoneOfThem')}, 'none', none))]
}

const lettered = (ballot, i) => letter(ballot, i) && el('b', {class: 'letter'}, letter(ballot, i))

function inside (option, ...more) {
  const chip = text(option.colour) && el('i', {class: 'chip'})
  if (chip) chip.style.backgroundColor = text(option.colour)
  return [chip, el('span', {},
    el('b', {}, text(option.text)), text(option.about) && ' ' + text(option.about),
    text(option.note) && el('em', {}, text(option.note)), ...more)].filter(Boolean)
}

function field (ballot, say, type) {
  const time = ballot.form === 'time', unit = !time && text(ballot.unit)
  // Keypads of digits have no colon: the point that they have stands for it, but for the
  // one behind the seconds.
  const colons = typed => {
    const parts = typed.split(/[.,:：]/)
    return parts.slice(0, 3).join(':') + (parts.length > 3 ? '.' + parts.slice(3).join('') : '')
  }
  const input = el('input', {
    id: 'field', type: 'text', inputmode: time ? 'decimal' : 'numeric', maxlength: 15, enterkeyhint: 'send',
    placeholder: text(ballot.example), 'aria-describedby': unit && 'unit',
    oninput: () => {
      if (time && input.value !== colons(input.value)) input.value = colons(input.value)
      type(input.value)
    }
  })
  return el('div', {class: 'field'},
    el('label', {for: 'field'}, text(ballot.how) || say(time ? 'HowTime' : 'HowNumber')),
    el('div', {}, input, unit && el('span', {id: 'unit'}, unit)))
}

// results are the options when nothing can be marked any more: own is the answer of
// this phone, right those that are right, once that may be told.
export function results (ballot, {say, own, right = []}) {
  if (written(ballot)) return []
  const has = answer => ballot.form === 'jobs' ? list => list.some(one => one.split(',').includes(answer)) : list => list.includes(answer)
  const row = (option, answer, i) => {
    const isRight = has(answer)(right), isOwn = own != null && has(answer)([own])
    return el('li', {class: `row${isRight ? ' right' : ''}${isOwn ? ' own' : ''}`}, lettered(ballot, i), inside(option,
      (isRight || isOwn) && el('small', {}, isRight && el('b', {}, '✓ ' + say('Right')), isOwn && el('span', {}, say('Yours')))))
  }
  return [el('ul', {}, optionsOf(ballot).map((option, i) => row(option, text(option.answer), i)),
    ballot.form === 'jobs' && row({text: text(ballot.none) || say('NoneOfThem')}, none))]
}
