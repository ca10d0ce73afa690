package slim

import "slices"

// All that is known here of how Go makes a program for the browser stands in
// this file. It was found in the sources that are named, and holds for the
// versions in checked: no promise of Go's covers it. README.md says how another
// version gets onto the list.

// checked are the versions of Go of which all below is known to hold, as the
// linker writes them into a program.
var checked = []string{"go1.26.8"}

// The linker (cmd/link/internal/wasm/asm.go).
const (
	firstFunction = 0x1000 // PC_F of the first function, and its place in the table (funcValueOffset)
	kindGo        = 0      // the type of Go's functions, i32 → i32, is written first
	nilPage       = 4096   // bytes at the beginning of memory that hold nothing, so that nil pointers are caught
)

// The assembler (Source: SOURCES.md PAGE.2; cmd/internal/obj/wasm/wasmobj.go,
// preprocess and assemble).
//
// Go's functions do not call and return as WebAssembly's do, since a goroutine
// may stop in any call and go on later: each begins with
//
//	block              ;; around all: branch here to give up the stack
//	  loop             ;; branch here to jump
//	    block block …  ;; one for each point where it may go on
//	      local.get 0; br_table …
//	    end …
//	    end …          ;; such a point
//
// and its parameter, local 0, is the number of the point (PC_B); a jump sets it
// and branches to the loop. Local 1 holds the stack pointer, as global 0 does
// between functions. An address is PC_F<<16 | PC_B.
const (
	localPoint = 0
	localSP    = 1
	globalSP   = 0
	pointBits  = 16
)

// Before a call Go pushes the address to return to onto its own stack:
//
//	local.get 1; i32.const 8; i32.sub; local.tee 1; global.set 0
//	local.get 1; i64.const ADDRESS; i64.store
//	i32.const 0; call F; global.get 0; local.set 1
var pushing = []byte{opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet, opLocalGet, opI64Const, opI64Store}

var calling = append(slices.Clone(pushing), opI32Const, opCall, opGlobalGet, opLocalSet, opUnwind)

const (
	pushed = 6 // index of the address in pushing
	called = 9 // index of the call in calling
)

// Functions that never return, besides those whose names begin with panicPrefix
// (runtime/panic.go).
var endings = []string{
	"runtime.gopanic", "runtime.throw", "runtime.fatal", "runtime.panicdivide", "runtime.panicshift", "runtime.panicrangestate",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicnildottype", "runtime.panicwrap",
	"runtime.panicmakeslicelen", "runtime.panicmakeslicecap", "runtime.panicunsafeslicelen", "runtime.panicunsafestringlen",
}

const panicPrefix = "runtime.goPanic"

// Functions that the compiler calls from everywhere and that hardly ever run: to
// panic because of a nil pointer, and to grow the stack.
//
// The address that is pushed for the panic may be that of any point behind the
// prologue. The frame has its full size there, and nothing else is asked of it:
// what is live, the runtime looks up where the function's deferred calls are
// (resolveInternal in runtime/traceback.go, for sigpanic's caller).
const panicNil = "runtime.sigpanic"

var growStack = []string{"runtime.morestack", "runtime.morestack_noctxt"}

// The table of functions (runtime/symtab.go, pcHeader): a magic number, two
// zeros, the smallest instruction and the size of a pointer; then words, and
// where its parts begin, from the magic number on.
var pclntabMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

const (
	pclntabHeader   = 72 // bytes
	headerFunctions = 0  // how many there are
	headerNames     = 3
	headerUnits     = 4
	headerFiles     = 5
	headerTables    = 6
	headerRecords   = 7
)

// Offsets in the record of a function (runtime/runtime2.go, _func).
const (
	fieldName        = 4
	fieldDeferReturn = 12
	fieldFrames      = 16 // table of stack sizes; the runtime unwinds by it
	fieldFile        = 20
	fieldLine        = 24
	fieldTables      = 28 // how many further tables
	fieldUnit        = 32
	fieldStart       = 36
	fieldFlags       = 41
	fieldFacts       = 43 // how many offsets of facts follow those of the tables
	fieldMore        = 44 // where these begin
)

// none stands instead of an offset. A table at offset 0 is none, too
// (runtime.pcvalue).
const none = 1<<32 - 1

const flagAssembled = 4 // of fieldFlags: abi.FuncFlagAsm

// Further tables of a function that the program needs, by their number
// (internal/abi/symtab.go, PCDATA_…): which stack slots are pointers. The others
// say which inlined function an instruction belongs to, which arguments are still
// live, both for stack traces, and where a signal may interrupt, which has none
// here. The runtime asks for a frame's size at the address that a call returns
// to, and for the live slots at the one before (getStackMap in
// runtime/stkframe.go).
const tableLive = 1

// Facts of a function that the program needs, by their number
// (internal/abi/symtab.go, FUNCDATA_…): which arguments and which slots are
// pointers, and what lies on the stack and has an address; where the bits of
// deferred calls are. The others are for stack traces.
const (
	factArgs   = 0
	factSlots  = 1
	factStack  = 2
	factDefers = 4
	factsKept  = 5
)

// alignments of the kinds of facts, 0 for those that go.
var alignments = []int{factArgs: 4, factSlots: 4, factStack: 8, factDefers: 1}

// Words of what leads the runtime to all tables (runtime/symtab.go, moduledata),
// by their number.
const (
	wordHeader  = 0
	wordNames   = 1
	wordBuckets = 19
	wordFacts   = 40
)

// A bucket of findfunctab is a function's number and 16 bytes to add to it for
// parts of the bucket; 16 buckets belong to each function (runtime.findfunc).
// The runtime reads the first of them alone, since it cuts PC_B off.
const (
	bucketSize  = 20
	bucketsEach = 16
)

// The names that functions are left with: the runtime asks whether one is its own
// (runtimePrefix), and takes a method's apart when a nil pointer meets a method of
// the value (panicwrap in runtime/error.go).
const (
	runtimePrefix = "runtime."
	methodName    = "app.(*T).method"
)
