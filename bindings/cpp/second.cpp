// The second translation unit of test.cpp; it compiles without exceptions too.
#include <calque.hpp>

std::string said_elsewhere(const calque::translator &translator);

std::string said_elsewhere(const calque::translator &translator) {
    return translator.t("key");
}
