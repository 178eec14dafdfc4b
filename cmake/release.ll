
; swift_release of Embedded Swift, for refine.awk: its way to the end needs two registers,
; and what ends an object stands by itself. An object has its class, whose second word is
; the function that ends it, and then the count: all ones but for the sign when the object
; is constant, or ending.
define weak_odr protected preserve_mostcc void @swift_release(ptr %object) minsize optsize nounwind {
  %exists = icmp sgt ptr %object, null
  br i1 %exists, label %read, label %done
read:
  %place = getelementptr inbounds i8, ptr %object, i64 8
  %count = load atomic i64, ptr %place monotonic, align 8
  %next = add i64 %count, 1
  %bits = shl i64 %next, 1
  %counts = icmp ne i64 %bits, 0
  br i1 %counts, label %decrement, label %done
decrement:
  %before = atomicrmw sub ptr %place, i64 1 acq_rel, align 8
  %after = add i64 %before, -1
  %left = shl i64 %after, 1
  %ends = icmp eq i64 %left, 0
  br i1 %ends, label %end, label %done
end:
  tail call preserve_mostcc void @calque_end_object(ptr %object)
  ret void
done:
  ret void
}

define internal preserve_mostcc void @calque_end_object(ptr %object) noinline minsize optsize nounwind {
  %place = getelementptr inbounds i8, ptr %object, i64 8
  %count = load atomic i64, ptr %place monotonic, align 8
  %ending = or i64 %count, 9223372036854775807
  store atomic i64 %ending, ptr %place monotonic, align 8
  %class = load ptr, ptr %object
  %method = getelementptr inbounds i8, ptr %class, i64 8
  %destroy = load ptr, ptr %method
  call swiftcc void %destroy(ptr nonnull swiftself %object)
  ret void
}
