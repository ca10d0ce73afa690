// The frame of experiments: it stands in place of the page's panels and the controls
// of time, below the same header, until the reader goes back.
const shape = `<div id="lab-bar" class="bar"></div>
<form id="lab-form" class="panel"><div id="lab-design"></div><div id="lab-progress"></div></form>
<div id="lab-main" class="mid">
<section class="panel"><div id="lab-head" class="head"></div><div id="lab-warn"></div><div id="lab-curves" class="curves" role="application" tabindex="0"></div><div id="lab-table"></div></section>
<section class="panel"><div id="lab-differences-head" class="head"></div><div id="lab-differences" class="curves" role="application" tabindex="0"></div></section></div>
<div class="right"><section id="lab-point" class="panel point" tabindex="-1" hidden></section><section id="lab-best" class="panel best" hidden></section>
<section id="lab-says" class="panel" hidden></section><section id="lab-exports" class="panel" hidden></section></div>
<div id="lab-note"></div><p id="lab-live" class="sr" role="status" aria-live="polite"></p>`

const $ = id => document.getElementById(id)
const isLink = hash => hash.startsWith('#x.')
const own = 'button, input, select, textarea, a, summary'

export function frame (lab) {
  const root = document.documentElement
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = JSON.parse($('assets').textContent)['lab.css']
  document.head.append(sheet)
  const section = document.createElement('section')
  section.id = 'lab'
  section.setAttribute('role', 'main')
  section.tabIndex = -1
  section.hidden = true
  section.innerHTML = shape
  document.querySelector('footer.bottom').before(section)
  let behind = '', from, hidden = [], pushed = false, told = ''

  const shown = () => !section.hidden
  const tell = (name, on) => root.toggleAttribute(name, on)
  // show puts the experiment on screen; fragment is the address to go back to.
  const show = fragment => {
    behind = fragment
    pushed = isLink(location.hash)
    $('lab-note').textContent = '…'
    if (shown()) return
    from = document.activeElement
    hidden = [...document.querySelectorAll('#main, #compare-view, .run-notice, footer.bottom')].filter(e => !e.hidden)
    for (const e of hidden) e.hidden = true
    section.hidden = false
    tell('data-lab', true)
    $('vary').setAttribute('aria-pressed', 'true')
    section.focus({preventScroll: true})
    scrollTo(0, 0)
  }
  const hide = () => {
    if (!shown()) return
    lab.keep?.()
    section.hidden = true
    for (const e of hidden) e.hidden = false
    tell('data-lab', false)
    $('vary').setAttribute('aria-pressed', 'false')
    lab.close?.()
    ;(from?.isConnected && from !== document.body ? from : $('vary')).focus({preventScroll: true})
  }
  // leave goes back to the page's run, or to another one by its fragment.
  const leave = fragment => {
    hide()
    if (fragment) {
      location.hash = fragment
      return
    }
    history.replaceState(null, '', location.pathname + location.search + (behind || ''))
  }
  // beneath puts the scenario of an experiment that came by a link behind it, so that
  // whatever is done next is done to that.
  const beneath = (link, text) => {
    behind = link
    hopyard.beneath(link, text)
  }
  // back leaves for where the experiment was begun, and keeps its runs.
  const back = () => lab.act ? lab.act('leave', '') : leave('')
  const address = fragment => {
    $('lab-note').textContent = ''
    if (!fragment || fragment === location.hash || !shown()) return
    told = fragment
    history[pushed ? 'replaceState' : 'pushState'](null, '', fragment)
    pushed = true
  }
  const fail = (text, again) => {
    const note = $('lab-note'), button = document.createElement('button'), back = document.createElement('button')
    note.textContent = text + ' '
    button.type = back.type = 'button'
    button.textContent = '↻'
    back.textContent = '←'
    back.setAttribute('aria-label', 'Back')
    button.setAttribute('aria-label', 'Try again')
    button.onclick = again
    back.onclick = () => leave('')
    note.append(button, back)
    note.setAttribute('role', 'alert')
    addEventListener('online', () => { if (shown() && note.textContent) again() }, {once: true})
  }
  addEventListener('hashchange', () => {
    if (shown() && !isLink(location.hash)) hide()
  })

  // What is done to controls.
  const value = e => e.dataset.of ? `${e.dataset.of}=${e.value}` : e.type === 'checkbox' ? String(e.checked) : e.value
  section.addEventListener('submit', e => e.preventDefault())
  section.addEventListener('change', e => {
    const c = e.target.closest('select[data-lab], input[data-lab], textarea[data-lab]')
    if (c) lab.act(c.dataset.lab, value(c))
  })
  section.addEventListener('click', e => {
    const p = e.target.closest('[data-lab-point]')
    if (p) return lab.open1(p)
    const c = e.target.closest('button[data-lab]')
    if (c && c.getAttribute('aria-disabled') !== 'true') lab.act(c.dataset.lab, value(c))
  })
  section.addEventListener('keydown', e => {
    if (e.key === 'Enter' && e.target.matches('input[data-lab]')) {
      e.preventDefault()
      lab.act(e.target.dataset.lab, value(e.target))
    }
  })
  lab.open1 = p => {
    const [series, place] = p.dataset.labPoint.split(',').map(Number)
    lab.point(p.dataset.chart || 'lab-curves', series, place)
    $('lab-point').focus({preventScroll: false})
  }
  addEventListener('keydown', e => {
    if (!shown() || e.defaultPrevented || e.key !== 'Escape' || document.querySelector('dialog[open]')) return
    e.preventDefault()
    if (!$('lab-point').hidden && $('lab-point').contains(document.activeElement)) {
      lab.act('close', '')
      $('lab-curves').focus()
    } else back()
  })
  // The header stays: what it does to the run leads back to it first.
  const header = document.querySelector('header.top')
  header.addEventListener('click', e => {
    const b = shown() && e.target.closest('button')
    if (!b) return
    if (b.id === 'vary') {
      e.stopPropagation()
      back()
    } else if (b.id === 'share-open') {
      e.stopPropagation()
      lab.act('export', 'link')
    } else if (['edit-open', 'compare', 'lecture', 'undo', 'redo'].includes(b.id)) leave('')
  }, true)
  header.addEventListener('change', e => {
    if (shown() && e.target.id !== 'pick-lang') leave('')
  }, true)
  addEventListener('pagehide', () => { if (shown()) lab.keep?.() })
  document.addEventListener('visibilitychange', () => { if (document.hidden && shown()) lab.keep?.() })

  Object.assign(lab, {
    leave, address, beneath,
    refuse: text => fail(text, () => leave('')),
  })
  return {
    show, shown, fail, live: $('lab-live'),
    name: t => {
      section.setAttribute('aria-label', t('Experiment'))
      for (const id of ['lab-curves', 'lab-differences']) $(id).setAttribute('aria-label', t('ChartKeys'))
    },
  }
}
