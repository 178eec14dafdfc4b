package calque

// #include "events.h"
// #include <stdlib.h>
import "C"

import (
	"encoding/json"
	"runtime/cgo"
)

// Translator answers from i18next catalogs.
type Translator struct{ *object[C.calque_translator] }

// New makes a translator. Options go by i18next's names: Options, any other value that
// encoding/json writes as an object, or JSON text.
func New(format Format, options any) (*Translator, error) {
	return create(format, options, 0)
}

// NewWithLog is New with a function for diagnostics, a line each. With the option debug
// it also receives misspelt options, missing keys and missing variables.
func NewWithLog(format Format, options any, log func(line string)) (*Translator, error) {
	return create(format, options, cgo.NewHandle(handler(func(_, line string) { log(line) })))
}

func create(format Format, options any, log cgo.Handle) (*Translator, error) {
	given, refused := encoded(options)
	if refused != nil {
		return nil, refused
	}
	var handle *C.calque_translator
	var err *C.calque_error
	text, length := bytes(given)
	status := C.calque_go_create(C.calque_format(format), text, length, C.uintptr_t(log), &handle, &err)
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
	return translated(t.object, false, key, values)
}

// JSON takes keys and options as JSON text and returns JSON.
func (t *Translator) JSON(keys, options string, form Form) (string, error) {
	handle, closed := t.enter()
	if closed != nil {
		return "", closed
	}
	defer t.leave()
	var out C.calque_string
	var err *C.calque_error
	text, length := bytes(keys)
	given, size := bytes(options)
	status := C.calque_translator_translate_json(handle, text, length, given, size,
		C.calque_result_form(form), &out, &err)
	if err := failed(status, err); err != nil {
		return "", err
	}
	return owned(&out), nil
}

// Exists says whether a key has a text.
func (t *Translator) Exists(keys, options string) (bool, error) {
	handle, closed := t.enter()
	if closed != nil {
		return false, closed
	}
	defer t.leave()
	var found C.bool
	var err *C.calque_error
	text, length := bytes(keys)
	given, size := bytes(options)
	status := C.calque_translator_exists(handle, text, length, given, size, &found, &err)
	return bool(found), failed(status, err)
}

// Language returns the current language; "" where the translator is closed.
func (t *Translator) Language() string {
	handle, closed := t.enter()
	if closed != nil {
		return ""
	}
	defer t.leave()
	text, _ := filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_translator_language(handle, false, buffer, capacity, out)
	})
	return text
}

// ChangeLanguage changes the current language. Views keep theirs.
func (t *Translator) ChangeLanguage(lng string) error {
	handle, closed := t.enter()
	if closed != nil {
		return closed
	}
	defer t.leave()
	var err *C.calque_error
	text, length := bytes(lng)
	return failed(C.calque_translator_change_language(handle, text, length, &err), err)
}

// BestLanguage returns the available language that fits best. Wanted is the value of an
// Accept-Language header, or a JSON array of codes.
func (t *Translator) BestLanguage(wanted string) (string, error) {
	handle, closed := t.enter()
	if closed != nil {
		return "", closed
	}
	defer t.leave()
	text, length := bytes(wanted)
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_translator_best_language(handle, text, length, C.CALQUE_MATCH_CLOSEST,
			buffer, capacity, out)
	})
}

// Languages returns the fallback chain; nil where the translator is closed.
func (t *Translator) Languages() []string {
	handle, closed := t.enter()
	if closed != nil {
		return nil
	}
	defer t.leave()
	var out C.calque_string
	var languages []string
	C.calque_translator_languages(handle, nil, 0, &out, nil)
	_ = json.Unmarshal([]byte(owned(&out)), &languages)
	return languages
}

// IsRightToLeft says how a language is written; "" is the current one.
func (t *Translator) IsRightToLeft(lng string) bool {
	handle, closed := t.enter()
	if closed != nil {
		return false
	}
	defer t.leave()
	text, length := bytes(lng)
	return C.calque_translator_dir(handle, text, length) == C.CALQUE_RTL
}

// On calls a function for events, whose names are separated by spaces: missingKey (with
// the option saveMissing), languageChanged, added and others. The arguments are a JSON
// array, as i18next passes them.
func (t *Translator) On(events string, call func(event string, arguments json.RawMessage)) error {
	handle, closed := t.enter()
	if closed != nil {
		return closed
	}
	defer t.leave()
	var err *C.calque_error
	text, length := bytes(events)
	given := cgo.NewHandle(handler(func(name, text string) { call(name, json.RawMessage(text)) }))
	return failed(C.calque_go_on(handle, text, length, C.uintptr_t(given), &err), err)
}

// View answers in one language, for hot code.
type View struct{ *object[C.calque_view] }

// View makes a view of the catalogs as they are now; "" is the current language, the
// default namespace, no prefix.
func (t *Translator) View(lng, ns, prefix string) (*View, error) {
	from, closed := t.enter()
	if closed != nil {
		return nil, closed
	}
	defer t.leave()
	var handle *C.calque_view
	var err *C.calque_error
	language, a := bytes(lng)
	namespace, b := bytes(ns)
	start, n := bytes(prefix)
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
	return translated(v.object, true, key, values)
}
