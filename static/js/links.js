// What links need of the browser: the share API, the clipboard, QR codes.

import {script} from './script.js'

// ask asks the share API, relative to the page, and hands over what it said as a
// list: the status, 0 where nothing came; whether it is JSON; whether all of it is
// there, of at most so many bytes; the text; the seconds that it asks to wait.
hopyard.ask = async (path, body, most, done) => {
  let status = 0, json = false, whole = true, text = '', wait = 0
  try {
    const post = {method: 'POST', headers: {'Content-Type': 'application/json'}, body}
    const answer = await fetch(path, {...body && post, signal: AbortSignal.timeout(15_000)})
    json = /^application\/([^;]*\+)?json\b/.test(answer.headers.get('Content-Type'))
    wait = Math.min(parseInt(answer.headers.get('Retry-After')) || 0, 86_400)
    const decoder = new TextDecoder(), reader = answer.body.getReader()
    for (let bytes = 0; ;) {
      const {done, value} = await reader.read()
      if (done) break
      if ((bytes += value.length) > most) { whole = false; reader.cancel(); break }
      text += decoder.decode(value, {stream: true})
    }
    status = answer.status
  } catch {} // no network, or it broke off
  done([status, json, whole, text, wait])
}

// copy puts a text on the clipboard and says whether it could. Pages that came
// without TLS have no clipboard of their own: they copy what is selected.
hopyard.copy = async (text, done) => {
  try {
    await navigator.clipboard.writeText(text)
    return done(true)
  } catch {}
  const focused = document.activeElement, field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  const open = document.querySelectorAll('dialog:modal')
  ;(open[open.length - 1] ?? document.body).append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  focused?.focus({preventScroll: true})
  done(copied)
}

// code draws a QR code into an element; what draws it is loaded when first wanted.
hopyard.openQR = async (element, text, done) => {
  try {
    await script('qr.js')
    hopyard.drawQR(element, text)
    done(true)
  } catch { done(false) }
}

// part loads one of the build's scripts that few pages want.
hopyard.part = (name, done) => script(name).then(() => done(true), () => done(false))
