package calque

import (
	"runtime"
	"sync/atomic"
)

// object is an object of the library, behind one more pointer, so that a copied struct
// refers to the same one. It is released by Close or by the collector, and in both cases
// not before its last call has returned.
type object[H any] struct {
	handle  *H
	release func(*H)
	users   int64 // calls, and the object itself; 0 when it is released
	closed  uint32
}

var errClosed = invalid("the object is closed")

func made[H any](handle *H, release func(*H)) *object[H] {
	o := &object[H]{handle: handle, release: release, users: 1}
	runtime.SetFinalizer(o, func(o *object[H]) { o.Close() })
	pressure(1)
	return o
}

// Close frees the memory; later calls fail. It may be called more than once.
func (o *object[H]) Close() {
	if o != nil && atomic.SwapUint32(&o.closed, 1) == 0 {
		o.leave()
	}
}

// enter returns the handle, which lives until leave is called.
func (o *object[H]) enter() (*H, error) {
	if o == nil || atomic.LoadUint32(&o.closed) != 0 {
		return nil, errClosed
	}
	for {
		users := atomic.LoadInt64(&o.users)
		if users == 0 {
			return nil, errClosed
		}
		if atomic.CompareAndSwapInt64(&o.users, users, users+1) {
			return o.handle, nil
		}
	}
}

func (o *object[H]) leave() {
	if atomic.AddInt64(&o.users, -1) == 0 {
		o.release(o.handle)
		pressure(-1)
	}
	runtime.KeepAlive(o)
}

const few = 2000

var living, bound int64 = 0, few

// pressure counts the objects, and collects when there are twice as many as after the
// last time: the collector does not see what they hold outside its heap.
func pressure(change int64) {
	now := atomic.AddInt64(&living, change)
	most := atomic.LoadInt64(&bound)
	if change > 0 && now >= most && atomic.CompareAndSwapInt64(&bound, most, 2*now) {
		runtime.GC()
	}
	if change < 0 && 2*now < most {
		next := 2 * now
		if next < few {
			next = few
		}
		atomic.CompareAndSwapInt64(&bound, most, next)
	}
}
