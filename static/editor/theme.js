// The editor in the page's colours: custom properties come in from outside the
// shadow root, so that light, dark and contrast follow by themselves.
import {EditorView} from '@codemirror/view'
import {HighlightStyle} from '@codemirror/language'
import {tags} from '@lezer/highlight'

export const colours = HighlightStyle.define([
  {tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600'},
  {tag: tags.string, color: 'var(--good)'},
  {tag: [tags.number, tags.bool, tags.null], color: 'var(--accent)'},
  {tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--soft)'},
])

const control = {
  font: '13px/1.3 var(--font)', color: 'var(--ink)', background: 'var(--bg)', backgroundImage: 'none',
  border: '1px solid var(--control)', borderRadius: '6px', minHeight: '26px', margin: '0', padding: '2px 8px',
}

export const theme = EditorView.theme({
  '&': {height: '100%', color: 'var(--ink)', background: 'var(--bg)', fontSize: '12.5px', border: '1px solid var(--control)', borderRadius: 'var(--round)', overflow: 'hidden'},
  '&.cm-focused': {outline: '2px solid var(--accent)', outlineOffset: '1px'},
  '.cm-scroller': {fontFamily: 'var(--mono)', lineHeight: '1.5', scrollbarWidth: 'thin'},
  '.cm-content': {caretColor: 'var(--ink)', padding: '8px 0'},
  '.cm-gutters': {background: 'var(--bg)', color: 'var(--soft)', border: 'none'},
  '.cm-activeLine, .cm-activeLineGutter': {background: 'var(--band)'},
  '.cm-activeLineGutter': {color: 'var(--ink)'},
  '.cm-selectionMatch': {background: 'var(--tint)'},
  '&.cm-focused .cm-matchingBracket': {background: 'var(--tint)', outline: '1px solid var(--accent)'},
  '&.cm-focused .cm-nonmatchingBracket': {background: 'none', outline: '1px solid var(--bad)'},
  '.cm-searchMatch': {background: 'var(--tint)', outline: '1px solid var(--accent)'},
  '.cm-searchMatch-selected': {background: 'var(--accent)', color: 'var(--bg)'},
  '.cm-searchMatch-selected *': {color: 'var(--bg)'},
  // An error: a wavy line, a mark beside the number, and what to do about it.
  '.cm-lintRange-error': {backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.2px', textDecorationSkipInk: 'none', textUnderlineOffset: '3px'},
  '.cm-lintPoint-error:after': {borderBottomColor: 'var(--bad)'},
  '.cm-lint-marker-error': {content: 'none', width: '9px', height: '9px', margin: '5px 2px', borderRadius: '50%', background: 'var(--bad)'},
  '.cm-tooltip': {background: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '8px', boxShadow: '0 4px 16px rgb(0 0 0 / 0.2)', maxWidth: 'min(420px, 90vw)', font: '13px/1.4 var(--font)'},
  '.cm-diagnostic': {padding: '6px 10px', borderLeft: '3px solid var(--bad)', whiteSpace: 'normal'},
  '.cm-diagnosticText div': {display: 'grid', gap: '2px'},
  '.cm-diagnosticText b': {fontWeight: '600'},
  '.cm-diagnosticText small': {font: 'inherit', color: 'var(--soft)'},
  '.cm-panels': {background: 'var(--panel)', color: 'var(--ink)'},
  '.cm-panels-top': {borderBottom: '1px solid var(--edge)'},
  '.cm-panel.cm-search': {font: '13px var(--font)', padding: '6px 28px 6px 8px', display: 'flex', flexWrap: 'wrap', gap: '6px', alignItems: 'center'},
  '.cm-panel.cm-search br': {display: 'none'},
  '.cm-panel.cm-search label': {font: 'inherit', display: 'inline-flex', gap: '4px', alignItems: 'center', minHeight: '24px'},
  '.cm-textfield, .cm-button': control,
  '.cm-panel.cm-search [name=close]': {color: 'var(--ink)', fontSize: '18px', width: '26px', height: '26px', top: '4px', right: '2px', cursor: 'pointer'},
})
