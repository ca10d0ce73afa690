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

func main() {
	dev := flag.Bool("dev", false, "skip brotli and gzip: quicker, for looking at the page")
	budget := flag.Bool("budget", false, "exit with 1 when the brotli sums exceed the budget")
	marks := flag.String("marks", "", "for tools/first: write a site whose program notes which functions run into this `folder`")
	folder := flag.String("zip", "", "also write the site for static hosts as a zip into this `folder`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./tools/build [-dev] [-budget] [-zip folder] [-marks folder]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 || *dev && (*budget || *folder != "") {
		fmt.Fprintln(os.Stderr, "build: takes no arguments; -budget and -zip need what -dev leaves out")
		os.Exit(2)
	}
	err := run(*dev, *budget, *marks)
	if err == nil && *folder != "" && *marks == "" {
		err = zipped(*folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// run builds the site of the module that holds the working directory.
func run(dev, budget bool, marks string) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(root, "tools", "build", "node_modules")); err != nil {
		return errors.New("the npm packages of tools/build are not installed: make setup, or npm ci in tools/build")
	}
	s := newSite(root)
	s.dev, s.marks = dev, marks != ""
	for _, add := range []func() error{s.addProgram, s.addStatic, s.addCurves, s.addLessons, s.addPictures, s.addForms, s.addPolicy, s.addLanguages, s.addLectures, s.addLab, s.addLicenses} {
		if err := add(); err != nil {
			return err
		}
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	if s.marks {
		return write(marks, files)
	}
	if !dev {
		if err := compress(files, filepath.Join(root, ".cache", "brotli")); err != nil {
			return err
		}
	}
	if err := write(filepath.Join(root, "web", "dist"), files); err != nil {
		return err
	}
	t := tabulate(files)
	fmt.Print(t)
	if budget {
		return t.check()
	}
	return nil
}

// zipped writes what was built as a zip for static hosts.
func zipped(folder string) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
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
