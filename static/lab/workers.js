import {compiled} from './program.js'

// Workers make the runs. Which are wanted, and which are to be replaced, the program
// says.
export function workers (lab) {
  const list = []
  const end = n => {
    list[n]?.terminate()
    delete list[n]
  }
  const employ = n => {
    const w = list[n] = new Worker(JSON.parse(document.getElementById('assets').textContent)['worker.js'])
    w.onmessage = ({data}) => {
      if (list[n] === w) lab.heard(n, data)
    }
    w.onerror = e => {
      e.preventDefault?.()
      if (list[n] !== w) return
      end(n)
      lab.died(n, e.message || 'the worker stopped')
    }
    compiled().then(first => w.postMessage({first}), e => w.onerror(e))
    return w
  }
  return {
    post: (n, bytes) => (list[n] ?? employ(n)).postMessage(bytes, [bytes.buffer]),
    dismiss: end,
    workers: list, // for tests, and for what measures memory
  }
}
