package calque

/*
#include <calque.h>
#include <stdlib.h>
*/
import "C"

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unsafe"
)

// AddResourceBundle adds the texts of one language and namespace: a value that encoding/json
// writes as an object, or JSON text. They replace those that are there.
func (t *Translator) AddResourceBundle(lng, ns string, tree any) error {
	handle, closed := t.enter()
	if closed != nil {
		return closed
	}
	defer t.leave()
	given, refused := encoded(tree)
	if refused != nil {
		return refused
	}
	var err *C.calque_error
	language, length := bytes(lng)
	namespace, size := bytes(ns)
	text, n := bytes(given)
	return failed(C.calque_translator_add_resource_bundle(handle, language, length, namespace, size,
		text, n, C.CALQUE_BUNDLE_REPLACE, &err), err)
}

// AddFile is AddResourceBundle from a file.
func (t *Translator) AddFile(lng, ns, path string) error {
	return t.withFile(path, func(handle *C.calque_translator, file *C.char) error {
		var err *C.calque_error
		language, length := bytes(lng)
		namespace, size := bytes(ns)
		return failed(C.calque_translator_add_file(handle, language, length, namespace, size, file,
			C.CALQUE_BUNDLE_REPLACE, &err), err)
	})
}

// withFile runs a call with a path that C reads.
func (t *Translator) withFile(path string, use func(*C.calque_translator, *C.char) error) error {
	handle, closed := t.enter()
	if closed != nil {
		return closed
	}
	defer t.leave()
	file, refused := cPath(path)
	if refused != nil {
		return refused
	}
	defer C.free(unsafe.Pointer(file))
	return use(handle, file)
}

// AddFolder adds the catalogs of a folder: LNG/NS.json, LNG.json (namespace translation)
// and compiled ones, *.calque. Called again, it loads them again.
func (t *Translator) AddFolder(path string) error {
	root := os.DirFS(path)
	return walk(root, func(lng, ns, name string) error {
		if lng == "" {
			return t.AddCatalog(filepath.Join(path, name))
		}
		return t.AddFile(lng, ns, filepath.Join(path, name))
	})
}

// AddFS is AddFolder for the JSON files of a file system, such as an embed.FS.
func (t *Translator) AddFS(files fs.FS) error {
	return walk(files, func(lng, ns, name string) error {
		if lng == "" {
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err == nil {
			err = t.AddResourceBundle(lng, ns, text)
		}
		if failure, is := err.(*Error); is {
			failure.File = name
		}
		return err
	})
}

// walk calls add for each catalog; a compiled one has no language.
func walk(files fs.FS, add func(lng, ns, name string) error) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		lng, ns, isNested := strings.Cut(name, "/")
		if !isNested {
			ns = "translation.json"
		}
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.Contains(ns, "/"):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		case strings.HasSuffix(name, ".calque") && !isNested:
			return add("", "", name)
		case strings.HasSuffix(name, ".json") && !strings.Contains(ns, "/"):
			return add(strings.TrimSuffix(lng, ".json"), strings.TrimSuffix(ns, ".json"), name)
		}
		return nil
	})
}

// AddCatalog adds the languages of a compiled catalog.
func (t *Translator) AddCatalog(path string) error {
	return t.withFile(path, func(handle *C.calque_translator, file *C.char) error {
		var catalog *C.calque_catalog
		var err *C.calque_error
		if err := failed(C.calque_catalog_open(file, 0, &catalog, &err), err); err != nil {
			return err
		}
		defer C.calque_catalog_release(catalog)
		return failed(C.calque_translator_add_catalog(handle, catalog, nil, 0, 0, nil, &err), err)
	})
}
