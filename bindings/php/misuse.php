<?php
// Does what Tests/Conformance/misuse.py describes by a case's name.
declare(strict_types=1);
require 'vendor/autoload.php';

const OPTIONS = ['lng' => 'en', 'interpolation' => ['escapeValue' => false],
    'resources' => ['en' => ['translation' => ['k' => 'v', 'a' => '<{{a}}>']]]];

function made(): Calque\Translator
{
    return new Calque\Translator('v4', OPTIONS);
}

function same(mixed $expected, mixed $found): void
{
    if ($expected !== $found) {
        throw new Exception(var_export($found, true) . ' is not ' . var_export($expected, true));
    }
}

function refused(callable $call): void
{
    try {
        $call();
    } catch (Throwable) {
        return;
    }
    throw new Exception('it was not refused');
}

function messages(string $text): Calque\Messages
{
    $messages = new Calque\Messages();
    $messages->load(json_encode(['K' => $text]));
    return $messages;
}

function localization(string $text): Calque\Localization
{
    $texts = new Calque\Localization();
    $texts->load(json_encode(['data' => ['s' => ['k' => $text]]]), 'en');
    return $texts;
}

function resident(): int
{
    return intdiv((int) explode(' ', file_get_contents('/proc/self/statm'))[1], 256);
}

function dropped(bool $closes): void
{
    $before = resident();
    for ($at = 0; $at < 50000; $at++) {
        $translator = made();
        if ($closes) {
            $translator->close();
        }
    }
    if (resident() - $before > 250) {
        throw new Exception(resident() - $before . ' MiB more');
    }
}

$cases = [
    'unkept' => function () {
        for ($at = 0; $at < 2000; $at++) {
            same('v', made()->t('k'));
            same('v', made()->view('en')->t('k'));
            same('"v"', made()->json('k'));
            same(true, made()->exists('k'));
            same(['en', 'dev'], made()->languages());
            same('text v', messages('v')->decode('text %{K}'));
            same('v', localization('v')->text('s.k'));
            gc_collect_cycles();
        }
    },
    'copied' => function () {
        $translator = made();
        foreach ([$translator, $translator->view('en'), messages('v'), localization('v')] as $each) {
            refused(fn () => clone $each);
            refused(fn () => serialize($each));
            $class = get_class($each);
            $length = strlen($class);
            refused(fn () => unserialize("O:$length:\"$class\":0:{}"));
            refused(fn () => unserialize("O:$length:\"$class\":1:{s:6:\"handle\";i:7;}"));
            $empty = (new ReflectionClass($class))->newInstanceWithoutConstructor();
            refused(fn () => $empty->t('k'));
        }
        same('v', $translator->t('k'));
    },
    'closed' => function () {
        $translator = made();
        $view = $translator->view('en');
        $translator->close();
        $translator->close();
        $translator->__destruct();
        same('v', $view->t('k'));
        refused(fn () => $translator->t('k'));
        refused(fn () => $translator->languages());
        refused(fn () => $translator->view('en'));
        $view->__destruct();
        refused(fn () => $view->t('k'));
        $messages = messages('v');
        $messages->close();
        refused(fn () => $messages->decode('x'));
        $texts = localization('v');
        $texts->close();
        refused(fn () => $texts->text('s.k'));
    },
    'closing' => function () {
        $translator = made();
        $closing = new class ($translator) {
            public function __construct(private Calque\Translator $translator)
            {
            }
            public function __toString(): string
            {
                $this->translator->close();
                return 'x';
            }
        };
        refused(fn () => $translator->t('a', ['a' => $closing]));
    },
    'interrupted' => function () {
        $translator = made();
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, fn () => $translator->t('a', ['a' => 'handler']));
        $parent = posix_getpid();
        $child = pcntl_fork();
        if ($child === 0) {
            while (posix_getppid() === $parent) {
                posix_kill($parent, SIGUSR1);
                usleep(50);
            }
            posix_kill(posix_getpid(), SIGKILL);
        }
        for ($at = 0; $at < 100000; $at++) {
            same('v', $translator->t('k'));
        }
        posix_kill($child, SIGKILL);
        pcntl_waitpid($child, $status);
    },
    'types' => function () {
        $translator = made();
        foreach ([5, null, [], new stdClass(), 2.5] as $wrong) {
            refused(fn () => $translator->t($wrong));
            refused(fn () => $translator->t('k', $wrong ?: 7));
            refused(fn () => $translator->addFile('en', 'x', $wrong));
            refused(fn () => $translator->addFile($wrong, 'x', 'y'));
            refused(fn () => $translator->addCatalog($wrong));
            refused(fn () => new Calque\Messages($wrong ?? 7));
            refused(fn () => new Calque\View($wrong));
        }
        refused(fn () => new Calque\Translator('v9', '{}'));
        refused(fn () => $translator->t('a', ['a' => new stdClass()]));
        refused(fn () => $translator->json('k', '{}', 4711));
    },
    'numbers' => function () {
        $translator = made();
        same('<9223372036854775807>', $translator->t('a', ['a' => PHP_INT_MAX]));
        same('<-9223372036854775808>', $translator->t('a', ['a' => PHP_INT_MIN]));
        same('<9223372036854776000>', $translator->t('a', ['a' => PHP_INT_MAX + 1]));
    },
    'changing' => function () {
        $translator = made();
        $growing = new class () {
            private string $text = '';
            public function __toString(): string
            {
                return $this->text .= 'xxxxxxxx';
            }
        };
        for ($at = 1; $at < 2000; $at++) {
            same('<' . str_repeat('x', 8 * $at) . '>', $translator->t('a', ['a' => $growing]));
        }
        $raising = new class () {
            public function __toString(): string
            {
                throw new Exception('no');
            }
        };
        refused(fn () => $translator->t('a', ['a' => $raising]));
        same('v', $translator->t('k'));
    },
    'utf8' => function () {
        $translator = made();
        refused(fn () => $translator->t('a', ['a' => "x\xff"]));
        refused(fn () => $translator->t('a', ['a' => ["x\xff"]]));
        refused(fn () => $translator->t("k\xff"));
        refused(fn () => messages('v')->decode("\xff"));
        same('<é>', $translator->t('a', ['a' => 'é']));
    },
    'nul' => function () {
        $translator = made();
        refused(fn () => $translator->addFile('en', 'x', "/dev/null\0x"));
        refused(fn () => $translator->addCatalog("/dev/null\0x"));
        same("<x\0y>", $translator->t('a', ['a' => "x\0y"]));
        same("x\0y", localization("x\0y")->text('s.k'));
    },
    'dropped' => fn () => dropped(false),
    'released' => fn () => dropped(true),
    'events' => function () {
        $heard = [[], []];
        $log = function (string $line) use (&$heard) { $heard[0][] = $line; };
        $translator = new Calque\Translator('v4', '{"lng": "en", "saveMissing": true, "debug": true}', $log);
        $translator->on('missingKey', function (...$all) use (&$heard) { $heard[1][] = $all; });
        $translator->t('absent');
        same(true, $heard[0] !== [] && $heard[1][0][3] === 'absent');
        try {
            $translator->addResourceBundle('en', 'x', "{\n  \"a\": }");
            same('a failure', null);
        } catch (Calque\Failure $failure) {
            same(2, $failure->sourceLine);
        }
    },
    'exit' => function () {
        $GLOBALS['kept'] = [made(), made()->view('en'), messages('v'), localization('v')];
    },
];

if (!isset($cases[$argv[1]])) {
    exit("none\n");
}
$cases[$argv[1]]();
echo "ok\n";
