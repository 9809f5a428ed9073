internal import FuzzSupport

@c(LLVMFuzzerTestOneInput)
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(.pageFacts, bytes, count)
}
