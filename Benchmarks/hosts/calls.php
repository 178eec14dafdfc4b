<?php
// usage: php calls.php FOLDER
spl_autoload_register(fn (string $name) => require __DIR__ . '/../../bindings/php/src/'
    . substr($name, strlen('Calque\\')) . '.php');

/** Nanoseconds that the process has used. */
function spent(): int
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] * 1000000 + $usage['ru_utime.tv_usec']) * 1000;
}

function measure(string $library, string $row, callable $call): void
{
    $best = INF;
    for ($round = 0; $round < 9; $round++) {
        $start = spent();
        for ($at = 0; $at < 20000; $at++) {
            $call($at);
        }
        $best = min($best, (spent() - $start) / 20000);
    }
    printf("%s\t%s\t%.0f\n", $library, $row, $best);
}

$translator = new Calque\Translator('v4', ['lng' => 'en', 'keySeparator' => false, 'nsSeparator' => false]);
$translator->addFile('en', 'translation', "$argv[1]/en.json");
$view = $translator->view('en');
for ($at = 0; $at < 500; $at++) {
    $plain[$at] = "message $at";
    $plural[$at % 100] = ($at % 100) . ' file';
}
if ($view->t($plural[7], ['count' => 2]) !== '2 files of 7') exit(1);
measure('Calque', 'plain', fn ($at) => $view->t($plain[$at % 500]));
measure('Calque', 'plural', fn ($at) => $view->t($plural[$at % 100], ['count' => $at % 201]));
setlocale(LC_ALL, 'C.UTF-8');
bindtextdomain('messages', $argv[1]);
textdomain('messages');
if (gettext($plain[7]) === $plain[7]) exit(1);
measure('gettext', 'plain', fn ($at) => gettext($plain[$at % 500]));
measure('gettext', 'plural', function ($at) use ($plural) {
    $key = '%d ' . $plural[$at % 100];
    return sprintf(ngettext($key, $key . 's', $at % 201), $at % 201);
});
