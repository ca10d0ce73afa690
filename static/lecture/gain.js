// How much a hall learned between two votes on the same point.

// share is the part of a vote that was right; null where nobody voted or nothing is right.
function share (entry, votes, round) {
  if (!entry || entry.asked.poll) return null
  const right = new Set(entry.rows.filter(row => row.right).flatMap(row => row.votes))
  const all = [...votes.values()].filter(v => v[0] === entry.n && v[1] === round)
  return all.length ? all.filter(v => right.has(v[3])).length / all.length : null
}

// gainOf is the normalized gain of a question that was revealed (R. R. Hake, 1998): of
// what could be gained after the first vote, the part that was, (after − before) /
// (1 − before). after is the second vote, or that on a similar question. null where there
// is no second vote, or everybody was right at once.
export function gainOf (entry, done, votes) {
  const before = share(entry?.similar ? done.find(one => one.n === entry.similar) : entry, votes, 1), after = share(entry, votes, entry?.similar ? 1 : 2)
  if (before === null || after === null || before === 1) return null
  return {before, after, gain: (after - before) / (1 - before)}
}
