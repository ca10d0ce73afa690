package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"hopyard/tools/build/pack"
	"hopyard/tools/repo"
)

// options holds the options of the command line.
type options struct {
	budget bool   // fail when the site exceeds its size budget
	table  bool   // print the size of each file
	marks  string // folder in which to write a site whose program records which functions run; "" to write web/dist
	zip    string // folder in which to write a zip for static hosts; "" to write no zip
	made   string // folder in which to write the files that Go code makes, without building the site; "" to build the site
}

func main() {
	var o options
	flag.BoolVar(&o.table, "v", false, "print what each file weighs")
	flag.BoolVar(&o.budget, "budget", false, "print what each file weighs, and exit with 1 when the brotli sums exceed the budget")
	flag.StringVar(&o.marks, "marks", "", "for tools/startupprofile: write a site whose program notes which functions run into this `folder`")
	flag.StringVar(&o.zip, "zip", "", "also write the site for static hosts as a zip into this `folder`")
	flag.StringVar(&o.made, "made", "", "for tools/dev: write only what Go code makes, or only the files named, into this `folder`, under their logical names")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./tools/build [-v] [-budget] [-zip folder] [-marks folder]\n       go run ./tools/build -made folder [name ...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 && o.made == "" {
		fmt.Fprintln(os.Stderr, "build: takes names of files with -made only")
		os.Exit(2)
	}
	if err := run(o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// run builds the site of the Go module that contains the working directory.
func run(o options, names []string) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	if o.made != "" {
		return makeInto(o.made, root, names)
	}
	if _, err := os.Stat(filepath.Join(root, "tools", "build", "node_modules")); err != nil {
		return errors.New("the npm packages of tools/build are not installed: make setup, or npm ci in tools/build")
	}
	s := newSite(root)
	s.marks = o.marks != ""
	if err := s.makeAll(); err != nil {
		return err
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if s.marks {
		_, err := write(o.marks, files)
		return err
	}
	packing := s.step("compressed")
	if err := compress(files, packing); err != nil {
		return err
	}
	s.say(packing)
	written, err := write(filepath.Join(root, "web", "dist"), files)
	if err != nil {
		return err
	}
	fmt.Printf("web/dist: %d files written\n", written)
	t := tabulate(files)
	if o.table || o.budget {
		fmt.Print(t)
	} else {
		fmt.Print(t.sums())
	}
	if err := s.cache.prune(cacheLimit); err != nil {
		return err
	}
	if o.budget {
		if err := t.check(); err != nil {
			return err
		}
	}
	if o.zip != "" {
		return writeZip(root, o.zip)
	}
	return nil
}

// writeZip packs web/dist into a zip for static hosts, and writes the zip into a
// folder.
func writeZip(root, folder string) error {
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	files, err := pack.Folder(os.DirFS(filepath.Join(root, "web", "dist")), license)
	if err != nil {
		return err
	}
	var zip bytes.Buffer
	if err := pack.Zip(&zip, files); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	name := filepath.Join(folder, pack.Name(files))
	fmt.Printf("%s: %d files, %d bytes\n", name, len(files), zip.Len())
	return replaceFile(name, zip.Bytes())
}
