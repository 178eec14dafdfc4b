// Package calque translates i18next catalogs by the library libcalque.
//
//	t, err := calque.New(calque.V4, `{"lng": "en", "resources": {...}}`)
//	text := t.T("file", calque.Values{"count": 3})
//
// Objects may be used by several goroutines at once. Close frees them, as the collector
// does when nothing refers to them any more. Copies of an object are the same object.
package calque

/*
#cgo LDFLAGS: -lcalque
#include <calque.h>
#include <stdlib.h>
*/
import "C"

import (
	"encoding/json"
	"strings"
	"unsafe"
)

// Format is the generation of i18next catalogs.
type Format int32

const (
	IOS Format = C.CALQUE_FORMAT_IOS
	V1  Format = C.CALQUE_FORMAT_V1
	V2  Format = C.CALQUE_FORMAT_V2
	V3  Format = C.CALQUE_FORMAT_V3
	V4  Format = C.CALQUE_FORMAT_V4
)

// Form says what JSON yields: a text, a value, or details.
type Form int32

const (
	Text    Form = C.CALQUE_RESULT_TEXT
	Value   Form = C.CALQUE_RESULT_JSON
	Details Form = C.CALQUE_RESULT_DETAILS
)

// Values are options and variables by name: numbers, booleans and texts; anything else
// is passed as JSON.
type Values map[string]any

// Error is a call that failed. The message names file, line, column and path too, which are
// empty and 0 where they are not known; Path is the JSON path of the offending value.
type Error struct {
	Status       int
	Message      string
	File         string
	Line, Column int
	Path         string
}

func (e *Error) Error() string { return e.Message }

func failed(status C.calque_status, err *C.calque_error) error {
	if status < C.CALQUE_INVALID_ARGUMENT {
		return nil
	}
	defer C.calque_error_release(err)
	failure := &Error{Status: int(status), Message: C.GoString(C.calque_status_name(status))}
	if err != nil {
		failure.Message = C.GoString(C.calque_error_message(err))
		failure.File = C.GoString(C.calque_error_source(err))
		failure.Line = int(C.calque_error_line(err))
		failure.Column = int(C.calque_error_column(err))
		failure.Path = C.GoString(C.calque_error_path(err))
	}
	return failure
}

// lent is what a call borrows, freed when it has returned.
type lent struct{ all []unsafe.Pointer }

func (l *lent) text(text string) (*C.char, C.size_t) {
	copied := C.CString(text)
	l.all = append(l.all, unsafe.Pointer(copied))
	return copied, C.size_t(len(text))
}

// path is a text that C reads up to its NUL.
func (l *lent) path(path string) (*C.char, error) {
	if strings.IndexByte(path, 0) >= 0 {
		return nil, &Error{Status: C.CALQUE_INVALID_ARGUMENT, Message: "a path has a NUL in it"}
	}
	copied, _ := l.text(path)
	return copied, nil
}

func (l *lent) free() {
	for _, each := range l.all {
		C.free(each)
	}
}

func (l *lent) arguments(values Values) (*C.calque_arg, C.size_t, error) {
	if len(values) == 0 {
		return nil, 0, nil
	}
	size := C.size_t(len(values)) * C.size_t(unsafe.Sizeof(C.calque_arg{}))
	first := C.calloc(1, size)
	l.all = append(l.all, first)
	args := unsafe.Slice((*C.calque_arg)(first), len(values))
	at := 0
	for name, value := range values {
		if at == len(args) {
			break // another goroutine adds to the map
		}
		arg := &args[at]
		arg.name, arg.name_length = l.text(name)
		switch value := value.(type) {
		case nil:
		case int:
			arg.kind, arg.integer = C.CALQUE_ARG_KIND_INT, C.int64_t(value)
		case int64:
			arg.kind, arg.integer = C.CALQUE_ARG_KIND_INT, C.int64_t(value)
		case float64:
			arg.kind, arg.number = C.CALQUE_ARG_KIND_DOUBLE, C.double(value)
		case bool:
			arg.kind = C.CALQUE_ARG_KIND_BOOL
			if value {
				arg.integer = 1
			}
		case string:
			arg.kind = C.CALQUE_ARG_KIND_TEXT
			arg.text, arg.length = l.text(value)
		default:
			text, err := json.Marshal(value)
			if err != nil {
				return nil, 0, &Error{Status: C.CALQUE_INVALID_ARGUMENT, Message: err.Error()}
			}
			arg.kind = C.CALQUE_ARG_KIND_JSON
			arg.text, arg.length = l.text(string(text))
		}
		at++
	}
	return (*C.calque_arg)(first), C.size_t(at), nil
}

// filled returns the text that a call writes into a buffer.
func filled(fill func(*C.char, C.size_t, *C.size_t) C.calque_status) (string, error) {
	var length C.size_t
	for capacity := C.size_t(256); ; capacity = length + 1 {
		buffer := make([]byte, capacity)
		status := fill((*C.char)(unsafe.Pointer(&buffer[0])), capacity, &length)
		if err := failed(status, nil); err != nil {
			return "", err
		}
		if status != C.CALQUE_TRUNCATED {
			return string(buffer[:length]), nil
		}
	}
}

// owned returns the text that a call left in a calque_string.
func owned(text *C.calque_string) string {
	defer C.calque_string_dispose(text)
	return C.GoStringN(text.data, C.int(text.length))
}

// Translator answers from i18next catalogs.
type Translator struct{ *object[C.calque_translator] }

// New makes a translator. Options are JSON, by i18next's names.
func New(format Format, options string) (*Translator, error) {
	var l lent
	defer l.free()
	var handle *C.calque_translator
	var err *C.calque_error
	text, length := l.text(options)
	status := C.calque_translator_create(C.calque_format(format), text, length, nil, &handle, &err)
	if err := failed(status, err); err != nil {
		return nil, err
	}
	release := func(handle *C.calque_translator) { C.calque_translator_release(handle) }
	return &Translator{made(handle, release)}, nil
}

// T returns the text of a key; its fallback where there is none. It panics where
// Translate returns an error.
func (t *Translator) T(key string, values Values) string {
	return must(t.Translate(key, values))
}

// Translate returns the text of a key; its fallback where there is none. It fails for
// texts that are not UTF-8, values that JSON lacks, and a translator that is closed.
func (t *Translator) Translate(key string, values Values) (string, error) {
	var l lent
	defer l.free()
	text, length := l.text(key)
	args, count, err := l.arguments(values)
	if err != nil {
		return "", err
	}
	handle, leave, err := t.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_translator_translate(handle, text, length, args, count, buffer, capacity, out)
	})
}

// JSON takes keys and options as JSON text and returns JSON.
func (t *Translator) JSON(keys, options string, form Form) (string, error) {
	handle, leave, closed := t.enter()
	if closed != nil {
		return "", closed
	}
	defer leave()
	var l lent
	defer l.free()
	var out C.calque_string
	var err *C.calque_error
	text, length := l.text(keys)
	given, size := l.text(options)
	status := C.calque_translator_translate_json(handle, text, length, given, size,
		C.calque_result_form(form), &out, &err)
	if err := failed(status, err); err != nil {
		return "", err
	}
	return owned(&out), nil
}

// Exists says whether a key has a text.
func (t *Translator) Exists(keys, options string) (bool, error) {
	handle, leave, closed := t.enter()
	if closed != nil {
		return false, closed
	}
	defer leave()
	var l lent
	defer l.free()
	var found C.bool
	var err *C.calque_error
	text, length := l.text(keys)
	given, size := l.text(options)
	status := C.calque_translator_exists(handle, text, length, given, size, &found, &err)
	return bool(found), failed(status, err)
}

// AddFile loads a file of texts of one language and namespace.
func (t *Translator) AddFile(lng, ns, path string) error {
	handle, leave, closed := t.enter()
	if closed != nil {
		return closed
	}
	defer leave()
	var l lent
	defer l.free()
	var err *C.calque_error
	language, length := l.text(lng)
	namespace, size := l.text(ns)
	file, refused := l.path(path)
	if refused != nil {
		return refused
	}
	return failed(C.calque_translator_add_file(handle, language, length, namespace, size, file, 0, &err), err)
}

// AddCatalog adds the languages of a compiled catalog.
func (t *Translator) AddCatalog(path string) error {
	handle, leave, closed := t.enter()
	if closed != nil {
		return closed
	}
	defer leave()
	var l lent
	defer l.free()
	var catalog *C.calque_catalog
	var err *C.calque_error
	file, refused := l.path(path)
	if refused != nil {
		return refused
	}
	if err := failed(C.calque_catalog_open(file, 0, &catalog, &err), err); err != nil {
		return err
	}
	defer C.calque_catalog_release(catalog)
	return failed(C.calque_translator_add_catalog(handle, catalog, nil, 0, 0, nil, &err), err)
}

// Languages returns the fallback chain; nil where the translator is closed.
func (t *Translator) Languages() []string {
	handle, leave, closed := t.enter()
	if closed != nil {
		return nil
	}
	defer leave()
	var out C.calque_string
	var languages []string
	C.calque_translator_languages(handle, nil, 0, &out, nil)
	_ = json.Unmarshal([]byte(owned(&out)), &languages)
	return languages
}

// IsRightToLeft says how a language is written; "" is the current one.
func (t *Translator) IsRightToLeft(lng string) bool {
	handle, leave, closed := t.enter()
	if closed != nil {
		return false
	}
	defer leave()
	var l lent
	defer l.free()
	text, length := l.text(lng)
	return C.calque_translator_dir(handle, text, length) == C.CALQUE_RTL
}

// View answers in one language, for hot code.
type View struct{ *object[C.calque_view] }

// View makes a view of the catalogs as they are now; "" is the current language, the
// default namespace, no prefix.
func (t *Translator) View(lng, ns, prefix string) (*View, error) {
	from, leave, closed := t.enter()
	if closed != nil {
		return nil, closed
	}
	defer leave()
	var l lent
	defer l.free()
	var handle *C.calque_view
	var err *C.calque_error
	language, a := l.text(lng)
	namespace, b := l.text(ns)
	start, n := l.text(prefix)
	status := C.calque_view_create(from, language, a, namespace, b, start, n, &handle, &err)
	if err := failed(status, err); err != nil {
		return nil, err
	}
	return &View{made(handle, func(handle *C.calque_view) { C.calque_view_release(handle) })}, nil
}

// T returns the text of a key; its fallback where there is none. It panics where
// Translate returns an error.
func (v *View) T(key string, values Values) string {
	return must(v.Translate(key, values))
}

// Translate is Translator.Translate for a view.
func (v *View) Translate(key string, values Values) (string, error) {
	var l lent
	defer l.free()
	text, length := l.text(key)
	args, count, err := l.arguments(values)
	if err != nil {
		return "", err
	}
	handle, leave, err := v.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_view_translate(handle, text, length, args, count, buffer, capacity, out)
	})
}

// Messages is a message table: case-insensitive keys, synonyms, %{key} references.
type Messages struct{ *object[C.calque_messages] }

// NewMessages makes a table of the messages in a JSON object.
func NewMessages(messages, prefix string) (*Messages, error) {
	var l lent
	defer l.free()
	var handle *C.calque_messages
	var err *C.calque_error
	if err := failed(C.calque_messages_create(nil, 0, &handle, &err), err); err != nil {
		return nil, err
	}
	release := func(handle *C.calque_messages) { C.calque_messages_release(handle) }
	table := &Messages{made(handle, release)}
	text, length := l.text(messages)
	start, size := l.text(prefix)
	status := C.calque_messages_load_json(handle, C.CALQUE_MESSAGES_MESSAGE, start, size, text, length, nil, &err)
	if err := failed(status, err); err != nil {
		table.Close()
		return nil, err
	}
	return table, nil
}

// Decode replaces the references of a text. It fails for a text that is not UTF-8 and
// for a table that is closed.
func (m *Messages) Decode(text string) (string, error) {
	handle, leave, closed := m.enter()
	if closed != nil {
		return "", closed
	}
	defer leave()
	var l lent
	defer l.free()
	encoded, size := l.text(text)
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_messages_decode(handle, encoded, size, buffer, capacity, out)
	})
}

// Localization has texts by section and key, and better wordings that people propose.
type Localization struct {
	*object[C.calque_localization]
}

// NewLocalization makes a localization. Options are JSON.
func NewLocalization(options string) (*Localization, error) {
	var l lent
	defer l.free()
	var handle *C.calque_localization
	var err *C.calque_error
	text, length := l.text(options)
	status := C.calque_localization_create(text, length, nil, &handle, &err)
	if err := failed(status, err); err != nil {
		return nil, err
	}
	release := func(handle *C.calque_localization) { C.calque_localization_release(handle) }
	return &Localization{made(handle, release)}, nil
}

// Load takes the texts of a language: JSON with `data`.
func (l *Localization) Load(json, locale string) error {
	handle, leave, closed := l.enter()
	if closed != nil {
		return closed
	}
	defer leave()
	var lends lent
	defer lends.free()
	var err *C.calque_error
	text, length := lends.text(json)
	language, size := lends.text(locale)
	return failed(C.calque_localization_load_resource(handle, text, length, language, size, &err), err)
}

// Text returns the text of an identifier, `section.key`; "" where there is none.
func (l *Localization) Text(identifier string) (string, error) {
	handle, leave, closed := l.enter()
	if closed != nil {
		return "", closed
	}
	defer leave()
	var lends lent
	defer lends.free()
	name, size := lends.text(identifier)
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_localization_text(handle, name, size, buffer, capacity, out, nil)
	})
}

// Propose shows a value instead of the text, in one locale.
func (l *Localization) Propose(identifier, locale, value string) error {
	handle, leave, closed := l.enter()
	if closed != nil {
		return closed
	}
	defer leave()
	var lends lent
	defer lends.free()
	var err *C.calque_error
	name, size := lends.text(identifier)
	language, length := lends.text(locale)
	text, bytes := lends.text(value)
	status := C.calque_proposals_store(handle, name, size, language, length, text, bytes, &err)
	return failed(status, err)
}
