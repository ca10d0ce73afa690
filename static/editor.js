// The editor of a scenario's text: CodeMirror, loaded when the text is first
// wanted. It stands in a shadow root, where its style sheets are adopted ones,
// which the content security policy allows. The plain text field below it holds
// the same text at any time, and is what Go reads and writes.
import {Compartment, EditorState} from '@codemirror/state'
import {EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter} from '@codemirror/view'
import {history, historyKeymap, indentLess, indentMore, standardKeymap} from '@codemirror/commands'
import {bracketMatching, syntaxHighlighting} from '@codemirror/language'
import {searchKeymap, search, highlightSelectionMatches} from '@codemirror/search'
import {lintGutter, nextDiagnostic, setDiagnostics} from '@codemirror/lint'
import {json} from '@codemirror/lang-json'
import {change, colours, message, theme} from './editor/theme.js'
import './editor/policy.js'

// newCode shows an editor in host instead of field. options: label, for those who listen,
// and phrases, the words of CodeMirror in the page's language.
hopyard.newCode = (host, field, options) => {
  const root = host.attachShadow({mode: 'open'})
  let given = false // the text comes from the field
  const language = new Compartment()
  const words = ({label, phrases}) => [
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off'}),
  ]
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        lineNumbers(), lintGutter(), history(), bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(), search({top: true}), highlightSelectionMatches(),
        json(), syntaxHighlighting(colours), theme, EditorView.lineWrapping,
        language.of(words(options)), EditorState.tabSize.of(2),
        keymap.of([{key: 'Mod-Enter', run: () => true}, {key: 'F8', run: nextDiagnostic}, {key: 'Mod-]', run: indentMore}, {key: 'Mod-[', run: indentLess}, ...searchKeymap, ...historyKeymap, ...standardKeymap]), // Tab is the page's
        EditorView.updateListener.of(u => {
          if (!u.docChanged || given) return
          field.value = view.state.doc.toString()
          field.dispatchEvent(new Event('input'))
        }),
      ],
    }),
  })
  const within = n => Math.min(n, view.state.doc.length)
  const focused = document.activeElement === field
  host.hidden = false
  field.hidden = true
  hopyard.code = {
    text: () => view.state.doc.toString(),
    // set takes up what was written into the field.
    set: () => {
      const old = view.state.doc.toString()
      if (old === field.value) return
      given = true
      view.dispatch({changes: change(old, field.value)})
      given = false
    },
    // speak goes over to other options.
    speak: options => view.dispatch({effects: language.reconfigure(words(options))}),
    // faults marks what is wrong: a list of {from, to, lines}.
    faults: list => view.dispatch(setDiagnostics(view.state, list.map(f => ({
      from: within(f.from), to: within(f.to), severity: 'error', message: f.lines.join('\n'), renderMessage: message(f.lines),
    })))),
    select: (from, to) => {
      view.dispatch({selection: {anchor: within(from), head: within(to)}, effects: EditorView.scrollIntoView(within(from), {y: 'center'})})
      view.focus()
    },
  }
  if (focused) hopyard.code.select(field.selectionStart, field.selectionEnd)
}
