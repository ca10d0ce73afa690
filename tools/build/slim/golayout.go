package slim

import "slices"

// This file contains all assumptions of the package about the programs that Go
// makes for the browser. They are taken from the Go sources named below, and hold
// for the versions listed in checked; Go does not guarantee any of them. README.md
// describes how to add a version.

// checked lists the versions of Go for which this file was verified, in the form in
// which the linker writes them into a program.
var checked = []string{"go1.26.8"}

// Output of the linker (cmd/link/internal/wasm/asm.go).
const (
	firstFunction = 0x1000 // PC_F of the first function, which is also its index in the table (funcValueOffset)
	kindGo        = 0      // index of the type i32 → i32 of Go's functions, the first type
	nilPage       = 4096   // size in bytes of the unused memory at address 0, which is kept free so that dereferencing a nil pointer is caught
)

// Output of the assembler (Source: SOURCES.md PAGE.2;
// cmd/internal/obj/wasm/wasmobj.go, preprocess and assemble).
//
// Go's functions cannot rely on the call stack of WebAssembly, because a goroutine
// may stop within any call and continue later. When it stops, all functions on its
// stack unwind, that is, they return 1. Later each of them is called again and
// continues at a resume point, here called a point. So each function has this
// frame:
//
//	block              ;; around everything: branch here to unwind
//	  loop             ;; branch here to jump
//	    block block …  ;; one for each point
//	      local.get 0; br_table …
//	    end …
//	    end …          ;; a point
//
// The parameter of the function, local 0, is the number of the point (PC_B). A jump
// sets this parameter and branches to the loop. The stack pointer is in local 1
// within a function, and in global 0 between functions. An address is PC_F<<16 |
// PC_B, where PC_F identifies the function.
const (
	localPoint = 0
	localSP    = 1
	globalSP   = 0
	pointBits  = 16
)

// pushing lists the opcodes that push the return address of a call onto Go's own
// stack. calling lists the opcodes of a complete call:
//
//	local.get 1; i32.const 8; i32.sub; local.tee 1; global.set 0
//	local.get 1; i64.const ADDRESS; i64.store
//	i32.const 0; call F; global.get 0; local.set 1
var pushing = []byte{opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet, opLocalGet, opI64Const, opI64Store}

var calling = append(slices.Clone(pushing), opI32Const, opCall, opGlobalGet, opLocalSet, opUnwind)

const (
	pushed = 6 // index in pushing of the instruction with the address
	called = 9 // index in calling of the call instruction
)

// neverReturn lists functions that never return. Functions whose names begin with
// panicPrefix do not return either (runtime/panic.go).
var neverReturn = []string{
	"runtime.gopanic", "runtime.throw", "runtime.fatal", "runtime.panicdivide", "runtime.panicshift", "runtime.panicrangestate",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicnildottype", "runtime.panicwrap",
	"runtime.panicmakeslicelen", "runtime.panicmakeslicecap", "runtime.panicunsafeslicelen", "runtime.panicunsafestringlen",
}

const panicPrefix = "runtime.goPanic"

// Functions that the compiler calls nearly everywhere but that rarely run: panicNil
// panics because of a nil pointer, and the functions in growStack grow the stack.
//
// The return address pushed for panicNil may be the address of any point after the
// prologue. The runtime uses it to look up the size of the frame, which is the same
// at all these points. It uses the address for nothing else: for the caller of
// sigpanic, it looks up the live slots at the point of the function's deferred
// calls (resolveInternal in runtime/traceback.go).
const panicNil = "runtime.sigpanic"

var growStack = []string{"runtime.morestack", "runtime.morestack_noctxt"}

// pclntabMagic is the beginning of the table of functions (runtime/symtab.go,
// pcHeader): a magic number, two zeros, the minimum size of an instruction, and the
// size of a pointer. Words follow; the constants headerFunctions to headerRecords
// are their numbers. A word that locates a part of the table is an offset from the
// magic number.
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
	fieldFrames      = 16 // offset of the table of frame sizes, which the runtime uses to walk the stack
	fieldFile        = 20
	fieldLine        = 24
	fieldTables      = 28 // number of further tables (PCDATA)
	fieldUnit        = 32
	fieldStart       = 36
	fieldID          = 40 // number by which the runtime knows some of its own functions
	fieldFlags       = 41
	fieldFacts       = 43 // number of offsets of facts (FUNCDATA); they follow the offsets of the further tables
	fieldMore        = 44 // start of the offsets of the further tables
)

// none is the value of a missing offset. In the case of tables, offset 0 also means
// that there is no table (runtime.pcvalue).
const none = 1<<32 - 1

const flagAssembled = 4 // bit in fieldFlags: abi.FuncFlagAsm

// Values of fieldID for functions without a number, and for wrappers that the
// compiler generated (internal/abi/symtab.go, FuncID).
const (
	idNormal  = 0
	idWrapper = 23
)

// The runtime reads the metadata of a function, that is its record, tables and facts,
// while the function is on a stack. Before the function has run, it reads the
// following (the callers of findfunc in package runtime):
//
//   - of each goroutine's function, number and name, to recognize its own goroutines
//     (isSystemGoroutine);
//   - of the function of a goroutine that has not begun, the frame size at the
//     beginning, and the arguments and stack objects there (scanstack and copystack).
//     The function of a go statement has no arguments, and without a frame there are
//     no objects: no facts are needed;
//   - of any function, the name for runtime.FuncForPC;
//   - the largest frame of asyncPreempt2, which limits where a signal may interrupt.
//     There are no signals here.
//
// When the program starts, moduledataverify1 checks the order of the table that leads
// to the records, but does not read the records.

// tableLive is the number of the table that determines which stack slots are live
// pointers. Of the further tables of a function (internal/abi/symtab.go, PCDATA_…),
// a running program needs no other. Two tables serve stack traces only: those for
// the inlined function of an instruction and for live arguments. Another table
// marks where a signal may interrupt, and there are no signals here. The runtime
// looks up the frame size at the return address of a call, and the live slots at
// the preceding address (getStackMap in runtime/stkframe.go).
const tableLive = 1

// Numbers of the facts of a function that a running program needs
// (internal/abi/symtab.go, FUNCDATA_…). They describe which arguments and which
// stack slots are pointers, which objects on the stack have their address taken,
// and where the bits for deferred calls are. The other facts serve stack traces
// only.
const (
	factArgs   = 0
	factSlots  = 1
	factStack  = 2
	factDefers = 4
	factsKept  = 5
)

// alignments maps the number of a fact to its alignment in bytes. It is 0 for facts
// that are removed.
var alignments = []int{factArgs: 4, factSlots: 4, factStack: 8, factDefers: 1}

// Numbers of words in moduledata, through which the runtime finds all tables
// (runtime/symtab.go).
const (
	wordHeader    = 0
	wordNames     = 1
	wordBuckets   = 19
	wordTypes     = 37 // address to which offsets of types and names are relative
	wordFacts     = 40
	wordTypelinks = 45 // address of a list of types; the next word is its length
)

// Layout of the descriptor of a type (internal/abi/type.go, Type), which the linker
// aligns to typeAlign.
const (
	typePointers = 8 // size of the part of a value that may contain pointers
	typeHash     = 16
	typeFlags    = 20 // followed by two alignments
	typeKind     = 23
	typeName     = 40
	typeSize     = 48 // of a descriptor without the words that depend on the kind
	typeAlign    = 32
	typeNoFlag   = 1 << 6 // the flags are less
	typeLastKind = 26     // abi.UnsafePointer

	kindInterface = 20
	kindStruct    = 25
	typeMembers   = 56 // of a struct or an interface: address of the fields or methods, followed by their number
	fieldSize     = 24 // of a field: addresses of name and type, and the offset
	demandSize    = 8  // of a method of an interface: name and type

	// If the first flag is set, an uncommonType follows the descriptor, which begins
	// with the path of the package.
	uncommonFlag  = 1
	methodsNumber = 4  // of the uncommonType: number of methods
	methodsAt     = 8  // their offset from it
	methodSize    = 16 // of a method: name, type, and two functions, a word each
)

// kindSizes holds the sizes of the descriptors of those kinds that are longer than
// typeSize: arrays, channels, functions, interfaces, maps, pointers, slices and structs.
var kindSizes = map[byte]int{17: 72, 18: 64, 19: 56, kindInterface: 80, 21: 112, 22: 56, 23: 56, kindStruct: 80}

// unreachable stands for the type or a function of a method, if neither the code nor
// another method needs it (R_METHODOFF in cmd/link/internal/ld/data.go). The linker
// keeps the type and both functions of each method that may be called through an
// interface or by its name (deadcode.go there). A method that is never called still
// decides whether a type has all methods of an interface. So a method that lacks a
// function may go if no interface has a method of its name. What searches the methods of
// a type does not mind a missing name or type (itabInit in runtime/iface.go, implements
// in reflect/type.go).
var unreachable = []byte{255, 255, 255, 255}

// hiddenTypes lists how the names of types begin that the compiler makes for itself. A
// program allocates such values by their size and the bitmap of their pointers, but no
// interface contains one, so that nothing reads their names and fields.
var hiddenTypes = []string{
	"*struct { F uintptr; X0 ", // variables of a closure (cmd/compile/internal/typecheck/func.go, ClosureType)
	"*struct { F uintptr; R ",  // a method value (MethodValueType)
	"*map.group[",              // a part of a map (cmd/compile/internal/reflectdata/map.go, MapGroupType)
}

// hiddenPart occurs in the names of types that stand for the type parameters of generic
// code. Its interfaces contain the types that a dictionary lists
// (cmd/compile/internal/noder/reader.go, shapify).
const hiddenPart = "go.shape."

// maskOnDemand is a flag of types whose bitmap the runtime computes from the fields.
const maskOnDemand = 1 << 4

// A program reads the hash of a type as follows:
//
//   - A type switch compares it to constants in its code, or compares the copy in an
//     itab (cmd/compile/internal/walk/switch.go). Then it compares the types themselves.
//     A switch by a table instead (tryJumpTable) and caches (UseInterfaceSwitchCache)
//     do not exist here.
//   - The table of itabs and package reflect use it as a key, and compare types then
//     (itabHashFunc in runtime/iface.go; fnv1 in reflect/type.go).
//
// So a hash that is not among the constants of the code may be replaced.

// Layout of findfunctab, which maps addresses to functions (runtime.findfunc). A
// bucket holds the number of a function, followed by 16 one-byte increments of this
// number, one for each part of the bucket. Each function occupies 16 buckets. The
// runtime reads only the first bucket of a function, because it ignores PC_B.
const (
	bucketSize  = 20
	bucketsEach = 16
)

// Strings in the code and the data are behind the types, sorted by length, without
// anything between them (cmd/link/internal/ld/data.go, dodataSect: by size). Equal
// strings are one, but a string is not a part of another. The program reaches a string
// by its address, or by an address within it, if the compiler computed a part of the
// string. This address is a constant in the code, or an aligned pointer in the memory;
// never is it computed from the address of something else.

// Names that functions keep. The runtime checks whether the name of a function
// begins with runtimePrefix. It also parses the name of a method when a wrapper is
// called through a nil pointer (panicwrap in runtime/error.go).
const (
	runtimePrefix = "runtime."
	methodName    = "app.(*T).method"
)
