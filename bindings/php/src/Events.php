<?php
declare(strict_types=1);

namespace Calque;

use FFI;
use FFI\CData;

/**
 * Functions of the program that a translator calls. C knows them by a number, under which
 * they are kept until the library gives it up.
 */
final class Events
{
    private static array $handlers = [];
    private static int $numbers = 0;
    private static ?CData $event = null;
    private static ?CData $line = null;
    private static ?CData $free = null;

    /** The number of a function, as C passes it. */
    public static function given(callable $handler): CData
    {
        self::$handlers[++self::$numbers] = $handler;
        $number = Library::get()->new('uint64_t');
        $number->cdata = self::$numbers;
        return Library::get()->cast('void *', $number);
    }

    public static function call(): CData
    {
        return self::$event ??= self::pointer('calque_event_handler', fn ($number, $name, $text) =>
            self::run($number, self::text($name), self::text($text)));
    }

    public static function done(): CData
    {
        return self::$free ??= self::pointer('void (*)(void *)', function ($number): void {
            unset(self::$handlers[self::number($number)]);
        });
    }

    /** A calque_host with a log. */
    public static function host(callable $log): CData
    {
        self::$line ??= self::pointer('void (*)(void *, calque_str)', fn ($number, $line) =>
            self::run($number, 'log', self::text($line)));
        $host = Library::get()->new('calque_host');
        $host->struct_size = FFI::sizeof($host);
        $host->user_data = self::given(fn (string $name, string $line) => $log($line));
        $host->user_data_free = self::done();
        $host->log = self::$line;
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
            (self::$handlers[self::number($number)] ?? fn () => null)($name, $text);
        } catch (\Throwable $thrown) {
            trigger_error('Calque: a handler failed: ' . $thrown->getMessage(), E_USER_WARNING);
        }
    }

    private static function number(CData $pointer): int
    {
        return Library::get()->cast('uint64_t', $pointer)->cdata;
    }

    private static function text(CData $text): string
    {
        return FFI::isNull($text->data) ? '' : FFI::string($text->data, $text->length);
    }
}
