// Functions in the page for the random test (monkey_page_test.go). They find the
// controls that can be operated now. The counter done shows whether an action had an
// effect.
(() => {
  const mine = window.monkey = {done: 0}
  new MutationObserver(list => { mine.done += list.length }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
  const paint = hopyard.paint
  hopyard.paint = (...a) => { mine.done++; paint(...a) }
  for (const kind of ['focusin', 'focusout', 'scroll']) addEventListener(kind, () => mine.done++, true)
  const save = hopyard.save
  hopyard.save = (...a) => { mine.done++; save(...a) }
  // Controls that are not used, because they leave the page or make the browser show a dialog or save a file.
  const away = 'a[href]:not([href^="#"]), #stopped *, [data-export], [data-own], #share-send, #share-qr-save'
  mine.controls = selector => {
    const modal = [...document.querySelectorAll('dialog:modal')].pop()
    return [...document.querySelectorAll(selector)].filter(e => {
      if (modal && !modal.contains(e) || e.matches(away) || e.disabled || e.closest('[hidden], [inert]') || e.ariaDisabled === 'true') return false
      const r = e.getBoundingClientRect()
      if (r.width < 4 || r.height < 4 || r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth) return false
      const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)
      return top && e.contains(top)
    })
  }
  mine.name = e => `${e.tagName.toLowerCase()}${e.id ? '#' + e.id : ''}${Object.entries(e.dataset).map(([k, v]) => `[${k}=${v}]`).join('')} ${(e.ariaLabel || e.textContent || '').trim().slice(0, 40)}`
  mine.middle = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }
  // idle waits until the page has been idle for two frames. Its result is "", or "slow"
  // after eight seconds, or "stopped" if the program has stopped.
  mine.idle = () => new Promise(done => {
    let quiet = 0
    const began = performance.now()
    const look = () => {
      if (performance.now() - began > 8000) return done('slow')
      if (document.getElementById('stopped')) return done('stopped')
      const {busy, language} = hopyard.state()
      quiet = busy || language !== document.getElementById('pick-lang').value ? 0 : quiet + 1
      quiet > 1 ? done('') : requestAnimationFrame(look)
    }
    look()
  })
  mine.here = () => btoa([...hopyard.here()].map(b => String.fromCharCode(b)).join(''))
  mine.texts = ids => ids.map(id => document.getElementById(id)?.textContent ?? '')
})()
