import CalqueBase
import CalqueLoading
import CalqueTranslator

/// Loading resources from where they live.
extension Translator {
  /// Loads what the translator needs: the current language with its fallbacks, in all namespaces.
  ///
  /// The report says how it ended, also when nothing could be loaded. Cancelling the task cancels
  /// the load.
  ///
  /// - Parameters:
  ///   - request: `lng`, `ns`, `lngs`, `preload` and `onlyMissing`, as in `calque/loading.h`.
  ///   - progress: called with the number of files that are done, and of all.
  /// - Throws: `CalqueError` for a request that is wrong.
  public func load(
    _ request: JSONObject = [:], progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
  ) async throws(CalqueError) -> LoadReport {
    let wish = try Self.wish(request)
    let cancellation = TaskCancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let load = engine.load(wish, progress: progress) { report in
          continuation.resume(returning: LoadReport(report))
        }
        cancellation.note { load.cancel() }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Loads as the other, and calls back.
  ///
  /// - Returns: cancels the load when it is called.
  @discardableResult
  public func load(
    _ request: JSONObject = [:], progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil,
    completion: @escaping @Sendable (LoadReport) -> Void
  ) throws(CalqueError) -> @Sendable () -> Void {
    let load = engine.load(try Self.wish(request), progress: progress) { report in
      completion(LoadReport(report))
    }
    return { load.cancel() }
  }

  /// Loads as `load`, and blocks the thread until it is over.
  ///
  /// - Throws: `CalqueError` for a request that is wrong, or in a callback of loading.
  public func loadAndWait(_ request: JSONObject = [:]) throws(CalqueError) -> LoadReport {
    let wish = try Self.wish(request)
    return LoadReport(
      try CalqueError.mapping { () throws(Diagnostic) in try engine.load(wish) })
  }

  /// Posts the missing keys that were collected, and waits until that is done.
  ///
  /// - Returns: false when it takes longer than so many milliseconds.
  @discardableResult
  public func flushMissingKeys(within milliseconds: Int) -> Bool {
    engine.flushMissingKeys(within: milliseconds)
  }

  private static func wish(_ request: JSONObject) throws(CalqueError) -> LoadWish {
    try CalqueError.mapping { () throws(Diagnostic) in try LoadWish(request.members) }
  }
}
