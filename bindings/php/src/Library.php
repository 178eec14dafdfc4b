<?php
declare(strict_types=1);

namespace Calque;

use FFI;
use FFI\CData;

/** The library, loaded once: CALQUE_LIBRARY names another one. */
final class Library
{
    private static ?FFI $library = null;
    /** Types that calls need: their names are parsed once. */
    private static array $types = [];
    private static array $constants = [];

    public static function get(): FFI
    {
        return self::$library ??= FFI::cdef(
            preg_replace('/^#.*$/m', '', self::declarations()), self::file()
        );
    }

    /** A number of the interface by its name, without `CALQUE_`. */
    public static function constant(string $name): int
    {
        if (self::$constants === []) {
            preg_match_all('/^#define CALQUE_(\w+) (-?\d+)$/m', self::declarations(), $found);
            self::$constants = array_map('intval', array_combine($found[1], $found[2]));
        }
        return self::$constants[$name] ?? throw new Failure("there is no $name", 0);
    }

    private static function file(): string
    {
        $inside = dirname(__DIR__) . '/native/' . self::system() . '/libcalque.so.0';
        return getenv('CALQUE_LIBRARY') ?: (file_exists($inside) ? $inside : 'libcalque.so.0');
    }

    /** This system, as packages name it: x86_64-linux-gnu, aarch64-linux-musl and so on. */
    private static function system(): string
    {
        try {
            FFI::cdef('const char *gnu_get_libc_version(void);');
            return php_uname('m') . '-linux-gnu';
        } catch (FFI\Exception) {
            return php_uname('m') . '-linux-musl';
        }
    }

    /** Those of the package, or of the checkout. */
    private static function declarations(): string
    {
        $beside = dirname(__DIR__) . '/native/calque.cdef.h';
        return file_get_contents(
            file_exists($beside) ? $beside : __DIR__ . '/../../../include/calque.cdef.h'
        );
    }

    /** Runs a call that takes an error last; throws what it failed with. */
    public static function checked(callable $call): int
    {
        $error = self::get()->new('calque_error *');
        $status = $call(FFI::addr($error));
        if ($status < self::constant('INVALID_ARGUMENT')) {
            return $status;
        }
        if (FFI::isNull($error)) {
            throw new Failure(self::get()->calque_status_name($status), $status);
        }
        $failure = new Failure(
            self::get()->calque_error_message($error), $status,
            self::get()->calque_error_source($error) ?: null,
            self::get()->calque_error_line($error) ?: null,
            self::get()->calque_error_column($error) ?: null,
            self::get()->calque_error_path($error) ?: null
        );
        self::get()->calque_error_release($error);
        throw $failure;
    }

    /** Options or a tree as JSON. */
    public static function json(array|string $value): string
    {
        return is_string($value) ? $value : json_encode((object) $value, JSON_THROW_ON_ERROR);
    }

    /** The text that a call writes into a buffer. */
    public static function filled(callable $fill): string
    {
        $out = Buffer::take();
        do {
            $status = $fill($out->bytes, $out->capacity, $out->length);
        } while ($status !== 0 && $out->grows($status));
        return $out->text();
    }

    public static function type(string $name): FFI\CType
    {
        return self::$types[$name] ??= self::get()->type($name);
    }

    /** The path of a file. */
    public static function path(string $path): string
    {
        if (str_contains($path, "\0")) {
            throw new Failure('a path has a NUL in it', self::constant('INVALID_ARGUMENT'));
        }
        return $path;
    }

    /** The text that a call leaves in a calque_string. */
    public static function text(callable $call): ?string
    {
        $text = self::get()->new('calque_string');
        self::checked(fn ($error) => $call(FFI::addr($text), $error));
        $result = FFI::isNull($text->data) ? null : FFI::string($text->data, $text->length);
        self::get()->calque_string_dispose(FFI::addr($text));
        return $result;
    }

    /** The object that a call makes. */
    public static function made(string $type, callable $call): CData
    {
        $out = self::get()->new("$type *");
        self::checked(fn ($error) => $call(FFI::addr($out), $error));
        return $out;
    }

    /** An array of calque_arg for values, one or more, and the texts that it points to. */
    public static function arguments(array $values): array
    {
        $args = FFI::new(self::type('calque_arg[' . count($values) . ']'));
        $kept = [];
        foreach (array_keys($values) as $at => $name) {
            $value = $values[$name];
            $arg = $args[$at];
            $kept[] = self::bytes((string) $name);
            $arg->name = FFI::addr(end($kept)[0]);
            $arg->name_length = strlen((string) $name);
            if (is_int($value) || is_bool($value)) {
                $arg->kind = self::constant(is_int($value) ? 'ARG_KIND_INT' : 'ARG_KIND_BOOL');
                $arg->integer = (int) $value;
            } elseif (is_float($value)) {
                $arg->kind = self::constant('ARG_KIND_DOUBLE');
                $arg->number = $value;
            } elseif ($value !== null) {
                $text = is_array($value) ? json_encode($value, JSON_THROW_ON_ERROR) : (string) $value;
                $arg->kind = self::constant(is_array($value) ? 'ARG_KIND_JSON' : 'ARG_KIND_TEXT');
                $kept[] = self::bytes($text);
                $arg->text = FFI::addr(end($kept)[0]);
                $arg->length = strlen($text);
            }
        }
        return [$args, $kept];
    }

    private static function bytes(string $text): CData
    {
        $size = strlen($text) + 1;
        $bytes = $size <= 64 ? FFI::new(self::type("char[$size]")) : self::get()->new("char[$size]");
        FFI::memcpy($bytes, $text . "\0", $size);
        return $bytes;
    }
}
