// The field for the letters of a room.
import {el} from './dom.js'

// entry asks for a code, with what was wrong with the one before.
export function entry (say, wrong, typed) {
  const field = el('input', {
    id: 'code', type: 'text', value: typed, maxlength: 20, autocapitalize: 'characters', autocomplete: 'off', autocorrect: 'off', spellcheck: 'false',
    enterkeyhint: 'go', 'aria-describedby': 'wrong', 'aria-invalid': wrong ? 'true' : null
  })
  return [el('div', {class: 'entry'},
    el('h1', {tabindex: -1}, say('WhichRoom')),
    el('label', {for: 'code'}, say('CodeField')),
    field,
    el('p', {id: 'wrong', role: 'alert'}, wrong),
    el('button', {class: 'primary'}, say('Join')))]
}
