<?php
declare(strict_types=1);

namespace Calque;

use FFI\CData;

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

    /** Messages are an array, or JSON text. */
    public function load(array|string $messages, string $prefix = ''): void
    {
        $json = Library::json($messages);
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
