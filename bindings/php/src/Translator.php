<?php
declare(strict_types=1);

namespace Calque;

use FFI;
use FFI\CData;

/** A translator over i18next catalogs. */
final class Translator extends Texts
{
    /** Those of functions that C calls. */
    private array $numbers = [];

    /**
     * Options are an array, or JSON text. `$log` receives diagnostics, a line each; with the
     * option `debug` also misspelt options, missing keys and missing variables.
     */
    public function __construct(string $format, array|string $options = '{}', ?callable $log = null)
    {
        $json = Library::json($options);
        $number = is_numeric($format) ? (int) $format
            : Library::constant('FORMAT_' . strtoupper($format));
        $host = null;
        if ($log !== null) {
            $this->numbers[] = Events::given(fn (string $name, string $line) => $log($line));
            $host = Events::host($this->numbers[0]);
        }
        parent::__construct('calque_translator', fn ($out, $error) =>
            Library::get()->calque_translator_create(
                $number, $json, strlen($json), $host === null ? null : FFI::addr($host), $out, $error
            ));
    }

    protected function release(CData $handle): void
    {
        Library::get()->calque_translator_release($handle);
        Events::forget($this->numbers);
        $this->numbers = [];
    }

    protected function translate($handle, $key, $args, $count, $buffer, $capacity, $length): int
    {
        return Library::get()->calque_translator_translate(
            $handle, $key, strlen($key), $args, $count, $buffer, $capacity, $length
        );
    }

    /** Adds texts, an array or JSON text, in place of those that are there. */
    public function addResourceBundle(string $lng, string $ns, array|string $tree): void
    {
        [$json, $flags] = [Library::json($tree), Library::constant('BUNDLE_REPLACE')];
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_translator_add_resource_bundle(
                $handle, $lng, strlen($lng), $ns, strlen($ns), $json, strlen($json), $flags, $error
            )));
    }

    public function addFile(string $lng, string $ns, string $path): void
    {
        [$file, $flags] = [Library::path($path), Library::constant('BUNDLE_REPLACE')];
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_translator_add_file(
                $handle, $lng, strlen($lng), $ns, strlen($ns), $file, $flags, $error
            )));
    }

    /**
     * Adds the catalogs of a folder: LNG/NS.json, LNG.json (namespace `translation`) and
     * compiled ones, *.calque. Called again, it loads them again.
     */
    public function addFolder(string $folder): void
    {
        if (!is_dir($folder)) {
            throw new Failure("$folder is not a folder", Library::constant('IO_ERROR'));
        }
        foreach (scandir($folder) as $name) {
            $stem = pathinfo($name, PATHINFO_FILENAME);
            if ($name[0] !== '.' && is_dir("$folder/$name")) {
                foreach (scandir("$folder/$name") as $file) {
                    if (str_ends_with($file, '.json')) {
                        $this->addFile($name, substr($file, 0, -5), "$folder/$name/$file");
                    }
                }
            } elseif (str_ends_with($name, '.json')) {
                $this->addFile($stem, 'translation', "$folder/$name");
            } elseif (str_ends_with($name, '.calque')) {
                $this->addCatalog("$folder/$name");
            }
        }
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

    /** The current language. */
    public function language(): string
    {
        return $this->using(fn ($handle) =>
            Library::filled(fn ($buffer, $capacity, $length) =>
                Library::get()->calque_translator_language(
                    $handle, false, $buffer, $capacity, $length
                )));
    }

    /** Changes the current language. Views keep theirs. */
    public function changeLanguage(string $lng): void
    {
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_translator_change_language($handle, $lng, strlen($lng), $error)));
    }

    /** The available language that fits an Accept-Language header, or a JSON array, best. */
    public function bestLanguage(string $wanted): string
    {
        $match = Library::constant('MATCH_CLOSEST');
        return $this->using(fn ($handle) =>
            Library::filled(fn ($buffer, $capacity, $length) =>
                Library::get()->calque_translator_best_language(
                    $handle, $wanted, strlen($wanted), $match, $buffer, $capacity, $length
                )));
    }

    /**
     * Calls a function with an event and its arguments, as i18next passes them. The names of
     * events are separated by spaces: `missingKey` (with the option `saveMissing`),
     * `languageChanged`, `added` and others.
     */
    public function on(string $events, callable $handler): void
    {
        $number = Events::given(fn (string $name, string $json) =>
            $handler($name, ...json_decode($json, true)));
        $this->numbers[] = $number;
        $this->using(fn ($handle) => Library::checked(fn ($error) =>
            Library::get()->calque_translator_on(
                $handle, $events, strlen($events), Events::call(), $number, null, null,
                $error
            )));
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
