"""Blockly's MessageManager, as its own documentation shows it."""

from calque import Messages
from calque.errors import FileError

manager = Messages.shared()

# Add a message for "LISTS_INLIST"
manager.load({"LISTS_INLIST": "in list"})

# Set synonyms of "LISTS_INLIST"
manager.load_synonyms({"LISTS_GET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"})
manager.load_synonyms({"LISTS_SET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"})

print(manager.get("LISTS_INLIST"))
print(manager.get("LISTS_GET_INDEX_INPUT_IN_LIST"))
print(manager.get("LISTS_SET_INDEX_INPUT_IN_LIST"))
print(manager.get("lists_inlist"))

# Files; each key gets the prefix.
manager.load_file("messages.json", "PREFIX_")
print(manager.get("PREFIX_GREETING", "nil"))
print(manager.get("GREETING", "nil"))

# Of synonyms both sides get the prefix.
manager.load_synonyms_file("synonyms.json", "PREFIX_")
print(manager.get("PREFIX_MAIN_SCREEN_TITLE", "nil"))
print(manager.get("PREFIX_ALTERNATE_SCREEN_TITLE", "nil"))
print(manager.get("MAIN_SCREEN_TITLE", "nil"))

# References.
manager.load(
    {"bky_name": "Blockly", "bky_description": "This is the %{bky_name} library."}
)
print(manager.decode("%{bky_name}"))
print(manager.decode("%{bky_description}"))
print(manager.decode("%{non_existent_message}"))
print(manager.decode("Learn to code with #%{bky_name}"))

# A file that cannot be read changes nothing, and says why.
try:
    manager.load_file("none.json")
except FileError:
    print("io")
