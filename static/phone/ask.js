// Requests to the rooms (web/rooms), and asking again and again for what is new.

const waits = 25 // seconds that an answer may be held back
const patience = 15 // seconds for the way there and back

// ask sends one request below api/rooms/. It fails where no answer comes in time, or
// when signal says so.
export async function ask (method, path, {token, body, tag, hold = 0, signal} = {}) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), (hold + patience) * 1000)
  signal?.addEventListener('abort', () => limit.abort())
  const headers = {}
  if (token) headers.Authorization = 'Bearer ' + token
  if (tag) headers['If-None-Match'] = tag
  if (method !== 'GET') headers['Content-Type'] = 'application/json'
  try {
    const answer = await fetch('api/rooms/' + path + (hold ? '?wait=' + hold : ''), {
      method, headers, signal: limit.signal, cache: 'no-store',
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {})
    })
    const said = answer.headers.get('Content-Type')?.startsWith('application/json') ? await answer.json().catch(() => null) : null
    return {status: answer.status, said, tag: answer.headers.get('ETag'), again: Number(answer.headers.get('Retry-After')) || 0}
  } finally {
    clearTimeout(timer)
  }
}

// passes reports whether a refusal may be over soon, so that asking again makes sense.
export const passes = status => status === 429 || status >= 500

// pauses are how long to wait after so many failures in a row, in milliseconds, with up
// to half as much again by chance, so that a hall does not come back all at once.
export const pause = failures => byChance(Math.min(1000 * 2 ** (failures - 1), 16000))
const byChance = ms => ms * (1 + Math.random() / 2)

// sleeper is a sleep that can be ended early.
export function sleeper () {
  let end = () => {}
  return {
    sleep: ms => new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      end = () => { clearTimeout(timer); resolve() }
    }),
    wake: () => end()
  }
}

// onReturn calls f when the phone comes back: from sleep, from another page, or into
// a network.
export function onReturn (f) {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && f())
  addEventListener('online', f)
  addEventListener('pageshow', e => e.persisted && f())
}

// follow asks for what is at a path for as long as it lasts, in the way that web/rooms
// asks for. news gets what is there whenever it is new. refused gets an answer that
// will stay the same, and ends the asking. trouble gets what hinders, 'NoNetwork' or
// 'Busy', and '' when it is over.
export function follow (path, {token, news, refused, trouble}) {
  const rest = sleeper()
  let tag = '', failures = 0, stopped = false, hurry = false, request = null
  async function once () {
    const hold = tag && !hurry ? waits : 0, hurried = hurry, began = Date.now()
    hurry = false
    request = new AbortController()
    const answer = await ask('GET', path, {token, tag, hold, signal: request.signal})
    if (stopped) return 0
    if (passes(answer.status)) {
      failures++
      trouble('Busy')
      return Math.max(byChance(answer.again * 1000), pause(failures))
    }
    if (answer.status !== 304 && (answer.status !== 200 || !answer.said)) {
      stopped = true
      refused(answer)
      return 0
    }
    failures = 0
    trouble('')
    if (answer.status === 200) {
      tag = answer.tag
      news(answer.said)
    } else if (!answer.again && !hurried && Date.now() - began < 1000) {
      return byChance(2000) // a server that stops holds nothing back
    }
    return byChance(answer.again * 1000)
  }
  async function loop () {
    while (!stopped) {
      let ms = 0
      try {
        ms = await once()
      } catch {
        if (hurry || stopped) continue
        failures++
        trouble('NoNetwork')
        ms = pause(failures)
      }
      if (ms && !stopped) await rest.sleep(ms)
    }
  }
  loop()
  return {
    // wake asks at once: what is on its way may never come, after a sleep.
    wake: () => { hurry = true; request?.abort(); rest.wake() },
    stop: () => { stopped = true; request?.abort(); rest.wake() }
  }
}
