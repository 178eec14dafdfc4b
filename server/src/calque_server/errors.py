"""Errors that callers see, with their HTTP status."""


class Refused(Exception):  # noqa: N818 (it is an answer, not an error of ours)
    """A request that is understood and not carried out.

    Nothing that a job of the database wrote is kept when it raises it. `message` is for
    programs; `text` names the own text `told_TEXT` that pages show instead, and is
    empty where the one of the status is enough.
    """

    def __init__(
        self, status: int, message: str, text: str = "", **details: object
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.text = text
        self.details = details

    @property
    def headers(self) -> dict[str, str]:
        """When to come back, where that is known."""
        wait = self.details.get("retry_after")
        return {} if wait is None else {"retry-after": str(wait)}


class AlreadyProposed(Refused):
    """The value is proposed already, or it is the text."""


def not_found(what: str) -> Refused:
    return Refused(404, f"{what} not found")


def invalid(message: str, text: str = "") -> Refused:
    return Refused(422, message, text)
