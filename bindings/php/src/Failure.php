<?php
declare(strict_types=1);

namespace Calque;

/** A call that failed; its code is the status. */
final class Failure extends \RuntimeException
{
    /** File, line and column, from 1, and JSON path of the mistake where they are known. */
    public function __construct(
        string $message, int $code, public readonly ?string $source = null,
        public readonly ?int $sourceLine = null, public readonly ?int $sourceColumn = null,
        public readonly ?string $path = null
    ) {
        parent::__construct($message, $code);
    }
}
