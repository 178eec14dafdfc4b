<?php
// Answers the requests of Tests/Conformance/hosts.py.
require 'vendor/autoload.php';

$translator = null;
$answers = [
    'open' => function ($format, $options) use (&$translator) {
        try {
            $translator = new Calque\Translator($format, $options);
            return null;
        } catch (Calque\Failure $failure) {
            return $failure->getMessage();
        }
    },
    'exists' => function ($keys, $options) use (&$translator) { return $translator->exists($keys, $options); },
    'languages' => function () use (&$translator) { return $translator->languages(); },
    'dir' => function ($lng) use (&$translator) { return $translator->dir($lng); },
    'decode' => function ($messages, $text) {
        $table = new Calque\Messages();
        $table->load($messages);
        return $table->decode(json_decode($text));
    },
];

while (($line = fgets(STDIN)) !== false) {
    $fields = explode("\t", rtrim($line, "\n"));
    $method = array_shift($fields);
    echo $method === 't' ? $translator->json($fields[0], $fields[1], 2)
        : json_encode($answers[$method](...$fields)), "\n";
}
