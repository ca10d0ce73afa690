// Codes of rooms. The letters are those of web/rooms: none is a vowel or looks like a
// digit, so that what else is typed can only mean one of them.
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const meant = {
  0: 'Q', 1: 'L', 2: 'Z', 5: 'S', 6: 'G', 8: 'B', I: 'L', O: 'Q', U: 'V', Y: 'V',
  В: 'B', С: 'C', Н: 'H', К: 'K', М: 'M', Р: 'P', Т: 'T', Х: 'X' // of Cyrillic keyboards
}

// codeOf is the code that somebody typed, or '' where it is none.
export function codeOf (typed) {
  const code = [...typed.normalize('NFKC').toUpperCase()].filter(c => !/[\s.\-]/.test(c)).map(c => meant[c] ?? c)
  return code.length === 6 && code.every(c => letters.includes(c)) ? code.join('') : ''
}
