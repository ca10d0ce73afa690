// Orders from the speaker's phone to the page on the beamer.
import {ask} from './ask.js'

const apart = 1000 / 15 // ms between two points of the pointer

// orders sends one after the other, so that they arrive in their order. Of points that
// wait only the newest is sent. An order is never sent twice: where no answer came it
// may have arrived, and two steps for one would show the hall an answer too early.
// failed is called then, or with what refused it.
export function orders (code, token, failed) {
  const waiting = []
  let busy = false, pointed = 0
  async function go () {
    busy = true
    while (waiting.length) {
      const early = waiting[0].do === 'point' ? pointed + apart - Date.now() : 0
      if (early > 0) {
        await new Promise(resolve => setTimeout(resolve, early))
        continue // a newer point may have taken its place
      }
      const order = waiting.shift()
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
    if (order.do === 'point' && waiting.at(-1)?.do === 'point') waiting.pop()
    waiting.push(order)
    if (!busy) go()
  }
}
