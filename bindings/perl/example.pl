# Catalogs of a folder, a compiled catalog, a message table, a proposed text.
use strict;
use warnings;
use utf8;
use Calque;

binmode STDOUT, ':encoding(UTF-8)';
my ($folder, $catalog) = @ARGV;
my $translator = Calque::Translator->new('v4', {
    lng => 'pl', fallbackLng => 'en', ns => 'common',
    interpolation => { escapeValue => JSON::PP::false },
});
$translator->add_folder($folder);
print $translator->t('welcome', name => 'Ada & Bo'), "\n";
print $translator->t('greeting', context => 'morning'), "\n";
print $translator->t('time.day', count => 3), "\n";
print $translator->t('books:due', days => 2), "\n";
print $translator->t('books:pages', pages => 12345.5), "\n";
print $translator->view('en')->t('time.day', count => 1), "\n";
$translator->add_catalog($catalog);
print $translator->view('de')->t('time.day', count => 2), "\n";
my $messages = Calque::Messages->new;
$messages->load('{"NAME": "Blockly"}', 'bky_');
print $messages->decode('Learn with %{BKY_NAME}'), "\n";
my $texts = Calque::Localization->new;
$texts->load('{"data": {"home": {"title": "Witaj"}}}', 'pl');
$texts->propose('home.title', 'pl', 'Dzień dobry wszystkim');
print $texts->text('home.title'), "\n";
