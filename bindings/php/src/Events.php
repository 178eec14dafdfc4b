<?php
declare(strict_types=1);

namespace Calque;

use FFI;
use FFI\CData;

/**
 * Functions of the program that a translator calls. C knows them by the address of a
 * number, under which they are kept until the translator is closed. The library is given no function to release
 * them: it might call that when PHP's are gone.
 */
final class Events
{
    private static array $handlers = [];
    private static int $numbers = 0;
    private static ?CData $event = null;
    private static ?CData $line = null;

    /** The address of the number of a function, as C passes it. */
    public static function given(callable $handler): CData
    {
        $number = Library::get()->new('uint64_t');
        $number->cdata = ++self::$numbers;
        self::$handlers[self::$numbers] = [$handler, $number];
        return FFI::addr($number);
    }

    // A calque_str by value, which PHP's callbacks lack, is a pointer and a length in two
    // registers.
    public static function call(): CData
    {
        self::$event ??= self::pointer(
            'void (*)(void *, char *, size_t, char *, size_t)',
            fn ($number, $name, $nameLength, $text, $length) =>
                self::run($number, self::text($name, $nameLength), self::text($text, $length))
        );
        return Library::get()->cast('calque_event_handler', self::$event);
    }

    /** Gives functions up. The numbers stay: a view may outlive its translator. */
    public static function forget(array $numbers): void
    {
        foreach ($numbers as $number) {
            self::$handlers[self::number($number)][0] = null;
        }
    }

    /** A calque_host with a log. */
    public static function host(CData $log): CData
    {
        self::$line ??= self::pointer(
            'void (*)(void *, char *, size_t)',
            fn ($number, $text, $length) => self::run($number, 'log', self::text($text, $length))
        );
        $host = Library::get()->new('calque_host');
        $host->struct_size = FFI::sizeof($host);
        $host->user_data = Library::get()->cast('void *', $log);
        $host->log = Library::get()->cast('void (*)(void *, calque_str)', self::$line);
        return $host;
    }

    private static function pointer(string $type, callable $function): CData
    {
        $holder = Library::get()->new($type);
        // A closure becomes a function of C when it is stored.
        $place = FFI::addr($holder);
        $place[0] = $function;
        return $holder;
    }

    /** What a handler throws does not cross C: it is a warning. */
    private static function run(CData $number, string $name, string $text): void
    {
        try {
            (self::$handlers[self::number($number)][0] ?? fn () => null)($name, $text);
        } catch (\Throwable $thrown) {
            trigger_error('Calque: a handler failed: ' . $thrown->getMessage(), E_USER_WARNING);
        }
    }

    private static function number(CData $pointer): int
    {
        return Library::get()->cast('uint64_t *', $pointer)[0];
    }

    private static function text(?CData $data, int $length): string
    {
        return $data === null ? '' : FFI::string($data, $length);
    }
}
