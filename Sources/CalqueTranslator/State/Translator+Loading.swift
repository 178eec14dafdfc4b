package import CalqueBase
package import CalqueLoading
import CalqueTransport

/// A caller's request to load; an empty one loads everything that the translator needs.
package struct LoadOptions: Sendable {
  /// The language changes to this one when it is loaded.
  package var lng: Text?
  /// Exactly these languages, instead of the current one, its fallbacks and `preload`.
  package var lngs: [Text]?
  /// These namespaces, instead of all. New ones are added to the option `ns`.
  package var ns: [Text]?
  /// Languages that are added to `preload`.
  package var preload: [Text] = []
  /// Files that are loaded already are left out.
  package var onlyMissing = false
  /// Loaded files replace the present resources: keys that a file no longer has are removed.
  package var replace = false

  package init() {}

  /// - Throws: `invalidOption` with the name of what is wrong.
  package init(_ given: Members) throws(Diagnostic) {
    let reader = OptionReader(given)
    reader.optionalText("lng", &lng, emptyIsNone: true)
    var (languages, namespaces): ([Text], [Text]) = ([], [])
    reader.texts("lngs", &languages)
    reader.texts("ns", &namespaces)
    lngs = given["lngs"].map { _ in languages }
    ns = given["ns"].map { _ in namespaces }
    reader.texts("preload", &preload)
    reader.flag("onlyMissing", &onlyMissing)
    reader.flag("replace", &replace)
    try reader.finish()
  }
}

/// Loading resources from where they live.
extension Translator {
  /// Loads and waits until the load has ended.
  ///
  /// - Throws: `refused` from a callback of loading.
  package func load(_ given: LoadOptions) throws(Diagnostic) -> LoadReport {
    let (request, callbacks) = prepare(given)
    return try loader.load(request, callbacks)
  }

  /// Starts a load.
  ///
  /// - Parameters:
  ///   - progress: called with the number of files that are done, and of all.
  ///   - completion: called exactly once, whatever happens.
  package func load(
    _ given: LoadOptions, progress: Load.Progress? = nil, completion: @escaping Load.Completion
  ) -> Load {
    var (request, callbacks) = prepare(given)
    callbacks.progress = progress
    callbacks.completion = completion
    return loader.start(request, callbacks)
  }

  /// Changes the language to the best match among the codes; when resources of it are to be loaded
  /// first, once that is done. With `readsLocalAtOnce` local ones are read before this returns, and
  /// the language changes too unless a server alone may have it. Of several changes that wait the
  /// last one counts.
  package func changeLanguage(to codes: [Text]) {
    guard let change = state.beginLanguage(codes) else { return }
    var request = state.wanted(for: change.lng)
    let options = snapshot.options
    var isChanged = false
    if options.isLoadable, options.loading.readsLocalAtOnce {
      loader.loadLocal(request)
      // Texts of the language itself, or of one that stands in for it.
      isChanged =
        !loader.asksServer
        || options.levels(of: change.lng).contains { snapshot.store.hasTranslations($0) }
    }
    let isComplete =
      !options.isLoadable || isChanged && !loader.asksServer || loader.missing(in: request).isEmpty
    if isChanged || isComplete { state.endLanguage(change) }
    guard !isComplete else { return }
    request.onlyMissing = true
    request.changesLanguage = !isChanged
    var callbacks = Load.Callbacks()
    let dispatch = loader.services.dispatch
    if !isChanged { callbacks.onApplied = { [state] _ in state.endLanguage(change, dispatch) } }
    _ = loader.start(request, callbacks)
  }

  /// Posts the missing keys that were collected, and waits until that is done.
  ///
  /// - Parameter milliseconds: to wait at most; from a callback of loading it does not wait.
  /// - Returns: whether nothing is left.
  package func flushMissingKeys(within milliseconds: Int) -> Bool {
    snapshot.parts.missingKeys?.flush(within: milliseconds) ?? true
  }

  /// The request of load options, and what is to happen when it is done.
  private func prepare(_ given: LoadOptions) -> (LoadRequest, Load.Callbacks) {
    var names = snapshot.names
    if names.add(given.ns ?? [], preload: given.preload) {
      state.change(telling: loader.services.dispatch) {
        $0.names.add(given.ns ?? [], preload: given.preload)
      }
    }
    let change = given.lng.flatMap { state.beginLanguage([$0]) }
    var request = state.wanted(for: change?.lng)
    if let lngs = given.lngs { request.languages = lngs }
    if let namespaces = given.ns { request.namespaces = namespaces }
    request.onlyMissing = given.onlyMissing
    request.replaces = given.replace
    request.changesLanguage = change != nil
    if !snapshot.options.isLoadable { request.languages = [] }
    var callbacks = Load.Callbacks()
    callbacks.onApplied = { [state, dispatch = loader.services.dispatch] _ in
      if let change { state.endLanguage(change, dispatch) }
      state.tellInitialized(dispatch)
    }
    return (request, callbacks)
  }
}
