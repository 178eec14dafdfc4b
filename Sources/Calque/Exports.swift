// Types of the engine that are values for Swift programs as they are: statuses, versions,
// identities, events.
@_exported public import CalqueBase
@_exported public import CalqueLoading
@_exported public import CalqueLocale
@_exported public import CalqueMessages
@_exported public import CalqueProposals
@_exported public import CalqueTexts
@_exported public import CalqueTranscript
@_exported public import CalqueTranslator
