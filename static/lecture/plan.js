// Which questions of a run are asked, and the speaker's own questions among them. They
// are kept in this browser by run, so that a lecture can be prepared days before.
const kept = 'hopyard.plans', most = 40 // runs
const limits = {text: 400, answers: 6, answer: 160}

const read = () => { try { return JSON.parse(localStorage[kept] ?? '{}') ?? {} } catch { return {} } }

// checked is an own question as it may be asked; null where something is missing.
// right is the place of the right answer, -1 for a poll.
export function checked ({text, answers, right, step}) {
  const list = (answers ?? []).map(a => String(a).trim().slice(0, limits.answer))
  const full = list.map((a, i) => [a, i]).filter(([a]) => a)
  const words = String(text ?? '').trim().slice(0, limits.text)
  if (!words || full.length < 2 || full.length > limits.answers || right >= 0 && !list[right]) return null
  return {text: words, answers: full.map(([a]) => a), right: right >= 0 ? full.findIndex(([, i]) => i === right) : -1, step: Math.max(0, step | 0)}
}

// plan is that of the run on screen. chosen is called with the keys of the questions
// that are asked, where the run has a list.
export function plan (chosen) {
  let all = read(), run = '', list = null
  const passed = new Set() // own questions that were asked since the run was before them
  const mine = () => all[run] ?? {}
  const own = () => mine().own ?? []
  const set = changes => {
    all = {...read()}
    const now = {...all[run], ...changes, at: Date.now()}
    delete all[run]
    all[run] = now
    const names = Object.keys(all).sort((a, b) => (all[a].at ?? 0) - (all[b].at ?? 0))
    for (const name of names.slice(0, -most)) delete all[name]
    try { localStorage[kept] = JSON.stringify(all) } catch {}
  }
  const on = item => mine().ticks?.[item.key] ?? item.asked
  const tell = () => { if (list) chosen(list.filter(on).map(item => item.key)) }
  const self = {
    // take begins with the questions of another run; items is null while they are not
    // known, or where there are too many.
    take (items, of) {
      if (of !== run) passed.clear()
      if (of) run = of
      list = items
      tell()
    },
    // tick has a question asked, or not. A step asks one.
    tick (key) {
      const item = list?.find(i => i.key === key)
      if (!item?.phones) return
      const ticks = {...mine().ticks, [key]: !on(item)}
      if (ticks[key]) for (const other of list) if (other.step === item.step && other.key !== key) ticks[other.key] = false
      set({ticks})
      tell()
    },
    none () {
      set({ticks: Object.fromEntries((list ?? []).map(item => [item.key, false]))})
      tell()
    },
    add (question) {
      const good = checked(question)
      if (good) set({own: [...own(), {...good, id: Math.random().toString(36).slice(2, 10)}].sort((a, b) => a.step - b.step)})
      return Boolean(good)
    },
    drop (id) { set({own: own().filter(q => q.id !== id)}) },
    // due is the own question to be asked before the run goes on from a step.
    due: at => own().find(q => q.step === at && !passed.has(q.id)) ?? null,
    pass (id) { passed.add(id) },
    // stepped takes in the step on screen: what comes after it is asked again.
    stepped (at) { for (const q of own()) if (q.step > at) passed.delete(q.id) },
    // next is what is asked next from a step on; null for nothing. asks is whether the
    // run's own questions are on.
    next (at, asks) {
      const mine = own().filter(q => q.step >= at && !passed.has(q.id)).map(q => ({step: q.step, ask: q.text, own: true}))
      const theirs = asks && list ? list.filter(i => i.step >= at && on(i)).map(i => ({step: i.step, ask: i.ask, clock: i.clock})) : []
      return [...mine, ...theirs].sort((a, b) => a.step - b.step)[0] ?? null
    },
    known: () => Boolean(list),
    some: () => Boolean(list?.some(item => item.phones) || own().length),
    // told is what the speaker's window lists.
    told: () => ({known: Boolean(list), items: (list ?? []).map(i => ({...i, on: on(i)})), own: own()}),
    // packed and unpack carry the choices of this run to another computer.
    packed: () => ({run, mine: mine()}),
    unpack (from) { if (from?.run) { all = read(); run = from.run; set(from.mine ?? {}) } },
  }
  return self
}
