// What votes on a speaker's own question mean: each answer has a row, in its order.
export function polled ({ballot, right, poll}, list) {
  const rows = ballot.options.map((o, i) => ({votes: [o.answer], text: o.text, right: !poll && i === right, slip: '', said: ''}))
  return {rows: rows.filter(row => list.includes(row.votes[0])), right: poll ? '' : ballot.options[right].text, why: []}
}
