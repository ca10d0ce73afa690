// fill puts HTML into an element and keeps what the reader has there: the focus, the
// caret and what is typed, what is unfolded, how far it is scrolled.
const name = e => e.dataset.lab || e.dataset.labPoint
const twins = (root, e) => [...root.querySelectorAll('[data-lab],[data-lab-point],summary')]
  .filter(o => o.tagName === e.tagName && name(o) === name(e) && o.dataset.of === e.dataset.of && (o.tagName !== 'BUTTON' || o.value === e.value))

export function fill (id, html) {
  const root = document.getElementById(id)
  if (!root) return
  const active = document.activeElement, inside = root.contains(active) && active !== root
  const at = inside ? twins(root, active).indexOf(active) : -1
  const typed = inside && 'selectionStart' in active && active.type !== 'button' && active.selectionStart !== null &&
    {value: active.value, from: active.selectionStart, to: active.selectionEnd, fresh: active.value !== active.defaultValue}
  const open = [...root.querySelectorAll('details')].map(d => d.open)
  const scrolled = [root, ...root.querySelectorAll('[data-scrolls]')].map(e => [e.scrollTop, e.scrollLeft])
  root.innerHTML = html
  root.hidden = !html
  for (const e of root.querySelectorAll('[data-width]')) e.style.width = `${e.dataset.width}%` // the policy forbids it in HTML
  root.querySelectorAll('details').forEach((d, i) => { if (open[i] !== undefined) d.open = open[i] })
  ;[root, ...root.querySelectorAll('[data-scrolls]')].forEach((e, i) => { if (scrolled[i]) [e.scrollTop, e.scrollLeft] = scrolled[i] })
  if (!inside) return
  const again = twins(root, active)[at] ?? [...root.querySelectorAll('[data-lab]')].find(o => name(o) === name(active)) ??
    root.querySelector('button.primary, button, select, input')
  if (!again) return document.getElementById('lab').focus()
  again.focus({preventScroll: true})
  if (typed && again.setSelectionRange) {
    if (typed.fresh) again.value = typed.value
    again.setSelectionRange(typed.from, typed.to)
  }
}
