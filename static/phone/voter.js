// A voter of one room: joins it once, and sends answers until each is taken or came too
// late.
import {ask, passes, pause, sleeper} from './ask.js'
import {change, read} from './kept.js'

const joinTime = 5000 // ms that another tab may take to join

// voter makes one. changed is called when what is kept has changed; trouble as follow
// calls it.
export function voter (code, {changed, trouble}) {
  const rest = sleeper(), busy = new Set()
  let joining = null, stopped = false, anew = 2
  const self = {join, vote, full: false, gone: false, wake: () => rest.wake(), stop: () => { stopped = true; rest.wake() }}

  // again calls one until it says that it is done, with pauses that grow.
  async function again (one) {
    for (let failures = 1; !stopped; failures++) {
      let answer
      try {
        answer = await one()
        if (answer === true) break
      } catch {}
      if (stopped) return
      trouble(answer ? 'Busy' : 'NoNetwork')
      await rest.sleep(Math.max(pause(failures), (answer?.again ?? 0) * 1000))
    }
    trouble('')
  }

  function join () {
    joining ??= enter().finally(() => { joining = null })
    return joining
  }
  async function enter () {
    const other = read(code)
    if (other.voter) return
    if (Date.now() - other.joining < joinTime) await rest.sleep(joinTime / 5) // its token will do
    await again(async () => {
      if (read(code).voter) return true
      change(code, kept => { kept.joining = Date.now() })
      const answer = await ask('POST', code + '/voters')
      if (passes(answer.status)) return answer
      if (answer.status === 201 && answer.said?.voter) change(code, kept => { kept.voter ??= answer.said.voter })
      else Object.assign(self, {full: answer.status === 409, gone: answer.status === 404})
      return true
    })
    changed()
  }

  // vote sends an answer to a round, such as "3/1"; without one, what is still to be
  // sent of it.
  async function vote (place, answer) {
    if (answer) {
      change(code, kept => { kept.votes[place] = {...kept.votes[place], wanted: answer, late: undefined, unsure: undefined} })
      changed()
    }
    if (busy.has(place)) { rest.wake(); return }
    busy.add(place)
    await again(() => send(place))
    busy.delete(place)
  }
  async function send (place) {
    const wanted = read(code).votes[place]?.wanted
    if (!wanted) return true
    if (!read(code).voter) await join()
    const {voter: token} = read(code)
    if (!token) return self.full || self.gone ? refused(place, wanted) : undefined
    set(place, vote => Object.assign(vote, {tried: vote.flying, flying: true})) // the one before may have arrived
    const answer = await ask('PUT', `${code}/votes/${place}`, {token, body: {answer: wanted}})
    if (answer.status >= 500) return answer
    set(place, vote => { vote.flying = vote.tried })
    if (passes(answer.status)) return answer
    if (answer.status === 401 && anew-- > 0) { // a new room has the code of an old one
      change(code, kept => { if (kept.voter === token) kept.voter = undefined })
      return send(place)
    }
    if (answer.status !== 204) return refused(place, wanted)
    set(place, vote => { vote.counted = wanted; settle(vote, wanted) })
    return send(place) // it may have been changed meanwhile
  }
  function refused (place, wanted) {
    set(place, vote => {
      Object.assign(vote, {late: wanted, unsure: vote.tried})
      settle(vote, wanted)
    })
    return send(place)
  }
  function settle (vote, wanted) {
    if (vote.wanted === wanted) Object.assign(vote, {wanted: undefined, tried: undefined, flying: undefined})
  }
  function set (place, f) {
    change(code, kept => f(kept.votes[place] ??= {}))
    changed()
  }
  return self
}
