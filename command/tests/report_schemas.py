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
# GitLab: "Code Quality report format".
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": [
            "description",
            "check_name",
            "fingerprint",
            "severity",
            "location",
        ],
        "properties": {
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "fingerprint": {"type": "string", "minLength": 1},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "lines": {
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    }
                },
            },
        },
    },
}
# The parts of JUnit's files that Jenkins and GitLab read.
JUNIT = """
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:element name="testsuites"><xs:complexType>
  <xs:sequence><xs:element ref="testsuite" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="name" use="required"/>
  <xs:attribute name="tests" type="xs:integer" use="required"/>
  <xs:attribute name="failures" type="xs:integer" use="required"/>
  <xs:attribute name="errors" type="xs:integer" use="required"/>
 </xs:complexType></xs:element>
 <xs:element name="testsuite"><xs:complexType>
  <xs:sequence><xs:element ref="testcase" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="name" use="required"/>
  <xs:attribute name="tests" type="xs:integer" use="required"/>
  <xs:attribute name="failures" type="xs:integer" use="required"/>
  <xs:attribute name="errors" type="xs:integer" use="required"/>
  <xs:attribute name="skipped" type="xs:integer" use="required"/>
 </xs:complexType></xs:element>
 <xs:element name="testcase"><xs:complexType>
  <xs:choice minOccurs="0">
   <xs:element name="failure"><xs:complexType mixed="true">
    <xs:attribute name="type"/><xs:attribute name="message"/>
   </xs:complexType></xs:element>
   <xs:element name="system-out" type="xs:string"/>
  </xs:choice>
  <xs:attribute name="classname" use="required"/>
  <xs:attribute name="name" use="required"/>
 </xs:complexType></xs:element>
</xs:schema>
"""


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
