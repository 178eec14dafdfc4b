package calque

// #include <calque.h>
import "C"

// Messages is a message table: case-insensitive keys, synonyms, %{key} references.
type Messages struct{ *object[C.calque_messages] }

// NewMessages makes a table of messages: a value that encoding/json writes as an object,
// or JSON text.
func NewMessages(messages any, prefix string) (*Messages, error) {
	given, refused := encoded(messages)
	if refused != nil {
		return nil, refused
	}
	var handle *C.calque_messages
	var err *C.calque_error
	if err := failed(C.calque_messages_create(nil, 0, &handle, &err), err); err != nil {
		return nil, err
	}
	release := func(handle *C.calque_messages) { C.calque_messages_release(handle) }
	table := &Messages{made(handle, release)}
	text, length := bytes(given)
	start, size := bytes(prefix)
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
	handle, closed := m.enter()
	if closed != nil {
		return "", closed
	}
	defer m.leave()
	encoded, size := bytes(text)
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_messages_decode(handle, encoded, size, buffer, capacity, out)
	})
}

// Localization has texts by section and key, and better wordings that people propose.
type Localization struct {
	*object[C.calque_localization]
}

// NewLocalization makes a localization. Options are as for New.
func NewLocalization(options any) (*Localization, error) {
	given, refused := encoded(options)
	if refused != nil {
		return nil, refused
	}
	var handle *C.calque_localization
	var err *C.calque_error
	text, length := bytes(given)
	status := C.calque_localization_create(text, length, nil, &handle, &err)
	if err := failed(status, err); err != nil {
		return nil, err
	}
	release := func(handle *C.calque_localization) { C.calque_localization_release(handle) }
	return &Localization{made(handle, release)}, nil
}

// Load takes the texts of a language: an object with data,
// or JSON text.
func (l *Localization) Load(resource any, locale string) error {
	handle, closed := l.enter()
	if closed != nil {
		return closed
	}
	defer l.leave()
	given, refused := encoded(resource)
	if refused != nil {
		return refused
	}
	var err *C.calque_error
	text, length := bytes(given)
	language, size := bytes(locale)
	return failed(C.calque_localization_load_resource(handle, text, length, language, size, &err), err)
}

// Text returns the text of an identifier, `section.key`; "" where there is none.
func (l *Localization) Text(identifier string) (string, error) {
	handle, closed := l.enter()
	if closed != nil {
		return "", closed
	}
	defer l.leave()
	name, size := bytes(identifier)
	return filled(func(buffer *C.char, capacity C.size_t, out *C.size_t) C.calque_status {
		return C.calque_localization_text(handle, name, size, buffer, capacity, out, nil)
	})
}

// Propose shows a value instead of the text, in one locale.
func (l *Localization) Propose(identifier, locale, value string) error {
	handle, closed := l.enter()
	if closed != nil {
		return closed
	}
	defer l.leave()
	var err *C.calque_error
	name, size := bytes(identifier)
	language, length := bytes(locale)
	text, n := bytes(value)
	status := C.calque_proposals_store(handle, name, size, language, length, text, n, &err)
	return failed(status, err)
}
