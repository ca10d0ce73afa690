package slim

import "slices"

// The records of functions are sent by columns (metadata.go). The start function of
// each part, which the browser calls when it instantiates the part, restores the
// records of the part's functions. It is called the unpacking routine. In the first
// part it also fills the two tables that refer to records, and makes records for the
// functions of the other parts, and it sets hashes of types (types.go). In the other
// parts it also restores strings (strings.go).

// firstColumn is the number of the first word that columns contain. The routine of
// the first part sets the words before in all records.
const firstColumn = 2

// Local variables of the unpacking routines.
const (
	localList     = iota // address of the next distance in the list of functions
	localFrom            // address of the next value in the columns
	localTo              // address of a word in a record
	localWord            // number of this word among the columns
	localFunction        // number of functions done
	localValue
	localShift
	localsUnpacking
)

// Opcodes that only the unpacking routines use.
const (
	opLoad8     = 0x2d
	opStore32   = 0x36
	opLess      = 0x49
	opMul       = 0x6c
	opAnd       = 0x71
	opI32Or     = 0x72
	opShiftLeft = 0x74
)

func constant(x int) instruction   { return instruction{op: opI32Const, a: int64(x)} }
func get(local int64) instruction  { return instruction{op: opLocalGet, a: local} }
func set(local int64) instruction  { return instruction{op: opLocalSet, a: local} }
func store(offset int) instruction { return instruction{op: opStore32, a: 2, b: int64(offset)} }
func up(local int64, by int) []instruction {
	return []instruction{get(local), constant(by), {op: opI32Add}, set(local)}
}

// loop returns the instructions of a loop that runs body with the local variable
// set to 0, 1, … limit-1. The limit is positive.
func loop(local int64, limit int, body ...instruction) []instruction {
	return slices.Concat([]instruction{constant(0), set(local), {op: opLoop, a: noResult}}, body, up(local, 1),
		[]instruction{get(local), constant(limit), {op: opLess}, {op: opBrIf, a: 0}, {op: opEnd}})
}

// readNumber returns the instructions that set localValue to the variable-length
// number at the address in the given variable, and move this address behind the
// number. Each byte of a number holds seven bits, and the last byte is below 128.
func readNumber(from int64) []instruction {
	return slices.Concat([]instruction{constant(0), set(localValue), constant(0), set(localShift), {op: opLoop, a: noResult},
		get(localValue), get(from), {op: opLoad8}, constant(0x7f), {op: opAnd}, get(localShift), {op: opShiftLeft}, {op: opI32Or}, set(localValue)},
		up(localShift, 7), up(from, 1),
		[]instruction{constant(0x7f), get(from), constant(1), {op: opI32Sub}, {op: opLoad8}, {op: opLess}, {op: opBrIf, a: 0}, {op: opEnd}})
}

// unpack returns the code of an unpacking routine that restores the records of d.
func (d metadata) unpack(m moduledata) []instruction {
	if d.functions == 0 {
		return nil
	}
	cell := slices.Concat(readNumber(localList), []instruction{get(localTo), get(localValue), constant(recordSize), {op: opMul}, {op: opI32Add}, set(localTo)},
		readNumber(localFrom), []instruction{get(localTo), get(localValue), constant(1), {op: opI32Sub}, store(0)})
	column := slices.Concat([]instruction{constant(m.records + 4*firstColumn), get(localWord), constant(4), {op: opMul}, {op: opI32Add}, set(localTo),
		constant(d.list), set(localList)}, loop(localFunction, d.functions, cell...))
	return slices.Concat([]instruction{constant(d.columns), set(localFrom)}, loop(localWord, recordWords-firstColumn, column...))
}

// prepare returns the code that the unpacking routine of the first part runs before
// the others. It fills the table of functions and findfunctab, and makes a record for
// each function, which has what the runtime needs before the function has run
// (golayout.go). The last parameter is the address of the names: the word fieldName of
// each function, in one byte.
func (t *pclntab) prepare(m moduledata, names int) []instruction {
	times := func(size int) []instruction { return []instruction{get(localFunction), constant(size), {op: opMul}} }
	pc := []instruction{get(localFunction), constant(firstFunction), {op: opI32Add}}
	field := func(field int, value ...instruction) []instruction {
		return slices.Concat([]instruction{get(localTo)}, value, []instruction{store(m.records + field)})
	}
	return loop(localFunction, t.functions, slices.Concat(
		times(8), pc, []instruction{store(t.funcs)},
		times(8), times(recordSize), []instruction{constant(m.records - t.funcs), {op: opI32Add}, store(t.funcs + 4)},
		times(bucketsEach*bucketSize), []instruction{get(localFunction), store(m.buckets)},
		times(recordSize), []instruction{set(localTo)},
		field(0, pc...),
		field(fieldName, get(localFunction), instruction{op: opLoad8, b: int64(names)}),
		field(fieldFrames, constant(unstartedAt)),
		field(fieldUnit, constant(-1)))...)
}

// restore returns the code that copies the content to the ranges. The parameter is the
// address of the list, which the content follows.
func (r ranges) restore(list int) []instruction {
	if r.count == 0 {
		return nil
	}
	up := func(local int64) []instruction {
		return []instruction{get(local), get(localValue), {op: opI32Add}, set(local)}
	}
	return slices.Concat([]instruction{constant(list), set(localList), constant(list + len(r.list)), set(localFrom), constant(0), set(localTo)},
		loop(localFunction, r.count, slices.Concat(readNumber(localList), up(localTo), readNumber(localList),
			[]instruction{get(localTo), get(localFrom), get(localValue), {op: opPrefix, rest: []byte{10, 0, 0}}}, // memory.copy
			up(localFrom), up(localTo))...))
}

// rehash returns the code that sets the hashes of the types whose hashes were cleared.
// The parameter is the address of their list.
func (t *pclntab) rehash(list int) []instruction {
	if len(t.hashed) == 0 {
		return nil
	}
	const odd = 0x9e3779b1 - 1<<32 // spreads the hashes: 2³² times the golden ratio
	return slices.Concat([]instruction{constant(list), set(localList), constant(0), set(localTo)},
		loop(localFunction, len(t.hashed), slices.Concat(readNumber(localList),
			[]instruction{get(localTo), get(localValue), {op: opI32Add}, set(localTo),
				get(localTo), constant(typeAlign), {op: opMul}, get(localTo), constant(odd), {op: opMul}, store(typeHash)})...))
}

// routine returns the body of an unpacking routine with the given code, a function
// of type () → ().
func routine(code []instruction) []byte {
	return append([]byte{1, localsUnpacking, kindI32}, encode(append(code, instruction{op: opEnd}))...)
}
