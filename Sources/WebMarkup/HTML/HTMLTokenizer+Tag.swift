extension HTMLTokenizer {
  /// Reads a tag from its name to behind its `>`. False when the page ends in it.
  mutating func tag() -> Bool {
    let start = at
    while at < input.count, !input[at].isBlank, input[at] != 0x2F, input[at] != 0x3E { at += 1 }
    guard at < input.count else { return false }
    tagName = names.intern(UnsafeBufferPointer(rebasing: input[start..<at]))
    isSelfClosing = false
    firstAttribute = attributes.count
    tagNumber += 1
    while at < input.count {
      switch input[at] {
      case 0x20, 0x0A, 0x09, 0x0C: at += 1
      case 0x3E:
        at += 1
        return true
      case 0x2F:
        at += 1
        if byte(at) == 0x3E { isSelfClosing = true }
      default: guard attribute() else { return false }
      }
    }
    return false
  }

  /// Takes the attributes of the last tag away again.
  mutating func discardAttributes() {
    guard firstAttribute < attributes.count else { return }
    values.removeSubrange(Int(attributes[firstAttribute].start)...)
    attributes.removeSubrange(firstAttribute...)
  }

  /// Reads an attribute; false when the page ends in it.
  private mutating func attribute() -> Bool {
    let start = at
    at += 1
    while at < input.count {
      let byte = input[at]
      if byte == 0x3D || byte == 0x3E || byte == 0x2F || byte.isBlank { break }
      at += 1
    }
    let end = at
    let valueStart = values.count
    while at < input.count, input[at].isBlank { at += 1 }
    if at < input.count, input[at] == 0x3D {
      at += 1
      while at < input.count, input[at].isBlank { at += 1 }
      guard at < input.count else { return false }
      switch input[at] {
      case 0x22, 0x27: guard quotedValue(input[at]) else { return false }
      case 0x3E: break
      default: unquotedValue()
      }
    }
    guard at < input.count else { return false }
    addAttribute(UnsafeBufferPointer(rebasing: input[start..<end]), valueStart: valueStart)
    return true
  }

  private mutating func quotedValue(_ quote: UInt8) -> Bool {
    at += 1
    while true {
      let start = at
      while at < input.count {
        let byte = input[at]
        if byte == quote || byte == 0x26 || byte == 0 { break }
        at += 1
      }
      if start < at {
        values.append(contentsOf: UnsafeBufferPointer(rebasing: input[start..<at]))
      }
      guard at < input.count else { return false }
      if input[at] == quote {
        at += 1
        return true
      }
      appendSpecial()
    }
  }

  private mutating func unquotedValue() {
    while at < input.count, !input[at].isBlank, input[at] != 0x3E {
      let byte = input[at]
      if byte == 0x26 || byte == 0 {
        appendSpecial()
      } else {
        values.append(byte)
        at += 1
      }
    }
  }

  /// The `&` or the U+0000 here.
  private mutating func appendSpecial() {
    if input[at] == 0 {
      values.appendReplacement()
      at += 1
    } else {
      let reference = reference(inAttribute: true)
      reference.append(to: &values, input)
      at += reference.count
    }
  }

  /// Keeps an attribute whose value is at the end of `values`, unless the tag has it already.
  private mutating func addAttribute(_ name: UnsafeBufferPointer<UInt8>, valueStart: Int) {
    guard attributes.count - firstAttribute < HTMLDocument.attributesMax else {
      hasDroppedAttributes = true
      values.removeSubrange(valueStart...)
      return
    }
    let number = names.intern(name)
    if Int(number) >= attributeTags.count {
      let missing = max(names.count, 2 * attributeTags.count) - attributeTags.count
      attributeTags += repeatElement(0, count: missing)
    }
    guard attributeTags[Int(number)] != tagNumber else {
      values.removeSubrange(valueStart...)
      return
    }
    attributeTags[Int(number)] = tagNumber
    attributes.append(
      .init(
        name: number, start: UInt32(valueStart), count: UInt32(values.count - valueStart)))
  }
}
