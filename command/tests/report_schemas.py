"""Schemas of the reports.

SARIF's is the part of OASIS' `sarif-schema-2.1.0.json` that describes the objects which
the report has, with its restrictions; other members are refused, as there.
"""

FINDINGS = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": False,
        "required": [
            "rule", "severity", "language", "namespace", "key", "file", "line",
            "column", "message",
        ],
        "properties": {
            "rule": {"pattern": "^[a-z]+(-[a-z]+)*$"},
            "severity": {"enum": ["error", "warning", "note"]},
            "language": {"type": "string"},
            "namespace": {"type": "string"},
            "key": {"type": "string"},
            "file": {"type": "string"},
            "message": {"type": "string", "minLength": 1},
            "line": {"type": "integer", "minimum": 0},
            "column": {"type": "integer", "minimum": 0},
        },
    },
}  # fmt: skip


def _object(required=(), **properties):
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


def _array(items, **more):
    return {"type": "array", "items": items, **more}


_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 1}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_MULTIFORMAT = _object(["text"], text=_TEXT, markdown=_TEXT)
_LOCATION = _object(
    physicalLocation=_object(
        artifactLocation=_object(uri={"type": "string", "format": "uri-reference"}),
        region=_object(
            startLine=_COUNT, startColumn=_COUNT, endLine=_COUNT, endColumn=_COUNT
        ),
    ),
    logicalLocations=_array(
        _object(name=_TEXT, fullyQualifiedName=_TEXT, kind=_TEXT), uniqueItems=True
    ),
)
_RESULT = _object(
    ["message"],
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=_LEVEL,
    message=_object(["text"], text=_TEXT),
    locations=_array(_LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": _TEXT},
)
_RULE = _object(
    ["id"],
    id=_TEXT,
    shortDescription=_MULTIFORMAT,
    fullDescription=_MULTIFORMAT,
    defaultConfiguration=_object(level=_LEVEL),
)
SARIF = _object(
    ["version", "runs"],
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"enum": ["2.1.0"]},
    runs=_array(
        _object(
            ["tool"],
            tool=_object(
                ["driver"],
                driver=_object(
                    ["name"],
                    name={"type": "string", "minLength": 1},
                    version=_TEXT,
                    semanticVersion=_TEXT,
                    rules=_array(_RULE, uniqueItems=True),
                ),
            ),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            results=_array(_RESULT),
        )
    ),
)
