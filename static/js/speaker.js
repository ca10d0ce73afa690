// #speaker=… in the address is the window of somebody who gives a lecture in another
// one: it shows what that tells, and needs nothing of the program.
import {script} from './script.js'

if (/^#speaker=/.test(location.hash)) {
  hopyard.resetting = true
  document.body.hidden = true
  script('lecture.js')
}
