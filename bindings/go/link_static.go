//go:build calque_static

package calque

// The archive is found in the folder of calque.pc; the shared library is then not needed.

// #cgo pkg-config: calque
// #cgo LDFLAGS: -Wl,--as-needed -l:libcalque.a -lm
import "C"
