// The editor of a policy: Starlark, which has Python's syntax. What can be written,
// and what it means, comes from the table that the interpreter's documentation is
// made from. Tab is the page's, but while completions are shown.
import {Compartment, EditorState} from '@codemirror/state'
import {EditorView, keymap, hoverTooltip, lineNumbers, highlightActiveLine, highlightActiveLineGutter, placeholder} from '@codemirror/view'
import {history, historyKeymap, indentLess, indentMore, standardKeymap, toggleComment} from '@codemirror/commands'
import {HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting} from '@codemirror/language'
import {searchKeymap, search, highlightSelectionMatches} from '@codemirror/search'
import {lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics} from '@codemirror/lint'
import {acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete'
import {localCompletionSource, pythonLanguage} from '@codemirror/lang-python'
import {tags} from '@lezer/highlight'
import {change, message, theme} from './theme.js'

const colours = HighlightStyle.define([
  {tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.modifier], color: 'light-dark(#8a2f86, #d7a0e6)', fontWeight: '600'},
  {tag: tags.string, color: 'light-dark(#1c6b3f, #8fd3a4)'},
  {tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
  {tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#9a4b00, #f2b366)'},
  {tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.function(tags.definition(tags.variableName))], color: 'light-dark(#0b5cad, #7fbcff)'},
])

const words = ['and', 'break', 'continue', 'def', 'elif', 'else', 'False', 'for', 'if', 'in', 'lambda', 'None', 'not', 'or', 'pass', 'return', 'True', 'while']
  .map(label => ({label, type: 'keyword', boost: -1}))
let entries = [] // of the interface

// about shows what an entry means.
const about = e => () => {
  const box = document.createElement('div'), head = document.createElement('b'), text = document.createElement('p')
  box.className = 'about'
  head.textContent = written(e)
  if (e.type) {
    const kind = document.createElement('small')
    kind.textContent = ` ${e.type}`
    head.append(kind)
  }
  text.textContent = e.doc
  box.append(head, text)
  if (e.example) {
    const example = document.createElement('pre')
    example.textContent = e.example
    box.append(example)
  }
  return box
}
const written = e => (/^[a-z]+$/.test(e.of) ? `${e.of}.` : '') + e.name + e.params
const kind = e => e.params ? 'function' : e.of ? 'property' : 'variable'
const option = e => ({label: e.name, detail: e.params, type: kind(e), info: about(e), apply: e.params === '()' ? `${e.name}()` : e.name})

// partsOf are the entries behind "name.": the machine's, or a job's, which have many
// names.
const members = new Set()
const partsOf = name => {
  const own = entries.filter(e => e.of === name)
  return own.length ? own : entries.filter(e => e.of === 'job')
}
const free = () => entries.filter(e => !members.has(e.of))

const completions = context => {
  const member = context.matchBefore(/\b([A-Za-z_]\w*)(\[[^\]]*\])?\.\w*$/)
  if (member) {
    const [name] = /^\w+/.exec(member.text)
    if (name === 'queue' && !member.text.includes('[')) return null
    return {from: member.from + member.text.lastIndexOf('.') + 1, options: partsOf(name).map(option), validFor: /^\w*$/}
  }
  const word = context.matchBefore(/[A-Za-z_]\w*$/)
  if (!word && !context.explicit) return null
  return {from: word ? word.from : context.pos, options: [...free().map(option), ...words], validFor: /^\w*$/}
}

// hover tells what is under the pointer.
const hover = hoverTooltip((view, pos) => {
  const {from, text} = view.state.doc.lineAt(pos)
  let start = pos - from, end = start
  while (start > 0 && /\w/.test(text[start - 1])) start--
  while (end < text.length && /\w/.test(text[end])) end++
  if (start === end) return null
  const name = text.slice(start, end), before = /(\w+)(\[[^\]]*\])?\.$/.exec(text.slice(0, start))
  const entry = (before ? partsOf(before[1]) : free()).find(e => e.name === name)
  return entry && {pos: from + start, end: from + end, above: true, create: () => ({dom: about(entry)()})}
})

// place is where a line and a column, in characters from 1, stand in a text, and
// where what stands there ends.
const place = (doc, line, col) => {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(at.from + [...at.text].slice(0, col - 1).join('').length, at.to)
  const word = /^(\.?\w+|"[^"]*"|'[^']*'|\S)/.exec(at.text.slice(from - at.from))
  return {from: word || from === at.from ? from : from - 1, to: from + (word ? word[0].length : 0)}
}

hopyard.policyHelp = list => {
  entries = list
  members.clear()
  for (const e of list) if (/^[a-z]+$/.test(e.of)) members.add(e.of)
}
if (hopyard.policyEntries) hopyard.policyHelp(hopyard.policyEntries)

// newPolicy shows the editor in host instead of field.
hopyard.newPolicy = (host, field, options) => {
  const root = host.attachShadow({mode: 'open'})
  let given = false
  const language = new Compartment()
  const spoken = ({label, phrases}) => [
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off'}),
  ]
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        lineNumbers(), lintGutter(), history(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), search({top: true}), highlightSelectionMatches(),
        pythonLanguage, pythonLanguage.data.of({autocomplete: localCompletionSource}), pythonLanguage.data.of({autocomplete: completions}),
        autocompletion({icons: false, activateOnTypingDelay: 60}), hover,
        syntaxHighlighting(colours), theme, EditorView.lineWrapping, indentUnit.of('    '), EditorState.tabSize.of(4), placeholder('def key(job): return job.walltime'),
        language.of(spoken(options)),
        keymap.of([{key: 'Tab', run: acceptCompletion}, {key: 'Mod-Enter', run: () => true}, {key: 'F8', run: nextDiagnostic}, {key: 'Shift-F8', run: previousDiagnostic}, {key: 'Mod-/', run: toggleComment},
          {key: 'Mod-]', run: indentMore}, {key: 'Mod-[', run: indentLess}, ...completionKeymap, ...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...standardKeymap]),
        EditorView.updateListener.of(u => {
          if (!u.docChanged || given) return
          field.value = view.state.doc.toString()
          field.dispatchEvent(new Event('input', {bubbles: true}))
        }),
      ],
    }),
  })
  const focused = document.activeElement === field
  host.hidden = false
  field.parentNode.hidden = true
  hopyard.policy = {
    set: () => {
      const old = view.state.doc.toString()
      if (old === field.value) return
      given = true
      view.dispatch({changes: change(old, field.value)})
      given = false
    },
    speak: options => view.dispatch({effects: language.reconfigure(spoken(options))}),
    // faults marks what is wrong: a list of {line, col, lines}.
    faults: list => view.dispatch(setDiagnostics(view.state, list.map(f => ({...place(view.state.doc, f.line, f.col), severity: 'error', message: f.lines.join('\n'), renderMessage: message(f.lines)})))),
    goTo: (line, col) => {
      const {from} = place(view.state.doc, line, col)
      view.dispatch({selection: {anchor: from}, effects: EditorView.scrollIntoView(from, {y: 'center'})})
      view.focus()
    },
    focus: () => view.focus(),
  }
  if (focused) view.focus()
}
