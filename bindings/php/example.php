<?php
// Catalogs of a folder, a compiled catalog, a message table, a proposed text.
require 'vendor/autoload.php';

$translator = new Calque\Translator('v4', [
    'lng' => 'pl', 'fallbackLng' => 'en', 'ns' => 'common',
    'interpolation' => ['escapeValue' => false],
]);
$translator->addFolder($argv[1]);
echo $translator->t('welcome', ['name' => 'Ada & Bo']), "\n";
echo $translator->t('greeting', ['context' => 'morning']), "\n";
echo $translator->t('time.day', ['count' => 3]), "\n";
echo $translator->t('books:due', ['days' => 2]), "\n";
echo $translator->t('books:pages', ['pages' => 12345.5]), "\n";
echo $translator->view('en')->t('time.day', ['count' => 1]), "\n";
$translator->addCatalog($argv[2]);
echo $translator->view('de')->t('time.day', ['count' => 2]), "\n";
$messages = new Calque\Messages();
$messages->load('{"NAME": "Blockly"}', 'bky_');
echo $messages->decode('Learn with %{BKY_NAME}'), "\n";
$texts = new Calque\Localization();
$texts->load('{"data": {"home": {"title": "Witaj"}}}', 'pl');
$texts->propose('home.title', 'pl', 'Dzień dobry wszystkim');
echo $texts->text('home.title'), "\n";
