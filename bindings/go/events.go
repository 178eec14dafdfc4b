package calque

// #include "events.h"
import "C"

import (
	"log"
	"runtime/cgo"
)

// handler receives an event and its arguments, or "log" and a line.
type handler func(name, text string)

//export calqueGoEvent
func calqueGoEvent(number C.uintptr_t, name *C.char, length C.size_t, text *C.char, size C.size_t) {
	// A panic does not cross C.
	defer func() {
		if failure := recover(); failure != nil {
			log.Printf("calque: a handler panicked: %v", failure)
		}
	}()
	call := cgo.Handle(number).Value().(handler)
	call(C.GoStringN(name, C.int(length)), C.GoStringN(text, C.int(size)))
}

//export calqueGoDone
func calqueGoDone(number C.uintptr_t) { cgo.Handle(number).Delete() }
