/**
 * @file calque.hpp
 * @brief Calque for C++17 and later, header-only over calque.h.
 *
 * Handles are move-only objects that release themselves. Text in is a
 * std::string_view in UTF-8, text out a std::string or the caller's buffer.
 * Arguments are named values: `t("file", {{"count", 3}, {"name", "Ada"}})`.
 *
 * Calls that can fail return a calque::result: `value()` throws calque::error,
 * and `ok()`, `status()` and `message()` serve programs without exceptions, in
 * which `value()` of a failure ends the process. A missing key returns its
 * fallback text. A translation fails for a text that is not UTF-8, a number
 * that does not fit into int64_t and an empty object: it throws calque::error,
 * and returns "" in programs without exceptions; t() into a buffer returns the
 * status in both.
 */
#ifndef CALQUE_HPP
#define CALQUE_HPP

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "calque.h"
#include "calque/values.hpp"

namespace calque {

/** Receives diagnostics, a line each. */
using logger = std::function<void(std::string_view line)>;
/** Receives an event and its arguments, JSON as i18next passes them. */
using handler =
    std::function<void(std::string_view event, std::string_view arguments)>;

namespace detail {
// The data of an empty view may be NULL, which C takes for a missing text.
inline const char *bytes(std::string_view text) {
    return text.data() != nullptr ? text.data() : "";
}

// An object of C, released with the object of C++ that owns it.
template <class Handle, void (*release)(Handle *)> class owner {
  public:
    owner() = default;
    /** Takes the reference. */
    explicit owner(Handle *handle) : handle_(handle) {}
    Handle *get() const noexcept { return handle_.get(); }

  private:
    struct releaser {
        void operator()(Handle *handle) const noexcept { release(handle); }
    };
    std::unique_ptr<Handle, releaser> handle_;
};

// The text that a call writes into a buffer: at once where 256 bytes hold it.
// Another thread may replace the text by a longer one between two calls.
template <class Fill> std::string filled(Fill fill) {
    char small[256];
    std::size_t length = 0;
    calque_status status = fill(small, sizeof small, &length);
    if (status < CALQUE_INVALID_ARGUMENT && status != CALQUE_TRUNCATED) {
        return std::string(small, length);
    }
    std::string text;
    while (status == CALQUE_TRUNCATED) {
        text.resize(length);
        status = fill(&text[0], text.size() + 1, &length);
    }
#if defined(__cpp_exceptions)
    if (status >= CALQUE_INVALID_ARGUMENT) {
        throw error(status, calque_status_name(status), {});
    }
#endif
    text.resize(status < CALQUE_INVALID_ARGUMENT ? length : 0);
    return text;
}

inline bool is_cut(const std::string &path) {
    return path.find('\0') != std::string::npos;
}

constexpr const char *CUT = "a path has a NUL in it";

// The text that a call leaves in a calque_string.
template <class Call> result<std::string> owned(Call call) {
    calque_string string{};
    calque_error *failure = nullptr;
    calque_status status = call(&string, &failure);
    if (status >= CALQUE_INVALID_ARGUMENT) return {status, failure};
    std::string text(string.data != nullptr ? string.data : "", string.length);
    calque_string_dispose(&string);
    return {std::move(text), status};
}

template <class Call> result<nothing> done(Call call) {
    calque_error *failure = nullptr;
    calque_status status = call(&failure);
    if (status >= CALQUE_INVALID_ARGUMENT) return {status, failure};
    return {nothing{}, status};
}

// Functions of the program, as C calls and frees them. What one throws ends the
// program, as it does in a thread: no exception crosses C.
inline std::string_view view_of(calque_str text) {
    return text.data != nullptr ? std::string_view(text.data, text.length)
                                : std::string_view();
}

inline void line(void *log, calque_str text) noexcept {
    (*static_cast<logger *>(log))(view_of(text));
}

inline void event(void *to, calque_str name, calque_str arguments) noexcept {
    (*static_cast<handler *>(to))(view_of(name), view_of(arguments));
}

template <class Function> void forget(void *function) noexcept {
    delete static_cast<Function *>(function);
}

template <class Object, class Handle, class Call>
result<Object> made(Call call) {
    Handle *out = nullptr;
    calque_error *failure = nullptr;
    calque_status status = call(&out, &failure);
    if (status >= CALQUE_INVALID_ARGUMENT) return {status, failure};
    return {Object(out), status};
}
} // namespace detail

/** An immutable view of a translator in one language, safe for many threads. */
class view : public detail::owner<calque_view, calque_view_release> {
  public:
    using owner::owner;

    std::string t(std::string_view key, args values = {}) const {
        return detail::filled(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return t(key, values, buffer, capacity, length);
            });
    }
    /** Into the caller's buffer; the status says whether it is whole and found.
     */
    calque_status t(std::string_view key, args values, char *buffer,
                    std::size_t capacity, std::size_t *length) const {
        return calque_view_translate(get(), detail::bytes(key), key.size(),
                                     values.begin(), values.size(), buffer,
                                     capacity, length);
    }
};

/** A translator over i18next catalogs. */
class translator
    : public detail::owner<calque_translator, calque_translator_release> {
  public:
    using owner::owner;

    /** Options are JSON, by i18next's names. With the option `debug`, the log
     * also hears of misspelt options, missing keys and missing variables. */
    static result<translator> create(calque_format format,
                                     std::string_view options = "{}",
                                     logger log = nullptr) {
        calque_host host{};
        host.struct_size = sizeof host;
        auto given = std::make_unique<logger>(std::move(log));
        if (*given) {
            host.user_data = given.get();
            host.user_data_free = detail::forget<logger>;
            host.log = detail::line;
        }
        auto made = detail::made<translator, calque_translator>(
            [&](auto out, auto failure) {
                return calque_translator_create(format, detail::bytes(options),
                                                options.size(), &host, out,
                                                failure);
            });
        if (made && *given) (void)given.release();
        return made;
    }
    /** Calls a function with events: names separated by spaces, such as
     * `missingKey` (with the option `saveMissing`), or "*". The result is a
     * number for off(). */
    result<std::uint64_t> on(std::string_view events, handler call) {
        std::uint64_t number = 0;
        calque_error *failure = nullptr;
        auto given = std::make_unique<handler>(std::move(call));
        calque_status status = calque_translator_on(
            get(), detail::bytes(events), events.size(), detail::event,
            given.get(), detail::forget<handler>, &number, &failure);
        if (status >= CALQUE_INVALID_ARGUMENT) return {status, failure};
        (void)given.release();
        return {number, status};
    }
    /** When it returns, the function is not running and will not run again. */
    calque_status off(std::uint64_t number) {
        return calque_translator_off(get(), number);
    }

    std::string t(std::string_view key, args values = {}) const {
        return detail::filled(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return t(key, values, buffer, capacity, length);
            });
    }
    /** Into the caller's buffer; the status says whether it is whole and found.
     */
    calque_status t(std::string_view key, args values, char *buffer,
                    std::size_t capacity, std::size_t *length) const {
        return calque_translator_translate(
            get(), detail::bytes(key), key.size(), values.begin(),
            values.size(), buffer, capacity, length);
    }
    /** Keys and options are JSON text, and so is the result. */
    result<std::string>
    t_json(std::string_view keys, std::string_view options = "{}",
           calque_result_form form = CALQUE_RESULT_JSON) const {
        return detail::owned([&](auto out, auto failure) {
            return calque_translator_translate_json(
                get(), detail::bytes(keys), keys.size(), detail::bytes(options),
                options.size(), form, out, failure);
        });
    }
    result<bool> exists(std::string_view keys,
                        std::string_view options = "{}") const {
        bool found = false;
        calque_error *failure = nullptr;
        calque_status status = calque_translator_exists(
            get(), detail::bytes(keys), keys.size(), detail::bytes(options),
            options.size(), &found, &failure);
        if (status >= CALQUE_INVALID_ARGUMENT) return {status, failure};
        return {found, status};
    }
    result<nothing>
    add_resource_bundle(std::string_view lng, std::string_view ns,
                        std::string_view tree,
                        std::uint32_t flags = CALQUE_BUNDLE_REPLACE) {
        return detail::done([&](auto failure) {
            return calque_translator_add_resource_bundle(
                get(), detail::bytes(lng), lng.size(), detail::bytes(ns),
                ns.size(), detail::bytes(tree), tree.size(), flags, failure);
        });
    }
    result<nothing> add_file(std::string_view lng, std::string_view ns,
                             const std::string &path, std::uint32_t flags = 0) {
        if (detail::is_cut(path)) {
            return {CALQUE_INVALID_ARGUMENT, detail::CUT};
        }
        return detail::done([&](auto failure) {
            return calque_translator_add_file(
                get(), detail::bytes(lng), lng.size(), detail::bytes(ns),
                ns.size(), path.c_str(), flags, failure);
        });
    }
    /** Adds the catalogs of a folder: `LNG/NS.json`, `LNG.json` (namespace
     * `translation`) and compiled ones, `*.calque`. Called again, it loads them
     * again. */
    result<nothing> add_folder(const std::string &path);
    result<nothing> change_language(std::string_view lng) {
        return detail::done([&](auto failure) {
            return calque_translator_change_language(get(), detail::bytes(lng),
                                                     lng.size(), failure);
        });
    }
    /** The current language. */
    std::string language() const {
        return detail::filled(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return calque_translator_language(get(), false, buffer,
                                                  capacity, length);
            });
    }
    /** The available language that fits best: `wanted` is the value of an
     * Accept-Language header, or a JSON array of codes. */
    std::string best_language(std::string_view wanted) const {
        return detail::filled(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return calque_translator_best_language(
                    get(), detail::bytes(wanted), wanted.size(),
                    CALQUE_MATCH_CLOSEST, buffer, capacity, length);
            });
    }
    /** The fallback chain, a JSON array. */
    result<std::string> languages() const {
        return detail::owned([&](auto out, auto failure) {
            return calque_translator_languages(get(), nullptr, 0, out, failure);
        });
    }
    calque_direction dir(std::string_view lng = {}) const {
        return calque_translator_dir(get(), lng.data(), lng.size());
    }
    /** A view of the catalogs as they are now. */
    result<view> fixed(std::string_view lng = {}, std::string_view ns = {},
                       std::string_view key_prefix = {}) const {
        return detail::made<view, calque_view>([&](auto out, auto failure) {
            return calque_view_create(get(), lng.data(), lng.size(), ns.data(),
                                      ns.size(), key_prefix.data(),
                                      key_prefix.size(), out, failure);
        });
    }
};

/** A compiled catalog. */
class catalog : public detail::owner<calque_catalog, calque_catalog_release> {
  public:
    using owner::owner;

    static result<catalog> open(const std::string &path,
                                std::uint32_t flags = 0) {
        if (detail::is_cut(path)) {
            return {CALQUE_INVALID_ARGUMENT, detail::CUT};
        }
        return detail::made<catalog, calque_catalog>(
            [&](auto out, auto failure) {
                return calque_catalog_open(path.c_str(), flags, out, failure);
            });
    }
    /** Adds all its languages to a translator. */
    result<nothing> add_to(translator &to, std::uint32_t flags = 0) const {
        return detail::done([&](auto failure) {
            return calque_translator_add_catalog(to.get(), get(), nullptr, 0,
                                                 flags, nullptr, failure);
        });
    }
};

namespace detail {
// What a folder has, by name.
inline result<std::set<std::filesystem::path>>
entries(const std::filesystem::path &folder) {
    std::set<std::filesystem::path> found;
    std::error_code failed;
    std::filesystem::directory_iterator each(folder, failed), end;
    for (; !failed && each != end; each.increment(failed))
        found.insert(each->path());
    if (!failed) return {std::move(found), CALQUE_OK};
    return {CALQUE_IO_ERROR, folder.string() + ": " + failed.message()};
}
} // namespace detail

inline result<nothing> translator::add_folder(const std::string &path) {
    auto files = detail::entries(path);
    if (!files) return {files.status(), files.message()};
    for (const std::filesystem::path &file : files.value()) {
        result<nothing> added{nothing{}, CALQUE_OK};
        if (file.extension() == ".json") {
            added = add_file(file.stem().string(), "translation", file.string(),
                             CALQUE_BUNDLE_REPLACE);
        } else if (file.extension() == ".calque") {
            auto compiled = catalog::open(file.string());
            if (!compiled) return {compiled.status(), compiled.message()};
            added = compiled.value().add_to(*this);
        } else if (std::error_code none; is_directory(file, none)) {
            auto inner = detail::entries(file);
            if (!inner) return {inner.status(), inner.message()};
            for (const std::filesystem::path &each : inner.value()) {
                if (added && each.extension() == ".json") {
                    added =
                        add_file(file.filename().string(), each.stem().string(),
                                 each.string(), CALQUE_BUNDLE_REPLACE);
                }
            }
        }
        if (!added) return added;
    }
    return {nothing{}, CALQUE_OK};
}

/** A message table: case-insensitive keys, synonyms, %{key} references. */
class messages
    : public detail::owner<calque_messages, calque_messages_release> {
  public:
    using owner::owner;

    static result<messages> create(std::string_view options = "{}") {
        return detail::made<messages, calque_messages>(
            [&](auto out, auto failure) {
                return calque_messages_create(detail::bytes(options),
                                              options.size(), out, failure);
            });
    }
    result<nothing> load(std::string_view json, std::string_view prefix = {},
                         calque_messages_kind kind = CALQUE_MESSAGES_MESSAGE) {
        return detail::done([&](auto failure) {
            return calque_messages_load_json(get(), kind, prefix.data(),
                                             prefix.size(), detail::bytes(json),
                                             json.size(), nullptr, failure);
        });
    }
    std::string decode(std::string_view text) const {
        return detail::filled(
            [&](char *buffer, std::size_t capacity, std::size_t *length) {
                return calque_messages_decode(get(), detail::bytes(text),
                                              text.size(), buffer, capacity,
                                              length);
            });
    }
};

/** Texts by section and key, and better wordings that people propose for them.
 */
class localization
    : public detail::owner<calque_localization, calque_localization_release> {
  public:
    using owner::owner;

    static result<localization> create(std::string_view options = "{}") {
        return detail::made<localization, calque_localization>(
            [&](auto out, auto failure) {
                return calque_localization_create(detail::bytes(options),
                                                  options.size(), nullptr, out,
                                                  failure);
            });
    }
    /** Takes the texts of a language: JSON with `data`. */
    result<nothing> load(std::string_view json, std::string_view locale) {
        return detail::done([&](auto failure) {
            return calque_localization_load_resource(get(), detail::bytes(json),
                                                     json.size(), locale.data(),
                                                     locale.size(), failure);
        });
    }
    /** The text of an identifier, `section.key`; empty where there is none. */
    std::string text(std::string_view identifier) const {
        return detail::filled([&](char *buffer, std::size_t capacity,
                                  std::size_t *length) {
            return calque_localization_text(get(), detail::bytes(identifier),
                                            identifier.size(), buffer, capacity,
                                            length, nullptr);
        });
    }
    /** Shows a value instead of the text, in one locale. */
    result<nothing> propose(std::string_view identifier,
                            std::string_view locale, std::string_view value) {
        return detail::done([&](auto failure) {
            return calque_proposals_store(
                get(), detail::bytes(identifier), identifier.size(),
                detail::bytes(locale), locale.size(), detail::bytes(value),
                value.size(), failure);
        });
    }
};

} // namespace calque

#endif
