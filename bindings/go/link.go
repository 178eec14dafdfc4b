//go:build !calque_static

package calque

// #cgo pkg-config: calque
import "C"
