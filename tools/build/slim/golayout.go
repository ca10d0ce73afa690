package slim

import "slices"

// This file contains everything that the package assumes about the programs that Go
// makes for the browser. It comes from the Go sources named below and holds for the
// versions in checked; Go does not guarantee any of it. README.md describes how to
// add a version.

// checked lists the versions of Go for which this file was verified, as the linker
// writes them into a program.
var checked = []string{"go1.26.8"}

// Output of the linker (cmd/link/internal/wasm/asm.go).
const (
	firstFunction = 0x1000 // PC_F of the first function, and its index in the table (funcValueOffset)
	kindGo        = 0      // index of the type of Go's functions, i32 → i32, which is the first
	nilPage       = 4096   // bytes at the beginning of memory that stay unused, so that dereferencing a nil pointer is caught
)

// Output of the assembler (Source: SOURCES.md PAGE.2;
// cmd/internal/obj/wasm/wasmobj.go, preprocess and assemble).
//
// Go's functions cannot rely on the call stack of WebAssembly, because a goroutine
// may stop within any call and continue later. When it stops, all its functions
// return 1: they unwind. Later each function is called again and continues at a
// resume point, here called a point. So each function has this frame:
//
//	block              ;; around everything: branch here to unwind
//	  loop             ;; branch here to jump
//	    block block …  ;; one for each point
//	      local.get 0; br_table …
//	    end …
//	    end …          ;; a point
//
// The parameter of the function, local 0, is the number of the point (PC_B). A jump
// sets it and branches to the loop. Local 1 holds the stack pointer within a
// function; between functions global 0 does. An address is PC_F<<16 | PC_B, where
// PC_F identifies the function.
const (
	localPoint = 0
	localSP    = 1
	globalSP   = 0
	pointBits  = 16
)

// pushing lists the opcodes that push the return address of a call onto Go's own
// stack, and calling those of the whole call:
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

// neverReturn lists functions that never return, in addition to those whose names begin
// with panicPrefix (runtime/panic.go).
var neverReturn = []string{
	"runtime.gopanic", "runtime.throw", "runtime.fatal", "runtime.panicdivide", "runtime.panicshift", "runtime.panicrangestate",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicnildottype", "runtime.panicwrap",
	"runtime.panicmakeslicelen", "runtime.panicmakeslicecap", "runtime.panicunsafeslicelen", "runtime.panicunsafestringlen",
}

const panicPrefix = "runtime.goPanic"

// Functions that the compiler calls nearly everywhere but that rarely run: panicNil
// panics because of a nil pointer, and growStack grows the stack.
//
// The address pushed for panicNil may be that of any point after the prologue. The
// frame has its full size at all of them, and the runtime uses the address for
// nothing else: it looks up the live slots at the point of the function's deferred
// calls (resolveInternal in runtime/traceback.go, for the caller of sigpanic).
const panicNil = "runtime.sigpanic"

var growStack = []string{"runtime.morestack", "runtime.morestack_noctxt"}

// pclntabMagic is the beginning of the table of functions (runtime/symtab.go,
// pcHeader): a magic number, two zeros, the minimum size of an instruction, and the
// size of a pointer. Words with the numbers below follow. Those that locate a part
// of the table are offsets from the magic number.
var pclntabMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

const (
	pclntabHeader   = 72 // size of the header in bytes
	headerFunctions = 0  // number of functions
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
	fieldFrames      = 16 // table of frame sizes, which the runtime uses to walk the stack
	fieldFile        = 20
	fieldLine        = 24
	fieldTables      = 28 // number of further tables (PCDATA)
	fieldUnit        = 32
	fieldStart       = 36
	fieldFlags       = 41
	fieldFacts       = 43 // number of offsets of facts (FUNCDATA), which follow those of the tables
	fieldMore        = 44 // start of the offsets of tables
)

// none is the value of a missing offset. Offset 0 also means that there is no table
// (runtime.pcvalue).
const none = 1<<32 - 1

const flagAssembled = 4 // bit in fieldFlags: abi.FuncFlagAsm

// tableLive is the number of the only further table of a function that a running
// program needs (internal/abi/symtab.go, PCDATA_…): it determines which stack slots
// are live pointers. Two other tables, for the inlined function of an instruction
// and for live arguments, serve stack traces only. Another one marks where a signal
// may interrupt, and there are no signals here. The runtime looks up the frame size
// at the return address of a call, and the live slots at the address before it
// (getStackMap in runtime/stkframe.go).
const tableLive = 1

// Numbers of the facts of a function that a running program needs
// (internal/abi/symtab.go, FUNCDATA_…): which arguments and which slots are
// pointers, which objects on the stack have their address taken, and where the bits
// for deferred calls are. The other facts serve stack traces only.
const (
	factArgs   = 0
	factSlots  = 1
	factStack  = 2
	factDefers = 4
	factsKept  = 5
)

// alignments maps the number of a fact to its alignment in bytes, 0 for facts that
// are removed.
var alignments = []int{factArgs: 4, factSlots: 4, factStack: 8, factDefers: 1}

// Numbers of words in moduledata, which leads the runtime to all tables
// (runtime/symtab.go).
const (
	wordHeader  = 0
	wordNames   = 1
	wordBuckets = 19
	wordFacts   = 40
)

// Layout of findfunctab (runtime.findfunc). A bucket holds the number of a function
// and 16 bytes to add to it for parts of the bucket. Each function has 16 buckets.
// The runtime reads only the first of these, since it ignores PC_B.
const (
	bucketSize  = 20
	bucketsEach = 16
)

// Names that functions keep. The runtime checks whether a function is its own
// (runtimePrefix), and parses the name of a method when a wrapper is called through
// a nil pointer (panicwrap in runtime/error.go).
const (
	runtimePrefix = "runtime."
	methodName    = "app.(*T).method"
)
