# Does what Tests/Conformance/misuse.py describes by a case's name.
use strict;
use warnings;
use utf8;
use Calque;
use Config;
use JSON::PP ();
use POSIX ();
use Storable ();
use threads;

my %options = (lng => 'en', interpolation => { escapeValue => JSON::PP::false },
    resources => { en => { translation => { k => 'v', a => '<{{a}}>' } } });

sub made { Calque::Translator->new('v4', \%options) }

sub messages {
    my $table = Calque::Messages->new;
    $table->load(JSON::PP->new->encode({ K => $_[0] }));
    return $table;
}

sub localization {
    my $texts = Calque::Localization->new;
    $texts->load(JSON::PP->new->encode({ data => { s => { k => $_[0] } } }), 'en');
    return $texts;
}

sub same {
    my ($expected, $found) = @_;
    die "$found is not $expected" unless $expected eq $found;
}

sub refused {
    my ($call) = @_;
    die 'it was not refused' if eval { local $SIG{__WARN__} = sub {}; $call->(); 1 };
}

sub resident {
    open my $file, '<', '/proc/self/statm' or die;
    return (split / /, <$file>)[1] / 256;
}

sub dropped {
    my ($closes) = @_;
    my $before = resident();
    for (1 .. 50000) {
        my $translator = made();
        $translator->close if $closes;
    }
    my $grown = resident() - $before;
    die "$grown MiB more" if $grown > 250;
}

# Runs a call while a child sends signals.
sub signalled {
    my ($handler, $call) = @_;
    local $SIG{USR1} = $handler;
    my $parent = $$;
    my $child = fork;
    if (!$child) {
        while (getppid() == $parent) {
            kill USR1 => $parent;
            select undef, undef, undef, 0.0001;
        }
        POSIX::_exit(0);
    }
    $call->();
    kill KILL => $child;
    waitpid $child, 0;
}

package Growing {
    use overload '""' => sub { ${ $_[0] } .= 'xxxxxxxx' }, fallback => 1;
}

our @kept;
my %cases = (
    unkept => sub {
        for (1 .. 1000) {
            same('v', made()->t('k'));
            same('v', made()->view('en')->t('k'));
            same('"v"', made()->json('k'));
            same(1, made()->exists('k'));
            same('en dev', join ' ', made()->languages);
            same('text v', messages('v')->decode('text %{K}'));
            same('v', localization('v')->text('s.k'));
        }
    },
    copied => sub {
        my $translator = made();
        for my $each ($translator, $translator->view('en'), messages('v'), localization('v')) {
            refused(sub { Storable::dclone($each) });
            refused(sub { Storable::freeze($each) });
            refused(sub { JSON::PP->new->encode($each) });
        }
        same('v', $translator->t('k'));
    },
    closed => sub {
        my $translator = made();
        my $view = $translator->view('en');
        $translator->close for 1 .. 2;
        $translator->DESTROY;
        same('v', $view->t('k'));
        refused(sub { $translator->t('k') });
        refused(sub { $translator->languages });
        refused(sub { $translator->view('en') });
        $view->close;
        refused(sub { $view->t('k') });
        my ($table, $texts) = (messages('v'), localization('v'));
        $_->close for $table, $texts;
        refused(sub { $table->decode('x') });
        refused(sub { $texts->text('s.k') });
    },
    closing => sub {
        my $translator;
        signalled(sub { $translator->close if $translator }, sub {
            for (1 .. 3000) {
                $translator = made();
                eval { $translator->t('k') for 1 .. 5 };
            }
        });
    },
    threads => sub {
        my $translator = made();
        my $view = $translator->view('en');
        my $table = messages('v');
        my $texts = localization('v');
        for (1 .. 5) {
            my @threads = map { threads->create(sub {
                refused(sub { $translator->t('k') });
                return made()->t('k');
            }) } 1 .. 4;
            same('v', $_->join) for @threads;
            same('vv', $translator->t('k') . $view->t('k'));
        }
        same('v', $table->decode('%{K}'));
        same('v', $texts->text('s.k'));
    },
    interrupted => sub {
        my $translator = made();
        signalled(sub { $translator->t('a', a => 'handler') }, sub {
            same('v', $translator->t('k')) for 1 .. 20000;
        });
    },
    types => sub {
        my $translator = made();
        for my $wrong ([], {}, sub {}, undef) {
            refused(sub { $translator->add_file('en', 'x', $wrong) });
            refused(sub { $translator->add_catalog($wrong) });
            refused(sub { $translator->json('k', $wrong // 'x') });
            refused(sub { Calque::Messages->new($wrong // 'x') });
            refused(sub { Calque::Translator->new($wrong, '{}') });
        }
        refused(sub { $translator->t('a', a => sub {}) });
        refused(sub { $translator->t('a', a => bless {}, 'Other') });
        refused(sub { Calque::Translator->new('v9', '{}') });
        refused(sub { Calque::Translator->new(4711, '{}') });
        refused(sub { Calque::Translator::t('text', 'k') });
        refused(sub { Calque::Translator::t({}, 'k') });
        refused(sub { Calque::Translator::languages(messages('v')) });
        refused(sub { $translator->json('k', '{}', 4711) });
    },
    numbers => sub {
        my $translator = made();
        same('<9223372036854775807>', $translator->t('a', a => 9223372036854775807));
        same('<-9223372036854775808>', $translator->t('a', a => -9223372036854775807 - 1));
        refused(sub { $translator->t('a', a => 9223372036854775808) });
        refused(sub { $translator->t('a', a => ~0) });
    },
    changing => sub {
        my $translator = made();
        my $growing = bless \(my $text = ''), 'Growing';
        same('<' . 'x' x (8 * $_) . '>', $translator->t('a', a => "$growing")) for 1 .. 1000;
        refused(sub { $translator->t('a', a => $growing) });
    },
    utf8 => sub {
        my $translator = made();
        refused(sub { $translator->t('a', a => "x\x{d800}") });
        refused(sub { $translator->t("k\x{d800}") });
        refused(sub { messages('v')->decode("\x{d800}") });
        same('<é>', $translator->t('a', a => 'é'));
    },
    nul => sub {
        my $translator = made();
        refused(sub { $translator->add_file('en', 'x', "/dev/null\0x") });
        refused(sub { $translator->add_catalog("/dev/null\0x") });
        same("<x\0y>", $translator->t('a', a => "x\0y"));
        same("x\0y", localization("x\0y")->text('s.k'));
    },
    dropped => sub { dropped(0) },
    released => sub { dropped(1) },
    events => sub {
        my (@lines, @keys);
        my %options = (lng => 'en', saveMissing => JSON::PP::true, debug => JSON::PP::true);
        my $translator = Calque::Translator->new('v4', \%options, sub { push @lines, @_ });
        $translator->on('missingKey', sub { push @keys, $_[3] });
        $translator->t('absent');
        same(1, @lines && "@keys" eq 'absent' ? 1 : 0);
        eval { $translator->add_resource_bundle('en', 'x', qq({\n  "a": })) };
        same(2, $@->line);
    },
    exit => sub { @kept = (made(), made()->view('en'), messages('v'), localization('v')) },
);
delete $cases{threads} unless $Config{useithreads};
my $case = $cases{ $ARGV[0] };
$case->() if $case;
print $case ? "ok\n" : "none\n";
