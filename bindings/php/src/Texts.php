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
        [$args, $kept] = $values === [] ? [null, null] : Library::arguments($values);
        // Without closures, which take as long as the call into C.
        $handle = $this->enter();
        try {
            $out = Buffer::take();
            do {
                $status = $this->translate(
                    $handle, $key, $args, count($values), $out->bytes, $out->capacity, $out->length
                );
            } while ($status !== 0 && $out->grows($status));
            return $out->text();
        } finally {
            $this->leave();
        }
    }
}
