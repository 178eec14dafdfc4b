<?php
declare(strict_types=1);

namespace Calque;

use FFI\CData;

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

    /** Takes the texts of a language: an array with `data`, or JSON text. */
    public function load(array|string $resource, string $locale): void
    {
        $json = Library::json($resource);
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
