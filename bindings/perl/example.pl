# Catalogs of a folder in two languages, and a message table.
use strict;
use warnings;
use utf8;
use FindBin;
use lib "$FindBin::Bin/lib";
use Calque;

binmode STDOUT, ':encoding(UTF-8)';
my ($folder) = @ARGV;
my $translator = Calque::Translator->new('v4', {
    lng => 'pl', fallbackLng => 'en', ns => 'common',
    interpolation => { escapeValue => JSON::PP::false },
});
$translator->add_file($_, 'common', "$folder/$_/common.json") for qw(pl en);
print $translator->t('welcome', name => 'Ada & Bo'), "\n";
print $translator->t('greeting', context => 'morning'), "\n";
print $translator->t('time.day', count => 3), "\n";
print $translator->view('en')->t('time.day', count => 1), "\n";
my $messages = Calque::Messages->new;
$messages->load('{"NAME": "Blockly"}', 'bky_');
print $messages->decode('Learn with %{BKY_NAME}'), "\n";
