// #speaker=… in the address is the window of somebody who gives a lecture in another
// one: it shows what that tells, and needs nothing of the program. #room=… is the key of
// a room that comes from another computer; it leaves the address at once. That room, or
// one of this browser whose tab was closed, is offered to go on with.
import {script} from './script.js'

if (/^#speaker=/.test(location.hash)) {
  hopyard.resetting = true
  document.body.hidden = true
  script('lecture.js')
} else if (top === self) {
  const [, key] = /^#room=(.{1,80})$/.exec(location.hash) ?? []
  if (key) {
    hopyard.roomKey = key
    history.replaceState(null, '', location.pathname + location.search)
  }
  let before
  try { before = localStorage['hopyard.hall'] && !sessionStorage['hopyard.hall'] } catch {}
  if (key || before) addEventListener('load', () => script('lecture.js').catch(() => {}))
}
