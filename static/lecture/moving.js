// A room goes from one computer to another by its key: as a link, as a code to type, or
// as a file. Who has the key leads the room.
import {keyOf} from './kept.js'
import {make} from './texts.js'

// leaving shows the key of a room, for the other computer.
export function leaving (say, {code, secret, ends}) {
  const link = new URL(location.pathname, location.href)
  link.hash = `room=${code}.${secret}`
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify({hopyard: 'room', code, secret, ends, link: link.href}, null, 2) + '\n'], {type: 'application/json'}))
    make('a', {href: url, download: `hopyard-room-${code}.json`}).click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return [make('p', {}, say('MoveHow')), make('p', {}, make('a', {href: link.href, className: 'move-link'}, link.href)),
    make('p', {}, say('MoveType'), ' ', make('code', {className: 'move-key'}, `${code}.${secret}`)),
    make('button', {type: 'button', onclick: save}, say('MoveSave'))]
}

// coming asks for the key of a room; adopt is called with it.
export function coming (say, adopt) {
  const field = make('input', {type: 'text', spellcheck: false, autocomplete: 'off', size: 34, id: 'move-field'}), wrong = make('p', {role: 'alert', className: 'wrong'})
  const take = text => {
    const key = keyOf(text)
    wrong.textContent = key ? '' : say('MoveWrong')
    if (key) adopt(key)
  }
  const file = make('input', {type: 'file', accept: '.json,application/json', id: 'move-file', onchange: async () => { if (file.files[0]) take(await file.files[0].slice(0, 4096).text()) }})
  return [make('form', {onsubmit: e => { e.preventDefault(); take(field.value) }}, make('label', {htmlFor: field.id}, say('BringType')), ' ', field, ' ', make('button', {type: 'submit'}, say('GoOnYes'))),
    make('p', {}, make('label', {htmlFor: file.id}, say('BringFile')), ' ', file), wrong]
}
