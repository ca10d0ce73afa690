package slim

import "encoding/binary"

// Address and size in bytes of the marks in the memory of a program that Mark
// returns. The marks have one bit for each function, which is set if the function
// ran. They are in the otherwise unused memory that catches nil pointers.
const (
	MarksAt    = 64
	MarksBytes = nilPage - MarksAt
)

// Mark returns a program that records which functions run: each linked function
// sets its bit in the marks when it is called.
func Mark(program []byte) ([]byte, error) {
	m, err := split(program)
	if err != nil {
		return nil, err
	}
	p := &partition{module: m}
	for _, step := range []func() error{p.readKinds, p.readTable, p.readBodies} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	const load8, store8, or = 0x2d, 0x3a, 0x72
	bodies := make([][]byte, len(p.bodies))
	for k, body := range p.bodies {
		head, _, err := p.code(k)
		if err != nil {
			return nil, err
		}
		if k < min(p.tabled, 8*MarksBytes) {
			at := int64(MarksAt + k/8)
			note := encode([]instruction{{op: opI32Const}, {op: opI32Const}, {op: load8, b: at},
				{op: opI32Const, a: 1 << (k % 8)}, {op: or}, {op: store8, b: at}})
			body = append(append(append([]byte(nil), head...), note...), body[len(head):]...)
		}
		bodies[k] = append(binary.AppendUvarint(nil, uint64(len(body))), body...)
	}
	s, err := m.section(codeSection)
	if err != nil {
		return nil, err
	}
	s.body = vector(bodies)
	return m.join(), nil
}
