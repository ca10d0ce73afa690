// The votes of a lecture as CSV.
import {gainOf} from './gain.js'

// cell is one that no spreadsheet takes for a formula: phones may send anything.
const cell = text => `"${String(text).replace(/^\s*[=+\-@\t\r＝＋－＠]/, "'$&").replaceAll('"', '""')}"`

// csv has a line for each voter and question. done are the questions that were
// revealed, votes those of the hall by question, round and voter. A similar question is
// one of its own, and says to which it is similar; gain is that of the whole hall.
export function csv (done, votes) {
  const lines = [['question', 'asked', 'at', 'voter', 'first', 'first right', 'first mistake', 'second', 'second right', 'second mistake', 'lesson', 'date', 'similar to', 'gain']]
  for (const [i, q] of done.entries()) {
    const voters = [...new Set([...votes.values()].filter(v => v[0] === q.n).map(v => v[2]))].sort((a, b) => a - b)
    const gain = gainOf(q, done, votes)?.gain, like = done.findIndex(one => one.n === q.similar)
    const more = [q.asked.title ?? '', q.asked.date ?? '', like < 0 ? '' : like + 1, gain === undefined ? '' : gain.toFixed(3)]
    const means = new Map(q.rows.flatMap(row => row.votes.map(vote => [vote, row])))
    for (const voter of voters) {
      const of = round => {
        const vote = votes.get([q.n, round, voter].join()), row = vote && means.get(vote[3])
        return vote ? [row?.text ?? vote[3], row && !q.asked.poll ? row.right ? 1 : 0 : '', row?.slip ?? ''] : ['', '', '']
      }
      lines.push([i + 1, q.asked.ballot.ask, q.asked.at, voter, ...of(1), ...of(2), ...more])
    }
  }
  return lines.map(line => line.map(cell).join(',')).join('\r\n') + '\r\n'
}
