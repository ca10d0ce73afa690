// The keys of remotes and of whoever stands at the keyboard. Remotes send PageDown
// and PageUp, B or a full stop for a black screen, F5 to begin and Escape to end.
const keys = {
  ArrowRight: 'next', PageDown: 'next', ' ': 'next', ArrowLeft: 'back', PageUp: 'back', Backspace: 'back',
  b: 'black', '.': 'black', F5: 'screen', Escape: 'leave', s: 'speaker', p: 'laser', x: 'clear', v: 'room', n: 'seek', q: 'similar', r: 'skip',
}

// pressed is what a key means in a lecture, '' for nothing: what a field, a button
// or an open dialog needs is theirs. Letters count by where they are, too, for
// keyboards that write other ones.
export function pressed (e) {
  if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog:modal')) return ''
  const at = e.target.closest?.('button, a, input, textarea, select, summary')
  if (at && (e.key === ' ' || at.matches('input, textarea, select'))) return ''
  const letter = /^[a-z]$/i.test(e.key) ? e.key : /^Key[A-Z]$/.test(e.code) && e.key.length === 1 ? e.code[3] : e.key
  return keys[letter.length === 1 ? letter.toLowerCase() : letter] ?? ''
}
