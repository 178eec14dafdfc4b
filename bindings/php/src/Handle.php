<?php
declare(strict_types=1);

namespace Calque;

use FFI\CData;

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
        $handle = $this->enter();
        try {
            return $call($handle);
        } finally {
            $this->leave();
        }
    }

    /** The handle for a call; leave() says that it is over. */
    protected function enter(): CData
    {
        if ($this->closed || !isset($this->handle)) {
            $status = Library::constant('INVALID_ARGUMENT');
            throw new Failure('the ' . static::class . ' is closed', $status);
        }
        $this->calls++;
        return $this->handle;
    }

    protected function leave(): void
    {
        if (--$this->calls === 0 && $this->closed) {
            $this->close();
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
