package lint

import (
	"go/ast"
	"path"
	"testing"
)

// TestExportedNamesAreDocumented checks that every exported function, method, type,
// constant and variable has a doc comment. A name in a group may share the comment
// of the group. The test also checks that every package has a package comment.
func TestExportedNamesAreDocumented(t *testing.T) {
	documented := map[string]bool{} // folders whose package has a package comment
	folders := map[string]string{}  // for each folder, the name of one of its files
	for _, f := range goFiles(t) {
		dir := path.Dir(f.name)
		if f.test() {
			continue
		}
		folders[dir] = f.name
		documented[dir] = documented[dir] || f.ast.Doc != nil
		if f.ast.Name.Name == "main" {
			continue
		}
		for _, d := range f.ast.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s:%d: %s has no doc comment", f.name, f.line(name.Pos()), name.Name)
			}
		}
	}
	for dir, file := range folders {
		if !documented[dir] {
			t.Errorf("%s: no file of the package has a package comment", file)
		}
	}
}

// undocumented returns the exported names in a declaration that have no comment.
func undocumented(d ast.Decl) []*ast.Ident {
	var names []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
			names = append(names, d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if d.Doc == nil && s.Doc == nil && s.Name.IsExported() {
					names = append(names, s.Name)
				}
			case *ast.ValueSpec:
				for _, name := range s.Names {
					if d.Doc == nil && s.Doc == nil && s.Comment == nil && name.IsExported() {
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type to which a method belongs.
func receiver(d *ast.FuncDecl) string {
	expr := d.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}
