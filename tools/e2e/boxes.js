(() => {
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const root = dialogs.at(-1) || document.body
  const out = []
  const name = e => {
    let text = e.tagName.toLowerCase() + (e.id ? '#' + e.id : e.classList.length ? '.' + e.classList[0] : '')
    for (let up = e.parentElement; up && !e.id; up = up.parentElement) if (up.id) { text = '#' + up.id + ' ' + text; break }
    return text
  }
  const brief = s => JSON.stringify(s.trim().replace(/\s+/g, ' ').slice(0, 40))

  // Reports whether an element is not visible: it is hidden, inert, or only for screen readers.
  const hiddenBox = e => !e.checkVisibility({visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true}) || e.closest('.sr, .parallel, .skip, noscript, option') || e.closest('[inert]')

  // Returns the visible part of a box (box): the part that no ancestor clips. If an
  // ancestor hides a part of the box that scrolling cannot show, cut is that ancestor.
  function clip (e, r) {
    let box = {left: r.left, top: r.top, right: r.right, bottom: r.bottom}, cut = null
    for (let up = e; up && up !== document.documentElement; up = up.parentElement) {
      const s = getComputedStyle(up)
      if (s.position === 'fixed') break
      if (s.overflowX === 'visible' && s.overflowY === 'visible') continue
      const b = up.getBoundingClientRect()
      const hides = axis => axis === 'hidden' || axis === 'clip'
      if (hides(s.overflowX) && (box.left < b.left - 1 || box.right > b.right + 1) && s.textOverflow !== 'ellipsis') cut = up
      if (hides(s.overflowY) && (box.top < b.top - 1 || box.bottom > b.bottom + 1) && s.webkitLineClamp === 'none') cut = up
      box = {left: Math.max(box.left, b.left), top: Math.max(box.top, b.top), right: Math.min(box.right, b.right), bottom: Math.min(box.bottom, b.bottom)}
      if (box.right - box.left < 1 || box.bottom - box.top < 1) return cut ? {cut} : null
    }
    return {box, cut}
  }

  const items = []
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement
    if (!node.data.trim() || hiddenBox(e) || e.closest('textarea, script, style, svg')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const r of range.getClientRects()) {
      if (r.width < 1 || r.height < 1) continue
      const c = clip(e, r)
      if (c?.cut) out.push(`${name(e)} ${brief(node.data)} is cut off by ${name(c.cut)}`)
      else if (c) items.push({e, box: c.box, text: node.data, kind: 'text'})
    }
  }
  const operable = 'button, a[href], input, select, textarea, summary, [role="button"], [role="option"], [tabindex="0"]'
  for (const e of root.querySelectorAll(operable)) {
    if (hiddenBox(e) || e.closest('svg')) continue
    const r = e.getBoundingClientRect(), c = clip(e, r)
    if (!c || c.cut) { if (c?.cut) out.push(`${name(e)} is cut off by ${name(c.cut)}`); continue }
    // Targets within a sentence may be small (WCAG 2.5.8, inline). They are not
    // checked for overlaps either, because a broken link has no single box.
    const inline = e.matches('a, .term, [data-lit]') && getComputedStyle(e).display === 'inline'
    if (!inline) items.push({e, box: c.box, text: e.getAttribute('aria-label') || e.textContent, kind: 'control'})
    const target = e.matches('input[type=checkbox], input[type=radio]') && e.closest('label') ? e.closest('label').getBoundingClientRect() : r
    if (!inline && (target.width < 23.5 || target.height < 23.5)) out.push(`${name(e)} ${brief(e.textContent)} is a target of ${target.width.toFixed(0)} × ${target.height.toFixed(0)}`)
  }

  // Some overlaps are allowed: fixed elements and tips may cover the page, and labels may cover their controls.
  const layer = e => e.closest('.bottom, .stale, .tip, .drop, #opening') || null
  const label = e => e.closest('label')
  for (let i = 0; i < items.length; i++) {
    for (let k = i + 1; k < items.length; k++) {
      const a = items[i], b = items[k]
      const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
      const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
      if (w < 2 || h < 3 || a.e === b.e || a.e.contains(b.e) || b.e.contains(a.e)) continue
      if (layer(a.e) !== layer(b.e) || a.kind !== b.kind && label(a.e) && label(a.e) === label(b.e)) continue
      if (a.kind !== b.kind && (a.e.closest('.scrub') || b.e.closest('.scrub'))) continue
      out.push(`${name(a.e)} ${brief(a.text)} and ${name(b.e)} ${brief(b.text)} lie on each other by ${w.toFixed(0)} × ${h.toFixed(0)}`)
    }
  }

  // A closed selection list must be wide enough for the text of its selected option.
  const pen = document.createElement('canvas').getContext('2d')
  for (const e of root.querySelectorAll('select')) {
    if (hiddenBox(e) || !e.selectedOptions[0] || e.id === 'pick-lang') continue // on phones the first letters are enough
    const s = getComputedStyle(e), r = e.getBoundingClientRect()
    pen.font = `${s.fontWeight} ${s.fontSize} ${s.fontFamily}`
    const text = e.selectedOptions[0].text, need = pen.measureText(text).width
    const room = r.width - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight) - 2
    const title = e.closest('section')?.querySelector('h3') // if the title shows the whole text, the list need not
    if (title && title.getBoundingClientRect().width > 2 && title.textContent.includes(text)) continue
    const row = e.closest('.picks, .top') || document.body
    if (r.width > row.clientWidth * 0.8) continue // the list cannot be wider
    if (need > room + 2) out.push(`${name(e)} shows ${room.toFixed(0)} of ${need.toFixed(0)} pixels of ${brief(text)}`)
  }

  // Only tables, records and texts may scroll sideways.
  const wide = document.scrollingElement
  if (wide.scrollWidth > wide.clientWidth + 1) out.push(`the page is ${wide.scrollWidth} wide in ${wide.clientWidth}`)
  for (const e of root.querySelectorAll('*')) {
    if (e.scrollWidth <= e.clientWidth + 1 || e.clientWidth < 2 || hiddenBox(e)) continue
    const s = getComputedStyle(e)
    if (s.overflowX === 'visible' || s.textOverflow === 'ellipsis' || e.closest('textarea, pre, table, .form-scroll, .form-blocks, nav, .chips, .scrolls, .compare-columns') || e.querySelector(':scope > table') || e.matches('select')) continue
    out.push(`${name(e)} is ${e.scrollWidth} wide in ${e.clientWidth}`)
  }
  return [...new Set(out)].slice(0, 30)
})()
