"""The shapes of what the API takes and gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Tag = Annotated[str, Field(min_length=2, max_length=64, examples=["de", "en-GB"])]
Number = Annotated[int, Field(ge=0, lt=1 << 53)]


class Shape(BaseModel):
    """An object without unknown members."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """An error as RFC 9457 writes it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    revision: int | None = None
    value: str | None = None


class Proposal(BaseModel):
    """A proposal with what became of it."""

    id: int
    section: str
    key: str
    locale: str
    value: str
    state: str
    author: str
    base_revision: int
    created: int
    decided: int | None
    decided_by: str
    reason: str
    level: str
    findings: list[dict[str, Any]]


class Proposals(BaseModel):
    """A page of proposals; `next` is the `before` of the page after it."""

    data: list[Proposal]
    next: int | None


class NewProposal(Shape):
    """A better wording."""

    section: Annotated[str, Field(min_length=1, max_length=128)]
    key: Annotated[str, Field(min_length=1, max_length=1000)]
    locale: Tag
    value: Annotated[str, Field(max_length=4096)]
    guid: Annotated[str, Field(min_length=1, max_length=100)]
    platform: Annotated[str, Field(max_length=32)] = "web"


class Acceptance(Shape):
    """How a proposal is accepted: unchanged, or with another value."""

    value: Annotated[str, Field(max_length=4096)] | None = None
    danger: bool = False


class Reason(Shape):
    """Why something is turned down; its author reads it."""

    reason: Annotated[str, Field(max_length=500)] = ""


class AuthorRejection(Reason):
    """Turns down all open proposals of one person."""

    guid: Annotated[str, Field(min_length=1, max_length=100)]


class Count(BaseModel):
    """How many rows something did."""

    count: int


class Text(BaseModel):
    """A text in one language beside its source."""

    id: int
    section: str
    key: str
    source: str | None
    value: str | None


class Texts(BaseModel):
    """A page of texts; `next` is the `after` of the page after it."""

    data: list[Text]
    next: int | None


class Translation(Shape):
    """The value of a text."""

    value: Annotated[str, Field(max_length=65_536)]


class About(Shape):
    """Notes on a message for translators; without `max_length` it has no limit."""

    comment: Annotated[str, Field(max_length=1000)] = ""
    max_length: Annotated[int, Field(ge=1, le=100_000)] | None = None


class Revision(BaseModel):
    """The revision that a value or a channel has now."""

    revision: int


class Missing(BaseModel):
    """A key that programs looked for."""

    id: int
    namespace: str
    key: str
    locale: str
    value: str
    count: int


class MissingKeys(BaseModel):
    """Keys that programs looked up, the most frequent first."""

    data: list[Missing]


class NewRelease(Shape):
    """The releases and the channels that serve them."""

    channel: Literal["production", "staging"] = "production"
    note: Annotated[str, Field(max_length=500)] = ""


class Release(BaseModel):
    """A release by its number."""

    number: int


class Target(Shape):
    """The release that a channel shall point at."""

    release: Number


class Channel(BaseModel):
    """A channel: its release and its revision."""

    name: str
    release: int
    revision: int


class Channels(BaseModel):
    """The channels of a project."""

    data: list[Channel]


class Import(Shape):
    """Catalogs by language and namespace; `replace` removes what they lack."""

    catalogs: dict[str, dict[str, dict[str, Any]]]
    replace: bool = True


class Taken(BaseModel):
    """The changes made by an import."""

    added: int
    changed: int
    removed: int
    same: int


class Export(BaseModel):
    """Catalogs by language and namespace."""

    catalogs: dict[str, dict[str, dict[str, Any]]]


class Document(Shape):
    """A version of a long text."""

    version: Annotated[str, Field(min_length=5, max_length=64)]
    text: Annotated[str, Field(max_length=1_000_000)]


class Component(Shape):
    """A text on a screen and where it is, in the units of the screen."""

    section: Annotated[str, Field(min_length=1, max_length=128)]
    key: Annotated[str, Field(min_length=1, max_length=1000)]
    value: Annotated[str, Field(max_length=4096)] = ""
    x: Annotated[float, Field(ge=-10_000, le=20_000)]
    y: Annotated[float, Field(ge=-10_000, le=20_000)]
    width: Annotated[float, Field(ge=0, le=20_000)]
    height: Annotated[float, Field(ge=0, le=20_000)]


class Screen(Shape):
    """A screen of a program in a language, its components from back to front."""

    locale: Tag
    width: Annotated[int, Field(ge=1, le=20_000)]
    height: Annotated[int, Field(ge=1, le=20_000)]
    components: Annotated[list[Component], Field(max_length=500)]


class ListedScreen(BaseModel):
    """A screen by its name."""

    name: str
    locale: str
    updated: int


class Screens(BaseModel):
    """The screens of a project by name."""

    data: list[ListedScreen]


class Event(BaseModel):
    """Something that happened."""

    id: int
    kind: str
    subject: str
    actor: str
    body: dict[str, Any]
    created: int


class Events(BaseModel):
    """Events in order; `next` is the `after` that goes on."""

    data: list[Event]
    next: int


class NewWebhook(Shape):
    """An address that events of the project are sent to."""

    url: Annotated[str, Field(min_length=8, max_length=500)]


class WebhookSecret(BaseModel):
    """A new webhook; its secret, which signs what is sent, is not shown again."""

    id: int
    secret: str


class Webhook(BaseModel):
    """A webhook and how often it failed since it last took anything."""

    id: int
    url: str
    failures: int
    active: bool


class Webhooks(BaseModel):
    """The webhooks of a project."""

    data: list[Webhook]


class NewKey(Shape):
    """A key for a program or a machine."""

    name: Annotated[str, Field(max_length=100)] = ""
    scope: Literal["app", "import", "review", "publish"]
    application: Annotated[str, Field(max_length=100)] = ""


class Secret(BaseModel):
    """The secret of a new key, which is not shown again."""

    secret: str


class Key(BaseModel):
    """A key without its secret."""

    id: int
    name: str
    prefix: str
    scope: str


class Keys(BaseModel):
    """The keys of a project."""

    data: list[Key]
