// Package lang reads the translations of the page, static/lang, and checks them
// against the texts that the program names. The build packs them, and the tests
// of wasm/app/i18n use the same reading.
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

// Area is one part of the texts: the constants of wasm/app/i18n whose numbers
// begin at the area's, in their order.
type Area struct {
	Name  string
	Texts []string
}

// Areas reads the constants of all areas from the sources under root.
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

// eachSource calls f for the sources of wasm/app/i18n but the tests, by name.
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

// areaNames are the areas that a block of constants lists, each of type Text.
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

// place puts the constants of blocks into their areas. A block begins at an
// area's name, or at the last constant of another block, which is no text.
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

// startOf is the name in `X Text = iota + name`, "base" for a bare iota; false
// for a block of something else.
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

// fill adds the constants of a block to its area. The last one may be a count:
// NumTexts, or one that is not exported.
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
