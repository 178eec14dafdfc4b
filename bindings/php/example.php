<?php
// Catalogs of a folder in two languages, and a message table.
require __DIR__ . '/Calque.php';

$translator = new Calque\Translator('v4', [
    'lng' => 'pl', 'fallbackLng' => 'en', 'ns' => 'common',
    'interpolation' => ['escapeValue' => false],
]);
foreach (['pl', 'en'] as $lng) {
    $translator->addFile($lng, 'common', "$argv[1]/$lng/common.json");
}
echo $translator->t('welcome', ['name' => 'Ada & Bo']), "\n";
echo $translator->t('greeting', ['context' => 'morning']), "\n";
echo $translator->t('time.day', ['count' => 3]), "\n";
echo $translator->view('en')->t('time.day', ['count' => 1]), "\n";
$messages = new Calque\Messages();
$messages->load('{"NAME": "Blockly"}', 'bky_');
echo $messages->decode('Learn with %{BKY_NAME}'), "\n";
