#if Server
  @testable import AggregatorServer

  /// The server's own: a test's support may know problems as clients see them.
  typealias EdgeProblem = ProblemDetails
#endif
