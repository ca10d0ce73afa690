// The requests of a room's host to its server (web/rooms).

const pause = ms => new Promise(done => setTimeout(done, ms))

// Refused is an answer that asking again does not change.
export class Refused extends Error {
  constructor (status, fault) {
    super([fault?.problem, fault?.fix].filter(Boolean).join('; ') || `status ${status}`)
    this.status = status
  }
}

// ask sends one request and gives its answer: status, JSON, tag, and the seconds to
// leave before the next. It throws Refused, or what fetch throws without a network.
async function ask (path, {method = 'GET', secret, body, tag, signal} = {}) {
  const headers = {}
  if (secret) headers.Authorization = `Bearer ${secret}`
  if (tag) headers['If-None-Match'] = tag
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const answer = await fetch(path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, cache: 'no-store'})
  const json = /json/.test(answer.headers.get('Content-Type') ?? '') && answer.status !== 304 ? await answer.json().catch(() => null) : null
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

// room is what its host can do in one.
export function room ({code, secret}) {
  const at = `api/rooms/${code}`, stop = new AbortController()
  // What is to be told is told in order, the newest only, until it has come.
  const teller = path => {
    let next, telling
    const run = async failed => {
      while (next !== undefined) {
        const body = next
        try {
          await ask(path, {method: 'PUT', secret, body, signal: stop.signal})
          if (next === body) next = undefined
          failed('')
        } catch (e) {
          if (stop.signal.aborted) return
          if (e instanceof Refused && ![429, 503].includes(e.status)) { next = undefined; failed(e.message, e.status); return }
          failed(e.message)
          await pause(1000 * (e.after || 1))
        }
      }
    }
    return (body, failed) => {
      next = body
      telling ??= run(failed).finally(() => { telling = undefined; if (next !== undefined) telling = run(failed) })
    }
  }
  // listen asks again and again, and hands over what is new.
  const listen = async (path, take, failed) => {
    let tag
    while (!stop.signal.aborted) {
      try {
        const url = path()
        const got = await ask(`${at}/${url}${url.includes('?') ? '&' : '?'}wait=25`, {secret, tag, signal: stop.signal})
        failed('')
        if (got.json) tag = take(got.json) ? undefined : got.tag
        if (got.after) await pause(1000 * got.after * (1 + Math.random() / 2))
      } catch (e) {
        if (stop.signal.aborted) return
        failed(e.message, e.status)
        if ([401, 404].includes(e.status)) return
        await pause(1000 * (e.after || 2))
      }
    }
  }
  return {
    tell: teller(at),
    desk: teller(`${at}/desk`),
    listen,
    leave: () => stop.abort(),
    end: () => { stop.abort(); return ask(at, {method: 'DELETE', secret}).catch(() => {}) },
  }
}
