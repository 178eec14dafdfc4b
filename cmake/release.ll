; swift_release of Embedded Swift, for refine.awk: its way to the end needs two registers,
; and what ends an object stands by itself. An object has its class, whose second word is
; the function that ends it, and then the count: all ones but for the sign when the object
; is constant, or ending. It follows the compiler's own, below, without the trap for a
; count that overflows; where the compiler writes another, that one stays.
;
; | define weak_odr protected void @swift_release(ptr %0) local_unnamed_addr {
; | entry:
; |   %or.cond.not = icmp sgt ptr %0, null
; |   br i1 %or.cond.not, label %1, label %18
; | 1:
; |   %2 = getelementptr inbounds nuw i8, ptr %0, i64 8
; |   %3 = load atomic i64, ptr %2 monotonic, align 8
; |   %4 = and i64 %3, 9223372036854775807
; |   %5 = icmp eq i64 %4, 9223372036854775807
; |   br i1 %5, label %18, label %6
; | 6:
; |   %7 = atomicrmw sub ptr %2, i64 1 acq_rel, align 8
; |   %8 = tail call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %7, i64 -1)
; |   %9 = extractvalue { i64, i1 } %8, 1
; |   br i1 %9, label %19, label %10
; | 10:
; |   %11 = extractvalue { i64, i1 } %8, 0
; |   %12 = and i64 %11, 9223372036854775807
; |   %13 = icmp eq i64 %12, 0
; |   br i1 %13, label %14, label %18
; | 14:
; |   %15 = or i64 %3, 9223372036854775807
; |   store atomic i64 %15, ptr %2 monotonic, align 8
; |   %16 = load ptr, ptr %0, align 8
; |   %arrayidx.i = getelementptr inbounds nuw i8, ptr %16, i64 8
; |   %17 = load ptr, ptr %arrayidx.i, align 8
; |   tail call swiftcc void %17(ptr noundef nonnull swiftself %0)
; |   br label %18
; | 18:
; |   ret void
; | 19:
; |   tail call void @llvm.trap()
; |   unreachable
; | }

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
