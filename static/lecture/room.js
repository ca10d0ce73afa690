// The requests of a room's host to its server (web/rooms).

const waits = 25 // seconds that an answer may be held back
const patience = 15 // seconds for the way there and back

// Refused is an answer that asking again does not change.
export class Refused extends Error {
  constructor (status, fault) {
    super([fault?.problem, fault?.fix].filter(Boolean).join('; ') || `status ${status}`)
    this.status = status
  }
}

// ask sends one request and gives its answer: status, JSON, tag, and the seconds to
// leave before the next. It throws Refused, or what fetch throws without a network: a
// laptop that was asleep may hold a connection that nobody answers any more.
async function ask (path, {method = 'GET', secret, body, tag, signal, hold = 0} = {}) {
  const headers = {}, limit = new AbortController(), give = () => limit.abort()
  if (secret) headers.Authorization = `Bearer ${secret}`
  if (tag) headers['If-None-Match'] = tag
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const late = setTimeout(give, 1000 * (hold + patience))
  signal?.addEventListener('abort', give)
  let answer, json
  try {
    answer = await fetch(path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: limit.signal, cache: 'no-store'})
    json = /json/.test(answer.headers.get('Content-Type') ?? '') && answer.status !== 304 ? await answer.json().catch(() => null) : null
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', give)
  }
  const after = Math.min(Math.max(parseInt(answer.headers.get('Retry-After')) || 0, 0), 60)
  if (answer.status >= 400) {
    const refused = new Refused(answer.status, json?.errors?.[0])
    refused.after = after
    throw refused
  }
  return {status: answer.status, json, tag: answer.headers.get('ETag'), after}
}

// make asks for a room.
export const make = async () => (await ask('api/rooms', {method: 'POST', body: {}})).json

// look returns how many joined a room, and its desk.
export async function look ({code, secret}) {
  const [votes, desk] = await Promise.all(['votes?since=2147483646', 'desk'].map(path => ask(`api/rooms/${code}/${path}`, {secret})))
  return [votes.json?.joined ?? 0, desk.json ?? {}]
}

// room is what its host can do in one.
export function room ({code, secret}) {
  const at = `api/rooms/${code}`, stop = new AbortController(), sleeping = new Set()
  // pause is a sleep that ends early when the laptop comes back.
  const pause = ms => new Promise(done => {
    const end = () => { clearTimeout(timer); sleeping.delete(end); done() }, timer = setTimeout(end, ms)
    sleeping.add(end)
  })
  let waiting = new AbortController() // ends the answers that are held back
  // wake asks at once: what is on its way may never come, after a sleep.
  const wake = ({type}) => {
    if (type === 'visibilitychange' && document.hidden) return
    waiting.abort()
    waiting = new AbortController()
    for (const end of [...sleeping]) end()
  }
  const returns = [[document, 'visibilitychange'], [document, 'resume'], [globalThis, 'online']]
  for (const [of, name] of returns) of.addEventListener(name, wake)
  const leave = () => {
    stop.abort()
    waiting.abort()
    for (const [of, name] of returns) of.removeEventListener(name, wake)
  }
  // What is to be told is told in order, the newest only, until it has come.
  const teller = path => {
    let next, telling
    const run = async failed => {
      while (next !== undefined) {
        const body = next
        try {
          await ask(path, {method: 'PUT', secret, body, signal: stop.signal})
          if (next === body) next = undefined
          failed()
        } catch (e) {
          if (stop.signal.aborted) return
          if (e instanceof Refused && ![429, 503].includes(e.status)) { next = undefined; failed(e); return }
          failed(e)
          await pause(1000 * (e.after || 1))
        }
      }
    }
    return (body, failed) => {
      next = body
      telling ??= run(failed).finally(() => { telling = undefined; if (next !== undefined) telling = run(failed) })
    }
  }
  // listen asks again and again, and hands over what is new. failed gets what hinders, a
  // Refused or what fetch throws, and nothing when it is over.
  const listen = async (path, take, failed) => {
    let tag, failures = 0
    while (!stop.signal.aborted) {
      const {signal} = waiting, began = Date.now()
      try {
        const url = path(), hold = tag && !failures ? waits : 0
        const got = await ask(`${at}/${url}${hold ? `${url.includes('?') ? '&' : '?'}wait=${hold}` : ''}`, {secret, tag, signal, hold})
        if (stop.signal.aborted) return
        failed()
        failures = 0
        let more = false
        if (got.json) tag = (more = take(got.json)) ? undefined : got.tag
        else if (hold && !got.after && Date.now() - began < 1000) await pause(2000) // a server that stops holds nothing back
        if (got.after && !more) await pause(1000 * got.after * (1 + Math.random() / 2))
      } catch (e) {
        if (stop.signal.aborted) return
        failures++
        if (signal.aborted) continue
        failed(e)
        if ([401, 404].includes(e.status)) return
        await pause(1000 * (e.after || 2))
      }
    }
  }
  return {
    tell: teller(at),
    desk: teller(`${at}/desk`),
    listen,
    leave,
    end: () => { leave(); return ask(at, {method: 'DELETE', secret}).catch(() => {}) },
  }
}
