"""NStack's proposals, as its design notes describe them.

usage: nstack.py URL of a backend
"""

import sys

from calque.errors import ConflictError
from calque.http import HTTPTransport
from calque.localization import Localization

localization = Localization(
    {
        "url": sys.argv[1],
        "environment": "staging",
        "guid": "guid-1",
        "preferredLanguages": ["en-GB"],
    },
    transport=HTTPTransport(),
)

# Texts come from the backend.
localization.update().result()
print(localization.languages["bestFitLanguage"]["locale"])
print(localization.get("home.title"))


class Label:
    """A component is shown its text now and whenever that changes."""

    def __init__(self) -> None:
        self.text = ""
        self.background_color = "white"

    def localize(self, identifier: str) -> None:
        """Show the text of an identifier from now on."""
        localization.register(
            identifier,
            self.set_text,
            begin_editing=self.begin_editing,
            end_editing=self.end_editing,
        )

    def set_text(self, value: str) -> None:
        """Show a text."""
        self.text = value

    def begin_editing(self) -> str:
        """Highlight it; what is needed to undo that."""
        before, self.background_color = self.background_color, "yellow"
        return before

    def end_editing(self, before: str) -> None:
        """Undo the highlighting."""
        self.background_color = before


my_label = Label()
my_label.localize("home.title")
print(my_label.text)
print(str(localization.contains_component("home.title")).lower())

# The phone is shaken: edit mode highlights all texts of the view.
localization.begin_editing()
print(my_label.background_color)

# A proposal is sent to the backend, and shown at once.
proposal = localization.propose("home.title", "Good day to you").result()
print(proposal["value"])
print(my_label.text)

# The same value again is an error of the backend.
try:
    localization.propose("home.title", "Good day to you").result()
except ConflictError:
    print("conflict")

# All proposals, and those for one text.
localization.fetch_proposals().result()
listed = localization.list_proposals("home", "title")
print(listed["title"])
print(len(listed["groups"]))

# Shaking again leaves edit mode, and tells whether there are proposals.
summary = localization.end_editing()
print(str(summary["hasProposals"]).lower())
print(my_label.background_color)

# A proposal of this installation may be deleted.
localization.delete_proposal(proposal["id"]).result()
print(my_label.text)

# Without the backend: a value for this session alone.
localization.store_proposal("home.title", "Hi", "en_GB")
print(localization.get("home.title"))
localization.remove_proposal("home.title", "en-GB")

# All texts by section and key.
texts = localization.texts("en-GB")
print(texts["home"]["title"])
