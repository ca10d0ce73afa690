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
  // Completions, each with what it means beside it.
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {fontFamily: 'var(--mono)', fontSize: '12.5px', padding: '4px', maxHeight: '220px'},
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {padding: '4px 8px', borderRadius: '5px', lineHeight: '1.3'},
  '.cm-tooltip-autocomplete ul li[aria-selected]': {background: 'var(--tint)', color: 'var(--accent)'},
  '.cm-completionDetail': {marginLeft: '0', fontStyle: 'normal', color: 'var(--soft)'},
  '.cm-completionMatchedText': {textDecoration: 'none', fontWeight: '700'},
  '.cm-tooltip.cm-completionInfo': {padding: '0', margin: '0 4px', background: 'var(--panel)'},
  '.about': {padding: '8px 12px', maxWidth: '320px'},
  '.about b': {font: '600 12.5px var(--mono)'},
  '.about small': {font: '12px var(--font)', color: 'var(--soft)'},
  '.about p': {margin: '4px 0 0', color: 'var(--soft)', font: '12.5px/1.4 var(--font)'},
  '.about pre': {margin: '6px 0 0', font: '12px/1.4 var(--mono)', whiteSpace: 'pre-wrap'},
  '.cm-placeholder': {color: 'var(--soft)'},
  '.cm-panels': {background: 'var(--panel)', color: 'var(--ink)'},
  '.cm-panels-top': {borderBottom: '1px solid var(--edge)'},
  '.cm-panel.cm-search': {font: '13px var(--font)', padding: '6px 28px 6px 8px', display: 'flex', flexWrap: 'wrap', gap: '6px', alignItems: 'center'},
  '.cm-panel.cm-search br': {display: 'none'},
  '.cm-panel.cm-search label': {font: 'inherit', display: 'inline-flex', gap: '4px', alignItems: 'center', minHeight: '24px'},
  '.cm-textfield, .cm-button': control,
  '.cm-panel.cm-search [name=close]': {color: 'var(--ink)', fontSize: '18px', width: '26px', height: '26px', top: '4px', right: '2px', cursor: 'pointer'},
})

// A message of a fault: what is wrong, and below it its limit and the fix.
export const message = lines => () => {
  const box = document.createElement('div')
  lines.forEach((line, i) => {
    const part = document.createElement(i ? 'small' : 'b')
    part.textContent = line
    box.append(part)
  })
  return box
}

// change is the smallest change from one text to another, so that the caret and
// what is scrolled to stay where they are.
export const change = (old, text) => {
  let from = 0, end = old.length, to = text.length
  while (from < end && from < to && old[from] === text[from]) from++
  while (end > from && to > from && old[end - 1] === text[to - 1]) { end--; to-- }
  return {from, to: end, insert: text.slice(from, to)}
}
