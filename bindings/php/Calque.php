<?php
/**
 * Calque for PHP, over its FFI extension: the declarations are calque.cdef.h.
 *
 *     $t = new Calque\Translator('v4', ['lng' => 'en', 'resources' => [...]]);
 *     echo $t->t('file', ['count' => 3]);
 *
 * Texts are UTF-8. A call that fails throws Calque\Failure with the library's message
 * and its status as the code.
 */
declare(strict_types=1);

namespace Calque;

use FFI;
use FFI\CData;

final class Failure extends \RuntimeException
{
}

/** The library, loaded once: CALQUE_LIBRARY names another one. */
final class Library
{
    private static ?FFI $library = null;
    private static array $constants = [];

    public static function get(): FFI
    {
        return self::$library ??= FFI::cdef(
            preg_replace('/^#.*$/m', '', self::declarations()),
            getenv('CALQUE_LIBRARY') ?: 'libcalque.so.0'
        );
    }

    /** A number of the interface by its name, without `CALQUE_`. */
    public static function constant(string $name): int
    {
        if (self::$constants === []) {
            preg_match_all('/^#define CALQUE_(\w+) (-?\d+)$/m', self::declarations(), $found);
            self::$constants = array_map('intval', array_combine($found[1], $found[2]));
        }
        return self::$constants[$name] ?? throw new Failure("there is no $name");
    }

    private static function declarations(): string
    {
        return file_get_contents(
            getenv('CALQUE_CDEF') ?: __DIR__ . '/../../include/calque.cdef.h'
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
        $message = FFI::isNull($error) ? "status $status"
            : self::get()->calque_error_message($error);
        self::get()->calque_error_release($error);
        throw new Failure($message, $status);
    }

    /**
     * The text that a call writes into a buffer: one of its own, because a signal
     * handler may translate before the text is read.
     */
    public static function filled(callable $fill): string
    {
        $length = self::get()->new('size_t');
        for ($capacity = 512;; $capacity = $length->cdata + 1) {
            $buffer = self::get()->new("char[$capacity]");
            $status = $fill($buffer, $capacity, FFI::addr($length));
            if ($status >= self::constant('INVALID_ARGUMENT')) {
                $name = self::get()->calque_status_name($status);
                throw new Failure("the translation failed: $name", $status);
            }
            if ($status !== self::constant('TRUNCATED')) {
                return FFI::string($buffer, $length->cdata);
            }
        }
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

    /** An array of calque_arg, and the texts that it points to. */
    public static function arguments(array $values): array
    {
        $args = self::get()->new('calque_arg[' . max(1, count($values)) . ']');
        $kept = [];
        foreach (array_keys($values) as $at => $name) {
            $value = $values[$name];
            $kept[] = self::bytes((string) $name);
            $args[$at]->name = FFI::addr(end($kept)[0]);
            $args[$at]->name_length = strlen((string) $name);
            if (is_int($value) || is_bool($value)) {
                $args[$at]->kind = self::constant(is_int($value) ? 'ARG_KIND_INT' : 'ARG_KIND_BOOL');
                $args[$at]->integer = (int) $value;
            } elseif (is_float($value)) {
                $args[$at]->kind = self::constant('ARG_KIND_DOUBLE');
                $args[$at]->number = $value;
            } elseif ($value !== null) {
                $text = is_array($value) ? json_encode($value, JSON_THROW_ON_ERROR) : (string) $value;
                $args[$at]->kind = self::constant(is_array($value) ? 'ARG_KIND_JSON' : 'ARG_KIND_TEXT');
                $kept[] = self::bytes($text);
                $args[$at]->text = FFI::addr(end($kept)[0]);
                $args[$at]->length = strlen($text);
            }
        }
        return [$args, $kept];
    }

    private static function bytes(string $text): CData
    {
        $bytes = self::get()->new('char[' . (strlen($text) + 1) . ']');
        FFI::memcpy($bytes, $text . "\0", strlen($text) + 1);
        return $bytes;
    }
}

/**
 * An object of the library. It is neither copied nor serialized. It is released by
 * close(), or with the object, and not before its last call has returned: a signal
 * handler or a __toString() may close it in the middle of one.
 */
abstract class Handle
{
    private ?CData $handle;
    private int $calls = 0;
    private bool $closed = false;

    protected function __construct(string $type, callable $call)
    {
        $this->handle = Library::made($type, $call);
    }

    /** Releases the memory; later calls throw. */
    public function close(): void
    {
        $this->closed = true;
        if ($this->calls === 0 && isset($this->handle)) {
            $handle = $this->handle;
            $this->handle = null;
            $this->release($handle);
        }
    }

    public function __destruct()
    {
        $this->close();
    }

    abstract protected function release(CData $handle): void;

    /** Runs a call with the handle. */
    protected function using(callable $call): mixed
    {
        $this->calls++;
        try {
            if ($this->closed || !isset($this->handle)) {
                $status = Library::constant('INVALID_ARGUMENT');
                throw new Failure('the ' . static::class . ' is closed', $status);
            }
            return $call($this->handle);
        } finally {
            if (--$this->calls === 0 && $this->closed) {
                $this->close();
            }
        }
    }

    private function __clone()
    {
    }

    final public function __serialize(): array
    {
        throw new \LogicException(static::class . ' cannot be serialized');
    }

    final public function __unserialize(array $data): void
    {
        throw new \LogicException(static::class . ' cannot be unserialized');
    }
}

/** The methods that translators and views share. */
abstract class Texts extends Handle
{
    abstract protected function translate(
        CData $handle, string $key, CData $args, int $count, CData $buffer, int $capacity,
        CData $length
    ): int;

    /** The text of a key; its fallback where there is none. */
    public function t(string $key, array $values = []): string
    {
        [$args, $kept] = Library::arguments($values);
        return $this->using(fn ($handle) =>
            Library::filled(fn ($buffer, $capacity, $length) => $this->translate(
                $handle, $key, $args, count($values), $buffer, $capacity, $length
            )));
    }
}

/** An immutable view of a translator in one language, for hot code. */
final class View extends Texts
{
    /** As Translator::view(). */
    public function __construct(
        Translator $translator, string $lng = '', string $ns = '', string $prefix = ''
    ) {
        $translator->using(fn ($handle) =>
            parent::__construct('calque_view', fn ($out, $error) =>
                Library::get()->calque_view_create(
                    $handle, $lng, strlen($lng), $ns, strlen($ns), $prefix,
                    strlen($prefix), $out, $error
                )));
    }

    protected function release(CData $handle): void
    {
        Library::get()->calque_view_release($handle);
    }

    protected function translate($handle, $key, $args, $count, $buffer, $capacity, $length): int
    {
        return Library::get()->calque_view_translate(
            $handle, $key, strlen($key), $args, $count, $buffer, $capacity, $length
        );
    }
}

/** A translator over i18next catalogs. */
final class Translator extends Texts
{
    /** Options are an array, or JSON text. */
    public function __construct(string $format, array|string $options = '{}')
    {
        $json = is_string($options) ? $options
            : json_encode((object) $options, JSON_THROW_ON_ERROR);
        $number = is_numeric($format) ? (int) $format
            : Library::constant('FORMAT_' . strtoupper($format));
        parent::__construct('calque_translator', fn ($out, $error) =>
            Library::get()->calque_translator_create(
                $number, $json, strlen($json), null, $out, $error
            ));
    }

    protected function release(CData $handle): void
    {
        Library::get()->calque_translator_release($handle);
    }

    protected function translate($handle, $key, $args, $count, $buffer, $capacity, $length): int
    {
        return Library::get()->calque_translator_translate(
            $handle, $key, strlen($key), $args, $count, $buffer, $capacity, $length
        );
    }

    public function addFile(string $lng, string $ns, string $path): void
    {
        $file = Library::path($path);
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_translator_add_file(
                $handle, $lng, strlen($lng), $ns, strlen($ns), $file, 0, $error
            )));
    }

    /** Adds the languages of a compiled catalog. */
    public function addCatalog(string $path): void
    {
        $file = Library::path($path);
        $catalog = Library::made('calque_catalog', fn ($out, $error) =>
            Library::get()->calque_catalog_open($file, 0, $out, $error));
        try {
            $this->using(fn ($handle) => Library::checked(fn ($error) =>
                Library::get()->calque_translator_add_catalog(
                    $handle, $catalog, null, 0, 0, null, $error
                )));
        } finally {
            Library::get()->calque_catalog_release($catalog);
        }
    }

    public function view(string $lng = '', string $ns = '', string $prefix = ''): View
    {
        return new View($this, $lng, $ns, $prefix);
    }

    /** Keys and options are JSON, the result too; form is 0 text, 1 JSON, 2 details. */
    public function json(string $keys, string $options = '{}', int $form = 1): ?string
    {
        return $this->using(fn ($handle) => Library::text(fn ($out, $error) =>
            Library::get()->calque_translator_translate_json(
                $handle, $keys, strlen($keys), $options, strlen($options), $form, $out, $error
            )));
    }

    public function exists(string $keys, string $options = '{}'): bool
    {
        $exists = Library::get()->new('bool');
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_translator_exists(
                $handle, $keys, strlen($keys), $options, strlen($options),
                FFI::addr($exists), $error
            )));
        return $exists->cdata;
    }

    /** The fallback chain. */
    public function languages(): array
    {
        return json_decode($this->using(fn ($handle) => Library::text(fn ($out, $error) =>
            Library::get()->calque_translator_languages($handle, null, 0, $out, $error))));
    }

    public function dir(string $lng = ''): string
    {
        $direction = $this->using(fn ($handle) =>
            Library::get()->calque_translator_dir($handle, $lng, strlen($lng)));
        return $direction === Library::constant('RTL') ? 'rtl' : 'ltr';
    }
}

/** A message table: case-insensitive keys, synonyms, %{key} references. */
final class Messages extends Handle
{
    public function __construct(string $options = '{}')
    {
        parent::__construct('calque_messages', fn ($out, $error) =>
            Library::get()->calque_messages_create($options, strlen($options), $out, $error));
    }

    protected function release(CData $handle): void
    {
        Library::get()->calque_messages_release($handle);
    }

    public function load(string $json, string $prefix = ''): void
    {
        $kind = Library::constant('MESSAGES_MESSAGE');
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_messages_load_json(
                $handle, $kind, $prefix, strlen($prefix), $json, strlen($json), null, $error
            )));
    }

    public function decode(string $text): string
    {
        return $this->using(fn ($handle) =>
            Library::filled(fn ($buffer, $capacity, $length) =>
                Library::get()->calque_messages_decode(
                    $handle, $text, strlen($text), $buffer, $capacity, $length
                )));
    }
}

/** Texts by section and key, and better wordings that people propose for them. */
final class Localization extends Handle
{
    public function __construct(string $options = '{}')
    {
        parent::__construct('calque_localization', fn ($out, $error) =>
            Library::get()->calque_localization_create(
                $options, strlen($options), null, $out, $error
            ));
    }

    protected function release(CData $handle): void
    {
        Library::get()->calque_localization_release($handle);
    }

    /** Takes the texts of a language: JSON with `data`. */
    public function load(string $json, string $locale): void
    {
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_localization_load_resource(
                $handle, $json, strlen($json), $locale, strlen($locale), $error
            )));
    }

    /** The text of an identifier, `section.key`; empty where there is none. */
    public function text(string $identifier): string
    {
        return $this->using(fn ($handle) =>
            Library::filled(fn ($buffer, $capacity, $length) =>
                Library::get()->calque_localization_text(
                    $handle, $identifier, strlen($identifier), $buffer, $capacity, $length, null
                )));
    }

    /** Shows a value instead of the text, in one locale. */
    public function propose(string $identifier, string $locale, string $value): void
    {
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_proposals_store(
                $handle, $identifier, strlen($identifier), $locale, strlen($locale),
                $value, strlen($value), $error
            )));
    }
}
