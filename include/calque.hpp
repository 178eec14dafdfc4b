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
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "calque.h"

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace calque {

/** Where a failure is; an empty file and 0 where that is not known. */
struct place {
    /** The file or resource that the text came from. */
    std::string file;
    /** Line, and column in bytes, counted from 1. */
    size_t line = 0, column = 0;
};

#if defined(__cpp_exceptions)
/** A call that failed: its message with file, line and column, its status, JSON
 * path and place. */
class error : public std::runtime_error {
  public:
    error(calque_status status, const std::string &message, std::string path,
          place where = {})
        : std::runtime_error(message), status_(status), path_(std::move(path)),
          where_(std::move(where)) {}
    calque_status status() const noexcept { return status_; }
    const std::string &path() const noexcept { return path_; }
    const place &where() const noexcept { return where_; }

  private:
    calque_status status_;
    std::string path_;
    place where_;
};
#endif

/** The outcome of a call: a value, or the reason why there is none. */
template <class T> class [[nodiscard]] result {
  public:
    result(T value, calque_status status)
        : value_(std::move(value)), status_(status) {}
    /** A failure; takes the error. */
    result(calque_status status, calque_error *failure) : status_(status) {
        if (failure == nullptr) return;
        where_ = {calque_error_source(failure), calque_error_line(failure),
                  calque_error_column(failure)};
        message_ = calque_error_message(failure);
        path_ = calque_error_path(failure);
        calque_error_release(failure);
    }
    /** A failure of this header. */
    result(calque_status status, const char *message)
        : status_(status), message_(message) {}

    bool ok() const noexcept { return status_ < CALQUE_INVALID_ARGUMENT; }
    explicit operator bool() const noexcept { return ok(); }
    calque_status status() const noexcept { return status_; }
    /** One line of English, with file, line and column where they are known;
     * empty for a success. */
    const std::string &message() const noexcept { return message_; }
    /** The JSON path that the failure is about, where there is one. */
    const std::string &path() const noexcept { return path_; }
    /** Where the failure is. */
    const place &where() const noexcept { return where_; }

    T &value() & { return check(), value_; }
    const T &value() const & { return check(), value_; }
    T &&value() && { return check(), std::move(value_); }

  private:
    void check() const {
        if (ok()) return;
#if defined(__cpp_exceptions)
        throw error(status_, message_, path_, where_);
#else
        std::abort();
#endif
    }

    T value_{};
    calque_status status_;
    std::string message_, path_;
    place where_;
};

/** The value of a call that has none. */
struct nothing {};

/** Decimal text whose written digits count for plural rules. */
struct decimal {
    std::string_view text;
};

/** A value as JSON text. */
struct json {
    std::string_view text;
};

/** A named option or variable. Its texts must live until the call returns. */
class arg : public calque_arg {
  public:
    template <class N, std::enable_if_t<std::is_arithmetic_v<N>, int> = 0>
    arg(std::string_view name, N value) : arg(name) {
        if constexpr (std::is_same_v<N, bool>) {
            kind = CALQUE_ARG_KIND_BOOL;
            integer = value;
        } else if constexpr (std::is_integral_v<N>) {
            integer = static_cast<int64_t>(value);
            bool fits = static_cast<N>(integer) == value &&
                        (value < N{}) == (integer < 0);
            kind = fits ? CALQUE_ARG_KIND_INT : UNFIT;
        } else {
            kind = CALQUE_ARG_KIND_DOUBLE;
            number = static_cast<double>(value);
        }
    }
    arg(std::string_view name, std::nullptr_t) : arg(name) {}
    arg(std::string_view name, std::string_view value)
        : arg(name, CALQUE_ARG_KIND_TEXT, value) {}
    arg(std::string_view name, const char *value)
        : arg(name, std::string_view(value)) {}
    arg(std::string_view name, const std::string &value)
        : arg(name, std::string_view(value)) {}
    arg(std::string_view name, decimal value)
        : arg(name, CALQUE_ARG_KIND_DECIMAL, value.text) {}
    arg(std::string_view name, json value)
        : arg(name, CALQUE_ARG_KIND_JSON, value.text) {}

  private:
    // No kind of C: a call with it returns CALQUE_INVALID_ARGUMENT.
    static constexpr calque_arg_kind UNFIT = -1;

    explicit arg(std::string_view name) : calque_arg{} {
        calque_arg::name = name.data();
        name_length = name.size();
    }
    arg(std::string_view name, calque_arg_kind kind, std::string_view value)
        : arg(name) {
        calque_arg::kind = kind;
        text = value.data();
        length = value.size();
    }
};

using args = std::initializer_list<arg>;

namespace detail {
// The data of an empty view may be NULL, which C takes for a missing text.
inline const char *bytes(std::string_view text) {
    return text.data() != nullptr ? text.data() : "";
}

template <class Handle, void (*release)(Handle *)> struct releaser {
    void operator()(Handle *handle) const noexcept { release(handle); }
};

template <class Handle, void (*release)(Handle *)>
using handle = std::unique_ptr<Handle, releaser<Handle, release>>;

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
class view {
  public:
    view() = default;
    /** Takes the reference. */
    explicit view(calque_view *handle) : handle_(handle) {}
    calque_view *get() const noexcept { return handle_.get(); }

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

  private:
    detail::handle<calque_view, calque_view_release> handle_;
};

/** A translator over i18next catalogs. */
class translator {
  public:
    translator() = default;
    /** Takes the reference. */
    explicit translator(calque_translator *handle) : handle_(handle) {}
    calque_translator *get() const noexcept { return handle_.get(); }

    /** Options are JSON, by i18next's names. */
    static result<translator> create(calque_format format,
                                     std::string_view options = "{}") {
        return detail::made<translator, calque_translator>(
            [&](auto out, auto failure) {
                return calque_translator_create(format, detail::bytes(options),
                                                options.size(), nullptr, out,
                                                failure);
            });
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
    result<nothing> add_resource_bundle(std::string_view lng,
                                        std::string_view ns,
                                        std::string_view tree,
                                        std::uint32_t flags = 0) {
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

  private:
    detail::handle<calque_translator, calque_translator_release> handle_;
};

/** A compiled catalog. */
class catalog {
  public:
    catalog() = default;
    /** Takes the reference. */
    explicit catalog(calque_catalog *handle) : handle_(handle) {}
    calque_catalog *get() const noexcept { return handle_.get(); }

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

  private:
    detail::handle<calque_catalog, calque_catalog_release> handle_;
};

/** A message table: case-insensitive keys, synonyms, %{key} references. */
class messages {
  public:
    messages() = default;
    /** Takes the reference. */
    explicit messages(calque_messages *handle) : handle_(handle) {}
    calque_messages *get() const noexcept { return handle_.get(); }

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

  private:
    detail::handle<calque_messages, calque_messages_release> handle_;
};

/** Texts by section and key, and better wordings that people propose for them.
 */
class localization {
  public:
    localization() = default;
    /** Takes the reference. */
    explicit localization(calque_localization *handle) : handle_(handle) {}
    calque_localization *get() const noexcept { return handle_.get(); }

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

  private:
    detail::handle<calque_localization, calque_localization_release> handle_;
};

} // namespace calque

#endif
