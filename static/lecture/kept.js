// The room of a lecture, as long as it lives: in this tab, so that a reload goes on at
// once, and in this browser, so that a tab that was closed can be asked to go on.
const name = 'hopyard.hall'

const read = from => { try { return JSON.parse(from[name] ?? 'null') } catch { return null } }
const alive = room => room?.code && room.secret && Date.parse(room.ends) > Date.now() ? room : null

export const kept = {
  // here is the room of this tab, before that of this browser.
  here: () => { try { return read(sessionStorage) } catch { return null } },
  before: () => { try { return alive(read(localStorage)) } catch { return null } },
  // set keeps a room, with where its run is; null forgets the one of this tab.
  set (room, code) {
    try {
      if (room) sessionStorage[name] = localStorage[name] = JSON.stringify(room)
      else {
        delete sessionStorage[name]
        kept.forget(code)
      }
    } catch {}
  },
  // resume makes a room that of this tab.
  resume (room) { try { sessionStorage[name] = JSON.stringify(room) } catch {} },
  forget (code) { try { if (!code || read(localStorage)?.code === code) delete localStorage[name] } catch {} },
}

const most = 50_000 // bytes; a server takes 64 KiB

// carried is what another computer needs of a room beside its key; the server keeps it
// with the desk, which only the key opens. Pictures are drawn anew there, and of the
// questions before only as many stay as fit.
export function carried (state, plan) {
  const {secret, code, ...rest} = state
  const bare = asked => asked && {...asked, ballot: {...asked.ballot, pictures: []}}
  const out = {...rest, asked: bare(state.asked), done: [...state.done ?? []], plan}
  const bytes = () => new Blob([JSON.stringify(out)]).size
  while (out.done.length && bytes() > most) out.done.shift()
  if (bytes() > most) delete out.result
  return out
}

// keyOf reads the key of a room: the link, the code that is typed, or the file.
export function keyOf (text) {
  const found = /([BCDFGHJKLMNPQRSTVWXZ]{6})[.\s-]+([\w-]{22})(?![\w-])/i.exec(text) ?? /"code":\s*"([A-Z]{6})"[^]*?"secret":\s*"([\w-]{22})"/.exec(text)
  return found ? {code: found[1].toUpperCase(), secret: found[2]} : null
}
