// Blockly's MessageManager, as its own documentation shows it. A comment behind a `print` is what it
// prints; tools/checks/check_swift_package.sh compares.
import Calque

let manager = MessageManager.shared

// Add a message for "LISTS_INLIST"
manager.loadMessages(["LISTS_INLIST": "in list"])

// Set synonyms of "LISTS_INLIST"
manager.loadSynonyms(["LISTS_GET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"])
manager.loadSynonyms(["LISTS_SET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"])

print(manager.message(forKey: "LISTS_INLIST") ?? "nil")  // in list
print(manager.message(forKey: "LISTS_GET_INDEX_INPUT_IN_LIST") ?? "nil")  // in list
print(manager.message(forKey: "LISTS_SET_INDEX_INPUT_IN_LIST") ?? "nil")  // in list
print(manager.message(forKey: "lists_inlist") ?? "nil")  // in list

// Files; each key gets the prefix.
try manager.loadMessages(withPrefix: "PREFIX_", jsonPath: "messages.json")
print(manager.message(forKey: "PREFIX_GREETING") ?? "nil")  // Hello
print(manager.message(forKey: "GREETING") ?? "nil")  // nil

// Of synonyms both sides get the prefix.
try manager.loadSynonyms(withPrefix: "PREFIX_", jsonPath: "synonyms.json", bundle: nil)
print(manager.message(forKey: "PREFIX_MAIN_SCREEN_TITLE") ?? "nil")  // Welcome
print(manager.message(forKey: "PREFIX_ALTERNATE_SCREEN_TITLE") ?? "nil")  // Welcome
print(manager.message(forKey: "MAIN_SCREEN_TITLE") ?? "nil")  // nil

// References.
manager.loadMessages([
  "bky_name": "Blockly",
  "bky_description": "This is the %{bky_name} library.",
])
print(manager.decodedString("%{bky_name}"))  // Blockly
print(manager.decodedString("%{bky_description}"))  // This is the Blockly library.
print(manager.decodedString("%{non_existent_message}"))  // %{non_existent_message}
print(manager.decodedString("Learn to code with #%{bky_name}"))  // Learn to code with #Blockly

// A file that cannot be read changes nothing, and says why.
do {
  try manager.loadMessages(withPrefix: "", jsonPath: "none.json")
} catch {
  print(error.status)  // io
}

// A view model of the main actor follows the table.
@MainActor final class ViewModel {
  private(set) var title = ""

  func follow(_ manager: MessageManager) {
    _ = manager.onChange { _ in self.title = manager.decodedString("%{TITLE}") }
  }
}
MainActor.assumeIsolated {
  let model = ViewModel()
  model.follow(manager)
  manager.loadMessages(["TITLE": "Blocks"])
  precondition(model.title == "Blocks")
}
