package slim

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// exercise is a test program. It uses the features of the runtime that might depend
// on the removed tables: growing stacks, garbage collection with pointers on
// stacks, panics and recovery through inlined calls, timers, goroutines, deferred
// calls, maps and reflection.
const exercise = `package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"time"
)

type tree struct{ left, right *tree }

func grow(n int) *tree {
	if n == 0 {
		return &tree{}
	}
	var pad [64]int
	t := &tree{grow(n - 1), nil}
	runtime.KeepAlive(&pad)
	return t
}

func (t *tree) depth() int {
	if t == nil {
		return 0
	}
	return 1 + max(t.left.depth(), t.right.depth())
}

func caught(f func()) (err error) {
	defer func() { err = fmt.Errorf("caught: %v", recover()) }()
	f()
	return errors.New("not caught")
}

// settle panics, recovers and returns what a deferred function makes of it.
func settle(n int) (got string) {
	defer func() {
		if r := recover(); r != nil {
			got += fmt.Sprint("; recovered ", r)
		}
	}()
	held := []*tree{grow(3), grow(4)}
	for i := range 2 {
		defer func() {
			runtime.GC()
			got += fmt.Sprint("; deferred ", i, held[i].depth())
		}()
	}
	var s []int
	if n < 0 {
		panic(errors.New("below"))
	}
	return fmt.Sprint(s[n:], 7/n)
}

// unasked runs if the program has an argument.
//
//go:noinline
func unasked(n int) string { return strings.Repeat("asked ", n) + "and nobody else says this" }

const whole = "a string that two functions use"

// inside returns a part of a string that main uses as a whole.
//
//go:noinline
func inside() string { return whole[9:] }

var (
	begun   = make(chan *tree, 50)
	garbage []byte
)

// begin is the function of goroutines that have not begun when the garbage
// collector runs. For the next allocation, it looks at their stacks.
func begin() { begun <- grow(100) }

type named struct{ name string }

func (n named) String() string { return n.name }

// NeverCalled and the next method sort before and after String.
func (n named) NeverCalled() int { return len(n.name) }
func (n named) unheard() int     { return cap([]byte(n.name)) }

// silent has a method that nothing calls, but an interface has it too.
type silent struct{ int }

func (silent) mark() string { return "never returned" }

// box is generic, so that the compiler makes types for its parameter and closures.
type box[T any] struct {
	held []T
	by   map[string]T
}

func (b *box[T]) each(f func(T)) func() {
	return func() {
		for _, x := range b.held {
			f(x)
		}
		for _, x := range b.by {
			f(x)
		}
	}
}

type lost struct{ named }

func (l lost) Error() string { return "lost " + l.name }

func pairs(yield func(int, string) bool) {
	for i, s := range []string{"a", "b", "c"} {
		if !yield(i, s) {
			return
		}
	}
}

// sort returns what a type switch finds. Its hashes are those of the cases; the
// hashes of other types may have changed.
func sort(v any) string {
	switch v := v.(type) {
	case int, int8, uint16:
		return fmt.Sprintf("%T", v)
	case []string:
		return v[0]
	case map[string]int:
		return "map"
	case *tree:
		return "tree"
	case named:
		return "named"
	case fmt.Stringer:
		switch v.(type) {
		case *named:
			return "*named"
		case time.Duration:
			return "duration"
		}
		return "other Stringer"
	case struct{ a, b int }:
		return "struct"
	}
	return "other"
}

func main() {
	for _, v := range []any{1, int8(2), uint16(3), int64(4), []string{"strings"}, []int{5}, map[string]int{}, map[int]int{}, &tree{}, tree{},
		named{}, &named{}, time.Second, time.March, struct{ a, b int }{}, struct{ a, c int }{}, func() {}, nil} {
		fmt.Print(sort(v), " ")
	}
	array := reflect.ArrayOf(2, reflect.TypeFor[named]())
	fmt.Println(reflect.MapOf(array, array) == reflect.TypeFor[map[[2]named][2]named](), reflect.SliceOf(array) == reflect.TypeFor[[][2]named]())
	b := &box[named]{[]named{{"held"}}, map[string]named{"k": {"kept"}}}
	b.each(func(n named) { fmt.Printf("%T %+v %v; ", n, struct{ named }{n}, any(n).(fmt.Stringer)) })()
	var as lost
	_, heard := any(b.held[0]).(interface{ unknown() })
	for _, v := range []any{silent{1}, &silent{2}, b} {
		_, marked := v.(interface{ mark() string })
		fmt.Print(marked, " ")
	}
	fmt.Printf("%T %+v %v %v %v %v\n", b, *b, errors.As(fmt.Errorf("%w", lost{named{"and found"}}), &as), as, heard,
		reflect.TypeFor[named]().Implements(reflect.TypeFor[fmt.Stringer]()))
	t := grow(5000)
	runtime.GC()
	fmt.Println(t.depth())
	var none *tree
	fmt.Println(caught(func() { fmt.Println(none.left) }))
	fmt.Println(caught(func() { _ = make([]int, 3)[len(os.Args)+9] }))
	fmt.Println(caught(func() { panic(strings.Repeat("no ", 2)) }))
	done := make(chan int)
	for i := range 20 {
		go func() {
			time.Sleep(time.Duration(i) * time.Millisecond)
			keep := make([][]byte, 0, 1)
			for range 100 {
				keep = append(keep[:0], make([]byte, 10000))
			}
			done <- len(keep[0]) + i
		}()
	}
	sum := 0
	for range 20 {
		sum += <-done
	}
	for range cap(begun) {
		go begin()
		garbage = make([]byte, 50000)
	}
	depths := 0
	for range cap(begun) {
		depths += (<-begun).depth()
	}
	fmt.Println(depths, runtime.NumGoroutine())
	fmt.Println(caught(func() { _ = fmt.Stringer((*named)(nil)).String() }) != nil) // panicwrap
	fmt.Println(settle(-1), settle(0), settle(3))
	for k, v := range pairs {
		if k == 2 {
			defer fmt.Println("deferred in a loop over a function", v)
		}
	}
	if len(os.Args) > 1 {
		fmt.Println(unasked(len(os.Args)))
	}
	fmt.Println(whole, inside())
	_, _, line, ok := runtime.Caller(0)
	fmt.Printf("%v %v %+v\n", sum, line >= 0 && ok, map[string]any{"a": 1, "b": []int{2}})
}
`

// Results shared by all tests: the exercise program as linked, the shrunk program,
// and the output of the linked program.
var (
	linkOnce   = sync.OnceValues(link)
	shrinkOnce = sync.OnceValues(func() ([]byte, error) {
		program, err := linkOnce()
		if err != nil {
			return nil, err
		}
		return Program(program)
	})
	runOnce = sync.OnceValues(func() (string, error) {
		program, err := linkOnce()
		if err != nil {
			return "", err
		}
		return runWhole(program)
	})
)

// link returns the exercise program as the linker writes it.
func link() ([]byte, error) {
	dir, err := os.MkdirTemp("", "slim-test-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	source, out := filepath.Join(dir, "main.go"), filepath.Join(dir, "x.wasm")
	if err := os.WriteFile(source, []byte(exercise), 0o644); err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if msg, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, msg)
	}
	return os.ReadFile(out)
}

// must returns the value of get, and fails the test if there is an error.
func must[T any](t *testing.T, get func() (T, error)) T {
	t.Helper()
	value, err := get()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// glue returns the path of a script of the Go installation that runs WebAssembly
// programs.
func glue(name string) (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", name), err
}

// runWhole runs a program and returns its output. The garbage collector runs all
// the time, to check that it finds all pointers.
func runWhole(program []byte) (string, error) {
	dir, err := os.MkdirTemp("", "slim-test-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "x.wasm")
	if err := os.WriteFile(file, program, 0o644); err != nil {
		return "", err
	}
	script, err := glue("wasm_exec_node.js")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("node", slices.Concat(nodeFlags, []string{script, file})...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "GOGC=1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return string(out), nil
}

// nodeFlags disables optimization in Node, because the programs run only briefly:
// optimizing them would take three times as long as running them.
var nodeFlags = []string{"--stack-size=8192", "--liftoff-only"}

// needNode skips the test if Node is not installed.
func needNode(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node: nothing was run")
	}
}

// TestProgram checks that a shrunk program has the same output as the original and
// is at least a quarter smaller after compression.
func TestProgram(t *testing.T) {
	needNode(t)
	whole, small := must(t, linkOnce), must(t, shrinkOnce)
	want := must(t, runOnce)
	if got, err := runWhole(small); got != want {
		t.Errorf("shrunk, it prints\n%snot\n%s (%v)", got, want, err)
	}
	if all, read := understood(t, whole); read < all*98/100 || read < 1000 {
		t.Errorf("of %d functions %d are understood", all, read)
	}
	a, b := packed(whole), packed(small)
	t.Logf("%d bytes compressed, shrunk %d", a, b)
	if b > a*3/4 {
		t.Errorf("%d bytes compressed, shrunk %d: less than a quarter is saved", a, b)
	}
}

func packed(raw []byte) int {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
	w.Write(raw)                                         // writing to a bytes.Buffer never fails
	w.Close()
	return out.Len()
}

// TestTypes checks that all types are found, and that some hashes are cleared but not
// those in type switches.
func TestTypes(t *testing.T) {
	m, table, err := opened(must(t, linkOnce))
	if err != nil {
		t.Fatal(err)
	}
	d, err := table.findModuledata()
	if err != nil {
		t.Fatal(err)
	}
	all := table.types(d)
	before := bytes.Clone(table.memory)
	cleared, err := m.shrinkTypes(table)
	if err != nil || len(all) < 500 || len(cleared) < len(all)/2 || len(cleared) > len(all)-10 {
		t.Errorf("of %d types the hashes of %d are cleared (%v)", len(all), len(cleared), err)
	}
	for _, gone := range []string{"; X1 ", "go.shape.struct {", "NeverCalled", "unheard"} {
		was, is := bytes.Count(before, []byte(gone)), bytes.Count(table.memory, []byte(gone))
		if was == 0 || is >= was {
			t.Errorf("%q occurs %d times, and %d times before", gone, is, was)
		}
	}
	table.memory[all[0]+typeFlags+3] = typeLastKind + 1
	if all := table.types(d); len(all) > 0 {
		t.Errorf("%d types are found, though one is invalid", len(all))
	}
}

// TestOther checks that Program returns an error for modules that the Go linker did
// not write.
func TestOther(t *testing.T) {
	made := slices.Concat(sized([]byte("producers")), []byte{1}, sized([]byte("processed-by")), []byte{1}, sized([]byte("Go cmd/compile")), sized([]byte(checked[0])))
	module := slices.Concat([]byte("\x00asm\x01\x00\x00\x00"), []byte{customSection}, sized(made))
	for _, b := range [][]byte{nil, module, append(bytes.Clone(module), 11, 200), append(bytes.Clone(module), 11, 6, 1, 0, 0x41, 0, 0x0b, 0), append(bytes.Clone(module), 11, 2, 1, 5)} {
		if _, err := Program(b); !errors.Is(err, errLayout) {
			t.Errorf("%x: %v, want %v", b, err, errLayout)
		}
	}
}

func TestSegments(t *testing.T) {
	memory := make([]byte, 200_000)
	for _, at := range []int{0, 1, 700, 5000, 5001, 99_999, 150_000} {
		memory[at] = byte(at) | 1
	}
	got, err := readSegments(writeSegments(memory))
	if err != nil || !bytes.Equal(got, bytes.TrimRight(memory, "\x00")) {
		t.Errorf("segments do not read back (%v)", err)
	}
	for _, x := range []int64{0, 1, 63, 64, -1, -64, -65, 1 << 27, 127, 128, 8191, 8192} {
		if y, n := signed(appendSigned(nil, x)); y != x || n == 0 {
			t.Errorf("%d reads back as %d", x, y)
		}
	}
}
