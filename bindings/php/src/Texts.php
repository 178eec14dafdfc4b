<?php
declare(strict_types=1);

namespace Calque;

use FFI\CData;

/** The methods that translators and views share. */
abstract class Texts extends Handle
{
    abstract protected function translate(
        CData $handle, string $key, ?CData $args, int $count, CData $buffer, int $capacity,
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
