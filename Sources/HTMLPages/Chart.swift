internal import JournalFormat

/// Gridlines of a chart: from zero on, at steps of 1, 2 or 5 times a power of ten.
struct ChartAxis: Hashable {
  let step: Double
  /// The first gridline that no value exceeds; at most five steps.
  let top: Double

  init(for greatest: Double) {
    var power = 1.0
    while greatest > 25 * power { power *= 10 }
    step = [power, 2 * power].first { greatest <= 5 * $0 } ?? 5 * power
    top = max(1, (greatest / step).rounded(.up)) * step
  }

  var lines: [Double] { Array(stride(from: 0, through: top, by: step)) }
}

/// A chart as SVG. Places along its width are shares of it, so that it fills a window of any width
/// while its text keeps its size.
package struct Chart {
  package enum Shape { case bars, lines }

  package struct Point {
    /// Stands below the axis where there is room.
    var label: String
    /// A browser shows it under the pointer.
    var title: String

    package init(_ label: String, title: String? = nil) {
      (self.label, self.title) = (label, title ?? label)
    }
  }

  package struct Series {
    let name: String
    let values: [Double]
    /// The others are compared with it.
    let isReference: Bool

    package init(name: String, values: [Double], isReference: Bool = false) {
      (self.name, self.values, self.isReference) = (name, values, isReference)
    }
  }

  private let name: String
  private let shape: Shape
  private let points: [Point]
  private let series: [Series]
  private let unit: String
  private let axis: ChartAxis

  private static let height = 200.0
  private static let top = 8.0
  private static let barWidthMax = 10.0
  /// Pixels of a character, and of a chart on a desk and on a phone.
  private static let characterWidth = 7.0
  private static let (wide, narrow) = (850.0, 290.0)

  /// - Parameters:
  ///   - name: its heading.
  ///   - series: each with a value of zero or more for every point.
  ///   - unit: behind each number.
  ///   - end: of the axis, where it does not depend on the values.
  package init(
    _ name: String, _ shape: Shape, _ points: [Point], _ series: [Series], unit: String = "",
    end: Double? = nil
  ) {
    (self.name, self.shape, self.points, self.series) = (name, shape, points, series)
    self.unit = unit
    axis = ChartAxis(for: end ?? series.flatMap(\.values).max() ?? 0)
  }

  /// A chart of one series.
  package init(_ name: String, _ shape: Shape, _ values: [(point: Point, value: Double)]) {
    self.init(name, shape, values.map(\.point), [Series(name: name, values: values.map(\.value))])
  }

  /// With its heading; empty without points.
  package func section(_ words: HTML = "") -> HTML {
    points.isEmpty ? "" : .section(name, words + svg)
  }

  var svg: HTML {
    guard !points.isEmpty else { return "" }
    let width = (axis.lines.map { Double(text($0).count) }.max() ?? 1) * 0.65 + 0.8
    let shapes =
      shape == .bars
      ? series.map(bars).joined()
      : "<svg viewBox=\"0 0 100 \(Self.height)\" preserveAspectRatio=none width=\"100%\" "
        + "height=\"\(Self.height)\" y=\"\(Self.top)\">\(series.map(line).joined())</svg>"
        + series.map(dots).joined()
    return legend
      + "<svg class=chart style=\"--axis:\(fixed(width))em\" role=img aria-label=\"\(name)\">"
      + rules + shapes + labels + "</svg>"
  }

  private var legend: HTML {
    guard series.count > 1 else { return "" }
    let names: [HTML] = series.map { series in
      "<span><i\(series.isReference ? " class=dashed" : "")></i>\(series.name)</span>"
    }
    return "<div class=legend>\(names.joined())</div>"
  }

  private var rules: HTML {
    axis.lines.map { value in
      let y = Self.top + y(value)
      return "<line class=rule x2=\"100%\" y1=\"\(fixed(y))\" y2=\"\(fixed(y))\"/>"
        + "<text x=\"-8\" y=\"\(fixed(y + 4))\" text-anchor=end>\(text(value))</text>"
    }.joined()
  }

  private func bars(_ series: Series) -> HTML {
    let width = min(80 / Double(points.count), Self.barWidthMax)
    return zip(points.indices, series.values).map { place, value in
      // What is there is seen, however little it is.
      let height = value > 0 ? max(1, Self.height - y(value)) : 0
      return "<rect class=bar x=\"\(fixed(x(place) - width / 2))%\" width=\"\(fixed(width))%\" "
        + "y=\"\(fixed(Self.top + Self.height - height))\" height=\"\(fixed(height))\">"
        + "<title>\(points[place].title): \(text(value))</title></rect>"
    }.joined()
  }

  private func line(_ series: Series) -> HTML {
    let places = zip(points.indices, series.values).map { "\(fixed(x($0))),\(fixed(y($1)))" }
    return "<polyline class=\(series.isReference ? "plain" : "curve") "
      + "points=\"\(places.joined(separator: " "))\"/>"
  }

  private func dots(_ series: Series) -> HTML {
    guard !series.isReference else { return "" }
    return zip(points.indices, series.values).map { place, value in
      "<circle class=dot cx=\"\(fixed(x(place)))%\" cy=\"\(fixed(Self.top + y(value)))\" r=3>"
        + "<title>\(points[place].title): \(text(value))</title></circle>"
    }.joined()
  }

  /// As many as do not touch; on a phone some of them.
  private var labels: HTML {
    let length = Double(points.map(\.label.count).max() ?? 0) * Self.characterWidth
    func every(in width: Double) -> Int {
      Int((Double(points.count) * (length + 16) / width).rounded(.up))
    }
    let often = max(1, every(in: Self.wide))
    let seldom = (max(1, every(in: Self.narrow)) + often - 1) / often * often
    return stride(from: 0, to: points.count, by: often).map { place in
      func isInside(_ width: Double) -> Bool { x(place) / 100 * width + length / 2 <= width + 8 }
      let isWide = !place.isMultiple(of: seldom) || !isInside(Self.narrow)
      let (share, anchor) = isInside(Self.wide) ? (x(place), "middle") : (100, "end")
      return "<text\(isWide ? " class=wide" : "") x=\"\(fixed(share))%\" "
        + "y=\"\(Self.top + Self.height + 20)\" text-anchor=\(anchor)>\(points[place].label)</text>"
    }.joined()
  }

  /// Of 100.
  private func x(_ place: Int) -> Double { (Double(place) + 0.5) * 100 / Double(points.count) }

  private func y(_ value: Double) -> Double { Self.height * (1 - min(1, value / axis.top)) }

  private func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return (tenths == tenths.rounded() ? Figure.grouped(UInt64(tenths)) : "\(tenths)") + unit
  }

  private func fixed(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
