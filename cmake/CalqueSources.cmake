# Every module, its files and what it may import: written by
# tools/generators/generate_sources.py.
calque_module(CalqueBase
  SOURCES
    Arithmetic.swift AtomicSnapshot.swift ByteSet.swift Bytes+Search.swift
    Checksum.swift CivilTime+ISO8601.swift CivilTime.swift
    Decimal+Reading.swift Decimal.swift Diagnostic.swift EditDistance.swift
    ExactDecimal.swift Fork.swift Generated/Records.swift Hash.swift
    Identity.swift KeptObjects.swift Literal.swift MemberReader.swift
    Memory.swift Mutex.swift Ordering.swift Output.swift PercentEncoding.swift
    RecentObjects.swift SHA256.swift ShortText.swift SplicedText.swift
    Subscriptions.swift Text+Search.swift Text.swift TextTable.swift
    URLText.swift UTF8.swift Value.swift Word.swift Worker.swift
    WorkerQueue.swift
  IMPORTS "")

calque_module(CalqueJSON
  SOURCES
    JSON.swift JSONPieces.swift JSONReader.swift JSONScan+Text.swift
    JSONScan.swift JSONWriter.swift WideIntegers.swift
  IMPORTS CalqueBase)

calque_module(CalqueLocale
  SOURCES
    CanonicalTag.swift Generated/LanguageAliasTables.swift
    Generated/LegacyPluralLanguages.swift Generated/LegacyPluralRules.swift
    Generated/ParentLocaleTables.swift Generated/PluralLanguages.swift
    Generated/PluralRules.swift Generated/TextDirectionTables.swift
    LanguageIdentifier.swift LanguageRanges.swift LanguageTag.swift
    NumberedPlurals.swift PackedTable.swift ParentLocales.swift
    PluralOperands.swift PluralRule.swift PluralSamples.swift Subtag.swift
    TextDirection.swift
  IMPORTS CalqueBase)

calque_module(CalqueTemplate
  SOURCES
    Argument.swift ArgumentList.swift FormatSpec.swift Generated/Records.swift
    Interpolator.swift IntervalPlural.swift MadeDetails.swift
    NestingScanner.swift Notation.swift Pattern.swift
    PatternCompiler+Parts.swift PatternCompiler.swift PatternDetail.swift
    PatternStep.swift PlaceholderScanner.swift ScriptText.swift Sprintf.swift
    SprintfFoundation.swift SprintfScanner.swift SprintfScript.swift
    ValuePath.swift
  IMPORTS CalqueBase CalqueLocale)

calque_module(CalqueFormat
  SOURCES
    Bytes+Parts.swift CompactTable.swift CoreLists.swift CurrencyFacts.swift
    DateFormatter.swift DateOptions.swift DatePatternGenerator.swift
    DateSkeleton.swift DisplayNameFormatter.swift FormatLocale.swift
    FormatOptions.swift Formatter.swift Generated/CoreLocaleData.swift
    Generated/LocaleFields.swift Generated/Records.swift HourCycle.swift
    ListFormatter.swift LocaleData+Core.swift LocaleData+Cut.swift
    LocaleData.swift NumberFormatter.swift NumberOptions+Digits.swift
    NumberOptions.swift NumberPattern.swift NumberSymbols.swift Phrases.swift
    Quantity.swift RelativeFormatter.swift TimeZone.swift TimeZoneRule.swift
    ZoneNames.swift
  IMPORTS CalqueBase CalqueLocale)

calque_module(CalqueCatalog
  SOURCES
    ArchiveLayout.swift ArchiveReader.swift ArchiveWriter.swift Catalog.swift
    CatalogArchive.swift CatalogBuilder.swift CatalogChain.swift
    CatalogDetails.swift CatalogEntries.swift CatalogImage.swift
    CatalogImageCheck.swift CatalogLayout.swift CatalogNode.swift
    CatalogRecord.swift CatalogSlotTable.swift CatalogSlots.swift
    CatalogWriter.swift
  IMPORTS CalqueBase CalqueTemplate)

calque_module(CalqueStorage
  SOURCES
    AtomicFile.swift CacheDirectory.swift File.swift MappedFile.swift
    System.swift
  IMPORTS CalqueBase)

calque_module(CalqueTransport
  SOURCES
    Generated/Records.swift Request.swift RequestQueue.swift RetryPolicy.swift
    Services.swift Transport.swift Validators.swift
  IMPORTS CalqueBase CalqueStorage)

calque_module(CalqueLoading
  SOURCES
    FileWork.swift Generated/Records.swift Load.swift LoadReport.swift
    Loader+Ending.swift Loader+Local.swift Loader+Network.swift Loader.swift
    LoadingOptions.swift LocalCache.swift MissingKeys.swift PathTemplate.swift
    ResourceTrees.swift
  IMPORTS CalqueBase CalqueJSON CalqueStorage CalqueTransport)

calque_module(CalqueTranslator
  SOURCES
    Call/Call.swift Call/Evaluation.swift Call/Frame+Reading.swift
    Call/Frame.swift Call/Limits.swift Call/Translator+Call.swift
    Call/View.swift Chain/Call+Chain.swift Chain/Chain.swift
    Chain/ChainCache.swift Chain/ChainCore.swift Chain/ChainReader+Tables.swift
    Chain/ChainReader.swift Chain/ChainTraits.swift Chain/Layer.swift
    Formats/FormatRules.swift Formats/IOS+Find.swift Formats/IOS+Text.swift
    Formats/IOS.swift Formats/OlderFormats.swift Formats/V1+Answer.swift
    Formats/V1+Find.swift Formats/V1+Text.swift Formats/V1.swift
    Generated/OptionName.swift Generated/Records.swift
    Generated/TranslatorOptions+Named.swift Generated/TranslatorOptions.swift
    Lookup/Call+Find.swift Lookup/Call+LookUp.swift Lookup/Call+Walk.swift
    Lookup/Candidates.swift Lookup/KeySplit.swift Lookup/PluralForms.swift
    Options/OptionReader.swift Options/TranslatorFormat.swift
    Options/TranslatorOptions+Languages.swift
    Options/TranslatorOptions+Loading.swift
    Options/TranslatorOptions+Read.swift Render/BuiltInFormats.swift
    Render/Call+Format.swift Render/Call+Inject.swift Render/Call+Insert.swift
    Render/Call+PostProcess.swift Render/Call+Refer.swift
    Render/Call+Reference.swift Render/Call+Run.swift Render/Extend.swift
    Render/Scan.swift Render/ValuePaths.swift Result/Details.swift
    Result/Missing.swift Result/Resolved.swift State/CatalogCache.swift
    State/CatalogCompiler.swift State/HostCallbacks.swift State/Merge.swift
    State/Mistakes.swift State/Snapshot.swift State/Store+Change.swift
    State/Store.swift State/Translator+BestLanguage.swift
    State/Translator+Loading.swift State/Translator+Resources.swift
    State/Translator.swift State/TranslatorState.swift
  IMPORTS
    CalqueBase CalqueJSON CalqueLocale CalqueTemplate CalqueFormat
    CalqueCatalog CalqueStorage CalqueTransport CalqueLoading)

calque_module(CalqueMessages
  SOURCES
    Generated/LetterTables.swift Generated/Records.swift Letters.swift
    MessageComparison.swift MessageDecoder+IOS.swift MessageDecoder+JS.swift
    MessageDecoder.swift MessageKey.swift MessageState.swift MessageStore.swift
    MessageTable.swift MessageTableBuilder.swift Messages+Loading.swift
    Messages+Reading.swift Messages.swift TokenSink.swift
  IMPORTS CalqueBase CalqueJSON)

calque_module(CalqueTexts
  SOURCES
    Generated/Records.swift TextEntry.swift TextStorage.swift
    Texts+Asking.swift Texts+Local.swift Texts+Remote.swift
    Texts+Requests.swift Texts.swift TextsState+Status.swift TextsState.swift
    Version.swift
  IMPORTS CalqueBase CalqueJSON CalqueStorage CalqueTransport)

calque_module(CalqueTranscript
  SOURCES
    Attachment.swift Conversation+Admitting.swift Conversation+Receiving.swift
    Conversation+Snapshot.swift Conversation.swift ConversationOptions.swift
    Entry.swift Generated/Records.swift IdentityIndex.swift Places.swift
    Posting.swift ProposalNote.swift StateURL.swift WireFormat.swift
  IMPORTS CalqueBase CalqueJSON)

calque_module(CalqueProposals
  SOURCES
    Backend.swift BackendWork.swift Bundles.swift Component.swift
    Components.swift Generated/Records.swift ItemIdentifier.swift
    Localization+Calling.swift Localization+Components.swift
    Localization+Languages.swift Localization+Listing.swift
    Localization+Loading.swift Localization+Proposing.swift
    Localization+Sending.swift Localization+Updating.swift Localization.swift
    LocalizationFiles.swift LocalizationParts+Proposing.swift
    LocalizationState.swift Payload+Resource.swift Payload.swift Proposal.swift
    ProposedValues.swift SourceConnection.swift Table.swift
  IMPORTS CalqueBase CalqueJSON CalqueLocale CalqueStorage CalqueTransport)

calque_module(CalqueConnections
  SOURCES
    Connections.swift
  IMPORTS CalqueBase CalqueTranslator CalqueMessages CalqueProposals)

calque_module(CalqueABI
  SOURCES
    Arguments.swift ArrowColumn+Argument.swift ArrowColumn.swift
    ArrowLayout.swift ArrowResult.swift CText.swift CallDoor+Choice.swift
    CallDoor+JSON.swift CallDoor.swift Catalog.swift Conversation.swift
    ConversationHost.swift Failure.swift Formatter.swift
    Generated/CFunctions.swift Generated/Records.swift Handle.swift
    HostContext.swift HostExchange.swift HostServices.swift HostTransport.swift
    Input.swift Interpreter.swift Localization.swift Memory.swift
    Messages.swift Pattern.swift Plural.swift PreparedRows.swift
    RenderedTexts.swift Renderer.swift RendererStream.swift Reply.swift
    Structure.swift Table.swift TableForms.swift TableRun.swift TableText.swift
    TextBuffer.swift TextNumbers.swift Texts.swift TranscriptMessage.swift
    Translate.swift Translator.swift TranslatorResources.swift Version.swift
    View.swift
  IMPORTS
    CalqueBase CalqueJSON CalqueLocale CalqueTemplate CalqueFormat
    CalqueCatalog CalqueTranslator CalqueMessages CalqueStorage CalqueTransport
    CalqueTexts CalqueLoading CalqueTranscript CalqueProposals
    CalqueConnections)
