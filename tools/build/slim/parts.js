// The program may come in parts (tools/build/slim, parts.go): the first is enough
// until its schedule is on screen. Where the table of functions is empty stands a
// stub until the part that belongs there has come, which has it loaded and then
// calls what that has put in its place.
const number = n => [n & 127 | 128, n >> 7 & 127 | 128, n >> 14] // a LEB128 of three bytes
const section = (id, items) => {
  const body = [...number(items.length), ...items.flat()]
  return [id, ...number(body.length), ...body]
}
const named = (name, ...kind) => [1, 115, 1, name.charCodeAt(), ...kind] // of the module "s"
const stub = slot => [17, 0, 0x41, ...number(slot), 0x10, 0, 0x20, 0, 0x41, ...number(slot), 0x11, 0, 0, 0x0b]
const stubs = slots => new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0,
  ...section(1, [[0x60, 1, 0x7f, 1, 0x7f], [0x60, 1, 0x7f, 0]]), // Go’s functions; fill
  ...section(2, [named('l', 0, 1), named('t', 1, 0x70, 0, 0)]),
  ...section(3, slots.map(() => [0])),
  ...section(9, slots.map((slot, i) => [0, 0x41, ...number(slot), 0x0b, 1, ...number(i + 1)])),
  ...section(10, slots.map(stub))])

// parts instantiates the first part. add takes another one, compiled, by its number
// from 1 on. When a function is called whose part was not added, load gets the numbers
// of such parts in their order, and the function's place in the table, until one that
// it returns has the function. Nothing says which does: the parts that everybody gets
// have the lower numbers.
export async function parts (module, imports, load) {
  const instance = await WebAssembly.instantiate(module, imports), first = instance.exports, {table} = first
  const there = []
  const add = (n, part) => { there[n] ||= new WebAssembly.Instance(part, {first}) } // writes its functions into the table
  const fill = slot => {
    const stub = table.get(slot)
    for (let n = 1; table.get(slot) === stub; n++) there[n] || add(n, load(n, slot))
  }
  if (table) { // the program is not whole
    const empty = []
    for (let slot = 0x1000; slot < table.length; slot++) if (!table.get(slot)) empty.push(slot)
    await WebAssembly.instantiate(stubs(empty), {s: {l: fill, t: table}})
  }
  return {instance, add}
}

// fetchNow compiles a program while everything else waits.
export function fetchNow (address) {
  const request = new XMLHttpRequest()
  request.open('GET', address, false)
  request.overrideMimeType('text/plain; charset=x-user-defined') // one character a byte
  request.send()
  if (request.status !== 200) throw new Error(`${address} could not be loaded: ${request.status}`)
  return new WebAssembly.Module(Uint8Array.from(request.responseText, c => c.charCodeAt()))
}
