// The list of the questions of a run in the speaker's window: which are asked, and the
// speaker's own among them.
import {checked} from './plan.js'
import {filled, make} from './texts.js'

const most = 6 // answers of an own question

// questions makes the dialog. drive tells the lecture what is chosen, say gives texts.
export function questions ({drive, say}) {
  const title = make('h2', {id: 'questions-title'}), list = make('ol', {className: 'questions'}), note = make('p', {className: 'small'})
  const form = make('form', {className: 'questions-own', method: 'dialog'})
  const close = make('button', {type: 'button', onclick: () => dialog.close()})
  const none = make('button', {type: 'button', onclick: () => drive('none')})
  const dialog = make('dialog', {id: 'speaker-questions', 'aria-labelledby': title.id}, make('header', {}, title, close), note, none, list, form)
  document.body.append(dialog)

  const button = (text, onclick, label) => make('button', {type: 'button', onclick, ...label && {ariaLabel: label}}, text)
  const item = q => {
    const box = make('input', {type: 'checkbox', checked: q.on, disabled: !q.phones, id: `q-${q.key}`, onchange: () => drive('tick', {key: q.key})})
    return make('li', {}, box, make('label', {htmlFor: box.id}, make('small', {}, filled(say('AtStep'), {step: q.step, at: q.clock})), ' ', q.ask, ...q.phones ? [] : [' ', make('em', {}, say('NotOnPhones'))]),
      button(say('GoThere'), () => drive('go', {step: q.step}), `${say('GoThere')}: ${q.ask}`))
  }
  const own = q => make('li', {className: 'own'}, make('span', {className: 'mark', ariaHidden: 'true'}, '✎'),
    make('span', {}, make('small', {}, filled(say('AfterStep'), {step: q.step})), ' ', q.text, make('span', {className: 'answers'},
      ...q.answers.map((a, i) => make('span', i === q.right ? {className: 'right'} : {}, `${String.fromCharCode(65 + i)} ${a}${i === q.right ? ' ✓' : ''}`)), ...q.right < 0 ? [make('span', {}, say('IsPoll'))] : [])),
    button(say('GoThere'), () => drive('go', {step: q.step}), `${say('GoThere')}: ${q.text}`), button(say('Delete'), () => drive('drop', {id: q.id}), `${say('Delete')}: ${q.text}`))

  // The form keeps what is typed while the list changes.
  const fields = {}
  const build = () => {
    const answer = i => {
      const right = make('input', {type: 'radio', name: 'own-right', value: String(i), ariaLabel: filled(say('OwnRight'), {letter: String.fromCharCode(65 + i)})})
      const text = make('input', {type: 'text', maxLength: 160, ariaLabel: filled(say('OwnAnswer'), {letter: String.fromCharCode(65 + i)})})
      fields.answers.push(text)
      return make('li', {}, make('b', {ariaHidden: 'true'}, String.fromCharCode(65 + i)), text, make('label', {}, right, say('OwnIsRight')))
    }
    fields.answers = []
    fields.text = make('textarea', {rows: 2, maxLength: 400, id: 'own-text'})
    fields.step = make('input', {type: 'number', min: 0, id: 'own-step', inputMode: 'numeric'})
    fields.poll = make('input', {type: 'radio', name: 'own-right', value: '-1', checked: true})
    fields.wrong = make('p', {role: 'alert', className: 'wrong'})
    form.replaceChildren(make('h3', {}, say('OwnTitle')), make('label', {htmlFor: 'own-text'}, say('OwnText')), fields.text,
      make('ol', {}, ...Array.from({length: most}, (_, i) => answer(i))),
      make('label', {className: 'poll'}, fields.poll, say('OwnPoll')),
      make('label', {className: 'step', htmlFor: 'own-step'}, say('OwnStep'), ' ', fields.step),
      fields.wrong, make('button', {type: 'submit', className: 'primary'}, say('OwnAdd')))
  }
  form.addEventListener('submit', e => {
    e.preventDefault()
    const question = {text: fields.text.value, answers: fields.answers.map(a => a.value), right: +form.querySelector('[name=own-right]:checked').value, step: +fields.step.value}
    fields.wrong.textContent = checked(question) ? '' : say('OwnWrong')
    if (!checked(question)) return
    drive('add', {question})
    const {step} = question
    build()
    fields.step.value = step
    fields.text.focus()
  })

  let shown = ''
  return {
    // show lists what the lecture tells of its plan, at a step.
    show (plan, at) {
      const now = JSON.stringify([plan, say('Questions')])
      if (now === shown || !plan) return
      shown = now
      title.textContent = say('Questions')
      close.textContent = say('Close')
      none.textContent = say('TickNone')
      none.hidden = !plan.items.some(q => q.on)
      note.textContent = say(plan.known ? 'QuestionsNote' : 'QuestionsNone')
      const held = document.activeElement?.id
      list.replaceChildren(...[...plan.items.map(q => [q.step + 0.5, item(q)]), ...plan.own.map(q => [q.step, own(q)])].sort((a, b) => a[0] - b[0]).map(([, e]) => e))
      if (held && list.contains(document.getElementById(held))) document.getElementById(held).focus()
      if (form.dataset.lang !== say('OwnTitle')) {
        form.dataset.lang = say('OwnTitle')
        build()
        fields.step.value = at
      }
    },
    open (at) {
      fields.step.value = at
      dialog.showModal()
    },
  }
}
