// What a lecture needs of the browser, loaded when first wanted: the look of the
// page on a beamer, and in another window what the speaker alone sees.
import {beamer} from './lecture/beamer.js'
import {keyOf} from './lecture/kept.js'
import {offer} from './lecture/offer.js'
import {speaker} from './lecture/speaker.js'

const sheet = document.createElement('link')
sheet.rel = 'stylesheet'
sheet.href = JSON.parse(document.getElementById('assets').textContent)['lecture.css']
const styled = new Promise(done => { sheet.onload = sheet.onerror = done })
document.head.append(sheet)

const [, id] = /^#speaker=(\w{1,40})$/.exec(location.hash) ?? []
if (id) styled.then(() => speaker(id))
else {
  hopyard.lecture = beamer(styled)
  if (top === self) styled.then(() => offer(hopyard.roomKey && keyOf(hopyard.roomKey)))
}
