// Package calque translates i18next catalogs by the library libcalque.
//
//	t, err := calque.New(calque.V4, calque.Options{"lng": "en"})
//	err = t.AddFolder("locales")
//	text := t.T("file", calque.Values{"count": 3})
//
// Objects may be used by several goroutines at once. Close frees them, as the collector
// does when nothing refers to them any more. Copies of an object are the same object.
package calque

/*
#include <calque.h>
*/
import "C"

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

// Options are those of i18next, by their names.
type Options map[string]any

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

func invalid(message string) error {
	return &Error{Status: C.CALQUE_INVALID_ARGUMENT, Message: message}
}
