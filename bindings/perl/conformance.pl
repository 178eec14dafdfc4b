# Answers the requests of Tests/Conformance/hosts.py.
use strict;
use warnings;
use Calque;
use JSON::PP ();

binmode STDIN, ':encoding(UTF-8)';
binmode STDOUT, ':encoding(UTF-8)';
my $json = JSON::PP->new->allow_nonref;
my $translator;
my %answers = (
    open => sub {
        my ($format, $options) = @_;
        return 'null' if eval { $translator = Calque::Translator->new($format, $options) };
        return $json->encode("$@");
    },
    t => sub { $translator->json(@_, Calque::C::RESULT_DETAILS) },
    exists => sub { $translator->exists(@_) ? 'true' : 'false' },
    languages => sub { $json->encode([$translator->languages]) },
    dir => sub { $json->encode($translator->dir(@_)) },
    decode => sub {
        my ($messages, $text) = @_;
        my $table = Calque::Messages->new;
        $table->load($messages);
        return $json->encode($table->decode($json->decode($text)));
    },
);
while (my $line = <STDIN>) {
    chomp $line;
    my ($method, @fields) = split /\t/, $line, -1;
    print $answers{$method}->(@fields), "\n";
}
