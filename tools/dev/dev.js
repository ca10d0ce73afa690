'use strict'
// Added to each page by the server for development: it keeps the page in step with what is
// being worked on.
{
  const has = document.currentScript.dataset, events = new URL('dev/events', document.baseURI)
  // The page writes its place in the run into the address when a step has been on screen
  // for a quarter of a second (Host.WriteAddress in wasm/page/host/history.go); a reload comes back to it.
  const rest = 300

  const note = document.createElement('small')
  note.className = 'dev-note'
  ;(document.querySelector('footer') ?? document.body).append(note)

  const box = document.createElement('div'), text = document.createElement('pre')
  box.className = 'dev-problem'
  box.setAttribute('role', 'alert')
  box.popover = 'manual' // over dialogs, too
  box.append(text)
  document.body.append(box)

  // restyle puts new style sheets in the place of the old ones, once they have come.
  const restyle = style => {
    for (const old of document.querySelectorAll('link[rel=stylesheet]')) {
      const next = old.cloneNode(), address = new URL(old.href)
      address.search = style
      next.href = address
      next.onload = () => old.remove()
      next.onerror = () => next.remove()
      old.after(next)
    }
  }

  const source = new EventSource(events)
  source.onmessage = ({data}) => {
    const now = JSON.parse(data)
    note.textContent = now.busy ? `development build · making ${now.busy}` : 'development build'
    document.documentElement.dataset.dev = now.problem ? 'problem' : now.busy ? 'busy' : 'ready'
    text.textContent = now.problem
    box.togglePopover(!!now.problem)
    if (String(now.style) !== has.style) restyle(has.style = String(now.style))
    if (String(now.page) !== has.page) {
      has.page = String(now.page)
      setTimeout(() => location.reload(), rest)
    }
  }
  source.onerror = () => { note.textContent = 'development build · its server has stopped' }
}
