# usage: perl calls.pl FOLDER
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../../bindings/perl/lib";
use Calque;
use POSIX ();
use Time::HiRes qw(clock);

sub measure {
    my ($library, $row, $call) = @_;
    my $best = 9e9;
    for (1 .. 9) {
        my $start = clock;
        $call->($_) for 0 .. 9999;
        my $spent = (clock() - $start) * 1e9 / 10_000;
        $best = $spent if $spent < $best;
    }
    printf "%s\t%s\t%.0f\n", $library, $row, $best;
}

my ($folder) = @ARGV;
my $no = JSON::PP::false;
my $translator = Calque::Translator->new('v4',
    { lng => 'en', keySeparator => $no, nsSeparator => $no });
$translator->add_file('en', 'translation', "$folder/en.json");
my $view = $translator->view('en');
my @plain = map { "message $_" } 0 .. 499;
my @plural = map { "$_ file" } 0 .. 99;
$view->t($plural[7], count => 2) eq '2 files of 7' or die;
measure('Calque', 'plain', sub { $view->t($plain[$_[0] % 500]) });
measure('Calque', 'plural', sub { $view->t($plural[$_[0] % 100], count => $_[0] % 201) });

package Peer {
    $ENV{LANGUAGE} = 'en';
    POSIX::setlocale(POSIX::LC_ALL(), 'C.UTF-8');
    require Locale::TextDomain;
    Locale::TextDomain->import('messages', $folder);
    my @one = map { "%d $_" } @plural;
    __($plain[7]) ne $plain[7] or die 'no catalog';
    main::measure('libintl-perl', 'plain', sub { __($plain[$_[0] % 500]) });
    main::measure('libintl-perl', 'plural', sub {
        my $key = $one[$_[0] % 100];
        sprintf __n($key, "${key}s", $_[0] % 201), $_[0] % 201;
    });
}
