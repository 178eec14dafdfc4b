/**
 * @file values.hpp
 * @brief What the calls of calque.hpp take and return: results, errors, named
 * values.
 */
#ifndef CALQUE_VALUES_HPP
#define CALQUE_VALUES_HPP

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "arg.h"
#include "error.h"

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
    result(calque_status status, std::string message)
        : status_(status), message_(std::move(message)) {}

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

} // namespace calque

#endif
