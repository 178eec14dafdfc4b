package calque

/*
#include <calque.h>
#include <stdlib.h>

// A value whose texts are places in one block of bytes: Go's memory with pointers in it
// may not be passed to C.
typedef struct calque_go_value {
    size_t name, name_length, text, length;
    int64_t integer;
    double number;
    int32_t kind;
} calque_go_value;

// One call into C for one text.
static calque_status calque_go_translate(bool is_view, const void *handle,
    const char *key, size_t key_length, const char *texts,
    const calque_go_value *values, size_t count, char *buffer, size_t capacity,
    size_t *length) {
    calque_arg few[8];
    calque_arg *args = count > 8 ? malloc(count * sizeof *args) : few;
    if (args == NULL) return CALQUE_LIMIT_EXCEEDED;
    for (size_t at = 0; at < count; at += 1) {
        const calque_go_value *value = &values[at];
        args[at] = (calque_arg){.name = texts + value->name,
            .name_length = value->name_length, .kind = value->kind,
            .integer = value->integer, .number = value->number,
            .text = texts + value->text, .length = value->length};
    }
    calque_status status = is_view
        ? calque_view_translate(handle, key, key_length, args, count, buffer, capacity, length)
        : calque_translator_translate(handle, key, key_length, args, count, buffer, capacity, length);
    if (args != few) free(args);
    return status;
}
*/
import "C"

import (
	"encoding/json"
	"sync"
	"unsafe"
)

// scratch is the memory of one call, kept for later ones.
type scratch struct {
	texts  []byte
	values []C.calque_go_value
	buffer []byte
	length C.size_t
}

var scratches = sync.Pool{New: func() any {
	return &scratch{texts: make([]byte, 1, 256), buffer: make([]byte, 256)}
}}

const most = 1 << 16

func (s *scratch) put() {
	if cap(s.texts) <= most && cap(s.buffer) <= most && cap(s.values) <= 64 {
		scratches.Put(s)
	}
}

func (s *scratch) text(text string) (C.size_t, C.size_t) {
	at := len(s.texts)
	s.texts = append(s.texts, text...)
	return C.size_t(at), C.size_t(len(text))
}

func (s *scratch) take(values Values) error {
	s.texts, s.values = s.texts[:1], s.values[:0]
	for name, value := range values {
		var arg C.calque_go_value
		arg.name, arg.name_length = s.text(name)
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
			arg.text, arg.length = s.text(value)
		default:
			text, err := json.Marshal(value)
			if err != nil {
				return invalid(err.Error())
			}
			arg.kind = C.CALQUE_ARG_KIND_JSON
			arg.text, arg.length = s.text(string(text))
		}
		s.values = append(s.values, arg)
	}
	return nil
}

// translate writes into the buffer, again into a larger one where needed.
func (s *scratch) translate(isView bool, handle unsafe.Pointer, key string) (string, error) {
	text, size := bytes(key)
	var values *C.calque_go_value
	if len(s.values) > 0 {
		values = &s.values[0]
	}
	for {
		status := C.calque_go_translate(C.bool(isView), handle, text, size,
			(*C.char)(unsafe.Pointer(&s.texts[0])), values, C.size_t(len(s.values)),
			(*C.char)(unsafe.Pointer(&s.buffer[0])), C.size_t(len(s.buffer)), &s.length)
		if status == C.CALQUE_TRUNCATED {
			s.buffer = make([]byte, s.length+1)
			continue
		}
		if status >= C.CALQUE_INVALID_ARGUMENT {
			return "", failed(status, nil)
		}
		return string(s.buffer[:s.length]), nil
	}
}

// translated is one call of a translator or a view.
func translated[H any](o *object[H], isView bool, key string, values Values) (string, error) {
	s := scratches.Get().(*scratch)
	defer s.put()
	if err := s.take(values); err != nil {
		return "", err
	}
	handle, err := o.enter()
	if err != nil {
		return "", err
	}
	defer o.leave()
	return s.translate(isView, unsafe.Pointer(handle), key)
}
