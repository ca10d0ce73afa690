// What the phones are told of a phase (web/rooms, "What phones show").

const most = 60_000 // bytes; a server takes 64 KiB
const bytes = out => new Blob([JSON.stringify(out)]).size

// phones is the state of a room. What is right is in it in "reveal" alone. What is too
// much goes in this order: sentences about the answers that are longest to say, ways
// to write the right one, pictures, what is said why.
export function phones ({phase, n, asked}, round, result, language) {
  const out = {phase, question: n, round, lang: asked?.lang ?? language}
  if (asked && phase !== 'wait' && phase !== 'over') out.ballot = {...asked.ballot}
  if (phase === 'reveal' && result) {
    const right = result.rows.filter(r => r.right).flatMap(r => r.votes), slips = []
    for (const row of result.rows) if (!row.right && row.said) for (const vote of row.votes.slice(0, 40)) slips.push([vote, row.said])
    const size = ([vote, said]) => vote.length + said.length
    slips.sort((a, b) => size(a) - size(b))
    right.sort((a, b) => a.length - b.length)
    out.reveal = {right, text: result.right, why: result.why, slips: Object.fromEntries(slips)}
    while (slips.length && bytes(out) > most) {
      slips.length = Math.floor(slips.length * 0.8)
      out.reveal.slips = Object.fromEntries(slips)
    }
    while (right.length > 1 && bytes(out) > most) right.length = Math.ceil(right.length / 2)
  }
  while (out.ballot?.pictures?.length && bytes(out) > most) out.ballot.pictures = out.ballot.pictures.slice(1)
  if (out.reveal && bytes(out) > most) out.reveal.why = []
  return out
}
