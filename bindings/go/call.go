package calque

/*
#include <calque.h>
#include <stdlib.h>
*/
import "C"

import (
	"encoding/json"
	"strings"
	"unsafe"
)

var nothing C.char

// bytes returns a text as C takes it: the bytes are those of the string, which the call
// keeps alive.
func bytes(text string) (*C.char, C.size_t) {
	if text == "" {
		return &nothing, 0
	}
	return *(**C.char)(unsafe.Pointer(&text)), C.size_t(len(text))
}

// cPath returns a path that C reads up to its NUL, to be freed.
func cPath(path string) (*C.char, error) {
	if strings.IndexByte(path, 0) >= 0 {
		return nil, invalid("a path has a NUL in it")
	}
	return C.CString(path), nil
}

// encoded returns options or a tree as JSON: a string, a []byte or a json.RawMessage is
// JSON already.
func encoded(value any) (string, error) {
	switch value := value.(type) {
	case nil:
		return "{}", nil
	case string:
		return value, nil
	case []byte:
		return string(value), nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return "", invalid(err.Error())
	}
	return string(text), nil
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

func must(text string, err error) string {
	if err != nil {
		panic(err)
	}
	return text
}
