// Orders from the speaker's phone to the page on the beamer.
import {ask} from './ask.js'

const apart = 1000 / 15 // ms between two points of the pointer
const stale = 2000 // ms after which an order that waits is not meant any more

// orders sends one after the other, so that they arrive in their order. Of points that
// wait only the newest is sent. An order is never sent twice: where no answer came it
// may have arrived, and two steps for one would show the hall an answer too early. Nor is
// one sent that had to wait for long behind another. failed is called then, or with what
// refused it.
export function orders (code, token, failed) {
  const waiting = []
  let busy = false, pointed = 0
  async function go () {
    busy = true
    while (waiting.length) {
      const early = waiting[0].order.do === 'point' ? pointed + apart - Date.now() : 0
      if (early > 0) {
        await new Promise(resolve => setTimeout(resolve, early))
        continue // a newer point may have taken its place
      }
      const {order, since} = waiting.shift()
      if (Date.now() - since > stale) {
        failed(order)
        continue
      }
      if (order.do === 'point') pointed = Date.now()
      try {
        const answer = await ask('POST', code + '/orders', {token, body: order})
        if (answer.status !== 204) failed(order, answer)
      } catch {
        failed(order)
      }
    }
    busy = false
  }
  return order => {
    if (order.do === 'point' && waiting.at(-1)?.order.do === 'point') waiting.pop()
    waiting.push({order, since: Date.now()})
    if (!busy) go()
  }
}
