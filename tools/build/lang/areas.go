// Package lang reads the page's translations in static/lang, checks that they are
// complete, and packs them for the build.
//
// The page's texts are constants of package wasm/app/i18n, divided into areas, such
// as the editor or the puzzles. A translation has a JSON file for each area, which
// maps the names of the constants to texts. Further files translate the names of
// policies, index.html, the lessons and the forms, and the texts of features that
// the page loads separately.
//
// [Areas] reads the constants from the Go sources, and [Read] reads the files of a
// language into a [Source]. Then [Source.Pack] orders the texts by constant for the
// page, and [Source.Check] lists what is missing, unused or malformed:
//
//	areas, err := lang.Areas(root)
//	source, err := lang.Read(root, "zh", areas)
//	pack, rest := source.Pack(areas)
//	faults := source.Check(root, areas)
package lang

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Area is a group of texts that belong together. Texts has the names of its
// constants in wasm/app/i18n in the order of their values.
type Area struct {
	Name  string
	Texts []string
}

// Areas reads the constants of all areas from the Go sources under root.
func Areas(root string) ([]Area, error) {
	var areas []Area
	var blocks []*ast.GenDecl
	err := eachSource(root, func(name string, file *ast.File) {
		for _, d := range file.Decls {
			switch g, ok := d.(*ast.GenDecl); {
			case !ok || g.Tok != token.CONST || !g.Lparen.IsValid():
			case name == "areas.go":
				areas = append(areas, areaNames(g)...)
			default:
				blocks = append(blocks, g)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return place(areas, blocks)
}

// eachSource calls f for the syntax tree of each source of wasm/app/i18n except
// tests, sorted by name.
func eachSource(root string, f func(name string, file *ast.File)) error {
	names, err := filepath.Glob(filepath.Join(root, "wasm", "app", "i18n", "*.go"))
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		f(filepath.Base(name), file)
	}
	return nil
}

// areaNames returns an area for each constant of type Text in a block of constants.
func areaNames(g *ast.GenDecl) []Area {
	var areas []Area
	texts := false
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) > 0 {
			id, ok := v.Type.(*ast.Ident)
			texts = ok && id.Name == "Text"
		}
		if texts {
			areas = append(areas, Area{Name: v.Names[0].Name})
		}
	}
	return areas
}

// place adds the constants of blocks to their areas. A block begins at the value of
// an area's constant, or at the count that ends another block, which is no text
// itself.
func place(areas []Area, blocks []*ast.GenDecl) ([]Area, error) {
	at := map[string]*Area{}
	for i := range areas {
		at[areas[i].Name] = &areas[i]
	}
	for len(blocks) > 0 {
		var later []*ast.GenDecl
		for _, g := range blocks {
			start, texts := startOf(g)
			switch area := at[start]; {
			case !texts:
			case area == nil:
				later = append(later, g)
			default:
				fill(area, g, at)
			}
		}
		if len(later) == len(blocks) {
			start, _ := startOf(later[0])
			return nil, errors.New("wasm/app/i18n: a block of texts begins at " + start + ", which is no area of areas.go")
		}
		blocks = later
	}
	return areas, nil
}

// startOf returns the name in `X Text = iota + name`, or "base" for iota alone. It
// returns false for a block of other constants.
func startOf(g *ast.GenDecl) (string, bool) {
	v := g.Specs[0].(*ast.ValueSpec)
	if id, ok := v.Type.(*ast.Ident); !ok || id.Name != "Text" || len(v.Values) != 1 {
		return "", false
	}
	switch x := v.Values[0].(type) {
	case *ast.Ident:
		return "base", x.Name == "iota"
	case *ast.BinaryExpr:
		if id, ok := x.Y.(*ast.Ident); ok && x.Op == token.ADD {
			return id.Name, true
		}
	}
	return "", false
}

// fill adds the constants of a block to its area. If the last constant is NumTexts
// or not exported, it is a count, at which another block may begin.
func fill(area *Area, g *ast.GenDecl, at map[string]*Area) {
	for i, spec := range g.Specs {
		name := spec.(*ast.ValueSpec).Names[0].Name
		if i == len(g.Specs)-1 && (!ast.IsExported(name) || name == "NumTexts") {
			at[name] = area
			return
		}
		area.Texts = append(area.Texts, name)
	}
}
