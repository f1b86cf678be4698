// Prints what go/types says of the packages below a folder, one JSON document a file: where symbols are defined and
// used, and which types implement which interfaces. Symbols are written as in SCIP. Only the standard library is needed.
//
// The type of a receiver is not listed as a use of it, because it says where a method belongs, and neither are names of
// imported packages. What a struct embeds counts as implemented.
//
// Usage: main FOLDER IMPORT-PATH, with GO111MODULE=off and the folder in GOPATH.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"
)

type occurrence struct {
	Line       int    `json:"line"`
	Start      int    `json:"start"` // in UTF-16 units
	End        int    `json:"end"`
	Symbol     string `json:"symbol"`
	Definition bool   `json:"definition"`
}

type document struct {
	Path        string              `json:"path"`
	Occurrences []occurrence        `json:"occurrences"`
	Implemented map[string][]string `json:"implemented"`
}

// index is the state of one run. Packages are checked once and imported from here, so that their types are identical.
type index struct {
	folder, root string
	files        *token.FileSet
	source       types.Importer
	packages     map[string]*types.Package
	checked      []*checked
	symbols      map[token.Position]string // of what is not local, by the place of its definition
	texts        map[string][][]byte
}

type checked struct {
	files []*ast.File
	info  *types.Info
	pkg   *types.Package
}

func main() {
	build.Default.CgoEnabled = false
	one := &index{
		folder: os.Args[1], root: os.Args[2], files: token.NewFileSet(),
		packages: map[string]*types.Package{}, symbols: map[token.Position]string{}, texts: map[string][][]byte{},
	}
	one.source = importer.ForCompiler(one.files, "source", nil)
	for _, folder := range one.folders() {
		one.read(folder)
	}
	one.name()
	one.write()
}

func (x *index) folders() []string {
	var found []string
	filepath.WalkDir(x.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); path != x.folder && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		found = append(found, path)
		return nil
	})
	return found
}

// Import gives the package of the workspace that has this path, or one from elsewhere.
func (x *index) Import(path string) (*types.Package, error) {
	if path != x.root && !strings.HasPrefix(path, x.root+"/") {
		return x.source.Import(path)
	}
	if pkg, ok := x.packages[path]; ok {
		if pkg == nil {
			return nil, fmt.Errorf("import cycle at %s", path)
		}
		return pkg, nil
	}
	folder := filepath.Join(x.folder, strings.TrimPrefix(path, x.root))
	listed, err := build.Default.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	x.packages[path] = nil
	x.packages[path] = x.check(path, folder, listed.GoFiles)
	return x.packages[path], nil
}

// read checks the package in a folder, then its tests.
func (x *index) read(folder string) {
	listed, err := build.Default.ImportDir(folder, 0)
	if _, none := err.(*build.NoGoError); none && len(listed.TestGoFiles)+len(listed.XTestGoFiles) == 0 {
		return
	}
	path := x.root + filepath.ToSlash(strings.TrimPrefix(folder, x.folder))
	if len(listed.GoFiles) > 0 {
		x.Import(path)
	}
	if len(listed.TestGoFiles) > 0 {
		x.check(path, folder, append(append([]string{}, listed.GoFiles...), listed.TestGoFiles...))
	}
	if len(listed.XTestGoFiles) > 0 {
		x.check(path+"_test", folder, listed.XTestGoFiles)
	}
}

func (x *index) check(path, folder string, names []string) *types.Package {
	one := &checked{info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	for _, name := range names {
		if file, err := parser.ParseFile(x.files, filepath.Join(folder, name), nil, 0); file != nil && err == nil {
			one.files = append(one.files, file)
		}
	}
	config := types.Config{Importer: x, Error: func(error) {}, FakeImportC: true}
	one.pkg, _ = config.Check(path, x.files, one.files, one.info)
	x.checked = append(x.checked, one)
	return one.pkg
}

// name gives a symbol to every declaration that is not local.
func (x *index) name() {
	for _, one := range x.checked {
		for _, file := range one.files {
			folder := filepath.Dir(x.files.Position(file.Pos()).Filename)
			path := x.root + filepath.ToSlash(strings.TrimPrefix(folder, x.folder))
			prefix := fmt.Sprintf("go-types gomod %s . `%s`/", x.root, path)
			if strings.HasSuffix(file.Name.Name, "_test") {
				prefix = strings.TrimSuffix(prefix, "`/") + "_test`/"
			}
			for _, declaration := range file.Decls {
				x.nameDeclaration(prefix, declaration)
			}
		}
	}
}

func (x *index) nameDeclaration(prefix string, declaration ast.Decl) {
	switch node := declaration.(type) {
	case *ast.FuncDecl:
		if holder := receiver(node); holder != "" {
			x.set(node.Name, prefix+holder+"#"+node.Name.Name+"().")
		} else if node.Recv == nil {
			x.set(node.Name, prefix+node.Name.Name+"().")
		}
	case *ast.GenDecl:
		for _, spec := range node.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					x.set(name, prefix+name.Name+".")
				}
			case *ast.TypeSpec:
				x.set(spec.Name, prefix+spec.Name.Name+"#")
				x.nameMembers(prefix+spec.Name.Name+"#", spec.Type)
			}
		}
	}
}

func (x *index) nameMembers(prefix string, declared ast.Expr) {
	switch node := declared.(type) {
	case *ast.StructType:
		for _, field := range node.Fields.List {
			for _, name := range field.Names {
				x.set(name, prefix+name.Name+".")
			}
		}
	case *ast.InterfaceType:
		for _, method := range node.Methods.List {
			for _, name := range method.Names {
				x.set(name, prefix+name.Name+"().")
			}
		}
	}
}

func (x *index) set(name *ast.Ident, symbol string) {
	if name.Name != "_" {
		x.symbols[x.files.Position(name.Pos())] = symbol
	}
}

func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return ""
	}
	expression := function.Recv.List[0].Type
	for {
		switch node := expression.(type) {
		case *ast.StarExpr:
			expression = node.X
		case *ast.ParenExpr:
			expression = node.X
		case *ast.IndexExpr:
			expression = node.X
		case *ast.IndexListExpr:
			expression = node.X
		case *ast.Ident:
			return node.Name
		default:
			return ""
		}
	}
}

// symbol is what an object is called; an embedded field is called what its type is.
func (x *index) symbol(object types.Object) string {
	if field, ok := object.(*types.Var); ok && field.Embedded() {
		embedded := field.Type()
		if pointer, ok := embedded.(*types.Pointer); ok {
			embedded = pointer.Elem()
		}
		if named, ok := embedded.(*types.Named); ok {
			object = named.Obj()
		}
	}
	if _, ok := object.(*types.PkgName); ok {
		return fmt.Sprintf("local package %s", object.Name())
	}
	if !object.Pos().IsValid() {
		return "go-types . . . builtin/" + object.Name() + "."
	}
	place := x.files.Position(object.Pos())
	if symbol, ok := x.symbols[place]; ok {
		return symbol
	}
	if strings.HasPrefix(place.Filename, x.folder+"/") {
		return fmt.Sprintf("local %d", place.Offset)
	}
	return fmt.Sprintf("go-types gomod elsewhere . `%s`/%s.", place.Filename, object.Name())
}

func (x *index) write() {
	documents := map[string]*document{}
	for _, one := range x.checked {
		receivers := one.receivers()
		for name, object := range one.info.Defs {
			if object != nil && !isEmbedded(object) {
				x.add(documents, name, object, true)
			}
		}
		for name, object := range one.info.Uses {
			if !receivers[name] {
				x.add(documents, name, object, false)
			}
		}
	}
	x.addImplemented(documents)
	paths := []string{}
	for path := range documents {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	output := json.NewEncoder(os.Stdout)
	for _, path := range paths {
		output.Encode(documents[path])
	}
}

// receivers are the names in the types of receivers.
func (c *checked) receivers() map[*ast.Ident]bool {
	found := map[*ast.Ident]bool{}
	for _, file := range c.files {
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && function.Recv != nil {
				for _, field := range function.Recv.List {
					ast.Inspect(field.Type, func(node ast.Node) bool {
						if name, ok := node.(*ast.Ident); ok {
							found[name] = true
						}
						return true
					})
				}
			}
		}
	}
	return found
}

func isEmbedded(object types.Object) bool {
	field, ok := object.(*types.Var)
	return ok && field.Embedded()
}

func (x *index) document(documents map[string]*document, name string) *document {
	path, _ := filepath.Rel(x.folder, name)
	if documents[path] == nil {
		documents[path] = &document{Path: filepath.ToSlash(path), Implemented: map[string][]string{}}
	}
	return documents[path]
}

func (x *index) add(documents map[string]*document, name *ast.Ident, object types.Object, isDefinition bool) {
	place := x.files.Position(name.Pos())
	if name.Name == "_" || !strings.HasPrefix(place.Filename, x.folder+"/") {
		return
	}
	one := x.document(documents, place.Filename)
	start := x.units(place)
	one.Occurrences = append(one.Occurrences, occurrence{
		place.Line - 1, start, start + len(name.Name), x.symbol(object), isDefinition,
	})
}

// units counts the UTF-16 units of a line before a place.
func (x *index) units(place token.Position) int {
	if x.texts[place.Filename] == nil {
		text, _ := os.ReadFile(place.Filename)
		for _, line := range strings.Split(string(text), "\n") {
			x.texts[place.Filename] = append(x.texts[place.Filename], []byte(line))
		}
	}
	line := x.texts[place.Filename][place.Line-1]
	return len(utf16.Encode([]rune(string(line[:place.Column-1]))))
}

func (x *index) addImplemented(documents map[string]*document) {
	for _, one := range x.checked {
		if one.pkg == nil {
			continue
		}
		wanted := declared(one.pkg)
		for path, pkg := range x.packages {
			if pkg != nil && path != one.pkg.Path() { // of its own package a test has a copy
				wanted = append(wanted, declared(pkg)...)
			}
		}
		for _, object := range declared(one.pkg) {
			found := map[string]bool{}
			x.addEmbedded(object, found)
			for _, other := range wanted {
				if other != object && implements(object.Type(), other.Type()) {
					found[x.symbol(other)] = true
				}
			}
			document := x.document(documents, x.files.Position(object.Pos()).Filename)
			for symbol := range found {
				document.Implemented[x.symbol(object)] = append(document.Implemented[x.symbol(object)], symbol)
			}
		}
	}
}

func declared(pkg *types.Package) []*types.TypeName {
	var found []*types.TypeName
	for _, name := range pkg.Scope().Names() {
		if object, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !object.IsAlias() {
			found = append(found, object)
		}
	}
	return found
}

func implements(one, other types.Type) bool {
	wanted, ok := other.Underlying().(*types.Interface)
	if !ok || wanted.NumMethods() == 0 || !wanted.IsMethodSet() {
		return false
	}
	return types.Implements(one, wanted) || types.Implements(types.NewPointer(one), wanted)
}

func (x *index) addEmbedded(object *types.TypeName, found map[string]bool) {
	structure, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := 0; i < structure.NumFields(); i++ {
		if field := structure.Field(i); field.Embedded() {
			found[x.symbol(field)] = true
		}
	}
}
