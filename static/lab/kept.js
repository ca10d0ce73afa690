// The runs of experiments on this machine, by what they are runs of (IndexedDB); of
// the latest experiments only.
const most = 24, shelf = 'lab'
const note = async key => {
  const list = (await new Promise(done => hopyard.recall(shelf, done))).split(' ').filter(k => k && k !== key)
  list.push(key)
  while (list.length > most) hopyard.remember(`lab:${list.shift()}`, '', () => {})
  hopyard.remember(shelf, list.join(' '), () => {})
}
let noted, writing = Promise.resolve()

export const kept = {
  recall: (key, done) => { writing.then(() => hopyard.recall(`lab:${key}`, done)) },
  remember: (key, rows) => {
    if (noted !== key) note(noted = key)
    writing = writing.then(() => new Promise(done => hopyard.remember(`lab:${key}`, rows, done)))
  },
  // underway notes for this tab which experiment is running, so that a reload goes on.
  underway: key => { try { key ? sessionStorage.setItem('hopyard.lab', key) : sessionStorage.removeItem('hopyard.lab') } catch {} },
  wasUnderway: () => { try { return sessionStorage.getItem('hopyard.lab') || '' } catch { return '' } },
}
