<?php
declare(strict_types=1);

namespace Calque;

use FFI\CData;

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
