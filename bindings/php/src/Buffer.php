<?php
declare(strict_types=1);

namespace Calque;

use FFI;
use FFI\CData;

/**
 * What a call writes its text into, kept for the next call. A signal handler may translate
 * before the text is read: its call finds none, and makes one.
 */
final class Buffer
{
    private const SIZE = 512;
    private static ?self $free = null;
    public CData $bytes;
    public CData $length;
    public int $capacity = self::SIZE;
    private CData $size;

    private function __construct()
    {
        $this->size = FFI::new(Library::type('size_t'));
        $this->length = FFI::addr($this->size);
        $this->bytes = FFI::new(Library::type('char[' . self::SIZE . ']'));
    }

    public static function take(): self
    {
        $free = self::$free ?? new self();
        self::$free = null;
        return $free;
    }

    /** Whether the text did not fit, and does now. Throws what a call failed with. */
    public function grows(int $status): bool
    {
        if ($status >= Library::constant('INVALID_ARGUMENT')) {
            $name = Library::get()->calque_status_name($status);
            throw new Failure("the translation failed: $name", $status);
        }
        if ($status !== Library::constant('TRUNCATED')) {
            return false;
        }
        $this->capacity = $this->size->cdata + 1;
        $this->bytes = Library::get()->new("char[$this->capacity]");
        return true;
    }

    /** The text of a call that is over, and with it the last use of the buffer. */
    public function text(): string
    {
        $text = FFI::string($this->bytes, $this->size->cdata);
        if ($this->capacity === self::SIZE) {
            self::$free = $this;
        }
        return $text;
    }
}
