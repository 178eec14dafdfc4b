import CalqueBase
import CalqueLoading
import CalqueTranslator

/// Loading resources from files, bundles, the cache and servers.
extension Translator {
  /// Loads what the translator needs: the current language with its fallbacks, in all namespaces.
  ///
  /// The report has the outcome, even if nothing could be loaded. Cancelling the task cancels
  /// the load.
  ///
  /// - Parameters:
  ///   - request: `lng`, `ns`, `lngs`, `preload` and `onlyMissing`, as in `calque/loading.h`.
  ///   - progress: called with the number of finished files and the number of all files.
  /// - Throws: `CalqueError` for an invalid request.
  public func load(
    _ request: JSONObject = [:],
    @_inheritActorContext progress:
      (@Sendable @isolated(any) (_ done: Int, _ total: Int) -> Void)? = nil
  ) async throws(CalqueError) -> LoadReport {
    let given = try Self.loadOptions(request)
    let progress = progress.map { delivered($0) }
    return await suspending { completion in
      let load = engine.load(given, progress: progress) { completion(LoadReport($0)) }
      return { load.cancel() }
    }
  }

  /// As `load`, but calls a completion.
  ///
  /// - Returns: a function that cancels the load.
  @discardableResult
  public func load(
    _ request: JSONObject = [:],
    @_inheritActorContext progress:
      (@Sendable @isolated(any) (_ done: Int, _ total: Int) -> Void)? = nil,
    @_inheritActorContext completion: @escaping @Sendable @isolated(any) (LoadReport) -> Void
  ) throws(CalqueError) -> @Sendable () -> Void {
    let (progress, completion) = (progress.map { delivered($0) }, delivered(completion))
    let load = engine.load(try Self.loadOptions(request), progress: progress) { report in
      completion(LoadReport(report))
    }
    return { load.cancel() }
  }

  /// As `load`, but blocks the thread until the load has ended.
  ///
  /// - Throws: `CalqueError` for an invalid request, or in a callback of loading.
  public func loadAndWait(_ request: JSONObject = [:]) throws(CalqueError) -> LoadReport {
    let given = try Self.loadOptions(request)
    return LoadReport(try CalqueError.rethrowing(engine.load(given)))
  }

  /// Posts the collected missing keys, and blocks the thread until that is done.
  ///
  /// - Returns: false when it takes longer than the given milliseconds.
  @discardableResult
  public func flushMissingKeys(within milliseconds: Int) -> Bool {
    engine.flushMissingKeys(within: milliseconds)
  }

  private static func loadOptions(_ request: JSONObject) throws(CalqueError) -> LoadOptions {
    try CalqueError.rethrowing(LoadOptions(request.members))
  }
}
