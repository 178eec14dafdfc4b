package Calque::Events;

# Functions of the program that a translator calls. C knows them by a number, under which
# they are kept until the library gives it up.
use strict;
use warnings;
use Encode ();
use FFI::Platypus::Buffer qw(buffer_to_scalar);
use Calque::C;

my (%handlers, %pointers);
my $numbers = 0;

# The number of a function, as C passes it.
sub given {
    my ($handler) = @_;
    $handlers{ ++$numbers } = $handler;
    return $numbers;
}

# A calque_str by value is a pointer and a length in two registers.
sub call {
    return pointer('(opaque, opaque, size_t, opaque, size_t)->void', sub {
        my ($number, $name, $name_length, $text, $length) = @_;
        run($number, text($name, $name_length), text($text, $length));
    });
}

sub done { pointer('(opaque)->void', sub { delete $handlers{ $_[0] }; return }) }

# The bytes of a calque_host with a log.
sub host {
    my ($log) = @_;
    my $line = pointer('(opaque, opaque, size_t)->void', sub {
        my ($number, $text, $length) = @_;
        run($number, 'log', text($text, $length));
    });
    my $host = "\0" x Calque::C::HOST_SIZE;
    my %places = (
        0 => Calque::C::HOST_SIZE,
        Calque::C::HOST_USER_DATA, given(sub { $log->($_[1]) }),
        Calque::C::HOST_USER_DATA_FREE, done(),
        Calque::C::HOST_LOG, $line,
    );
    substr($host, $_, 8) = pack 'Q', $places{$_} for keys %places;
    return $host;
}

# The address of a function for C, which is made once.
sub pointer {
    my ($type, $function) = @_;
    return $pointers{$type} //= do {
        my $closure = $Calque::C::ffi->closure($function);
        $closure->sticky;
        $Calque::C::ffi->cast($type => 'opaque', $closure);
    };
}

# An exception of a handler does not cross C: it becomes a warning.
sub run {
    my ($number, $name, $text) = @_;
    my $handler = $handlers{$number} or return;
    eval { $handler->($name, $text); 1 } or warn $@;
    return;
}

sub text {
    my ($data, $length) = @_;
    return $data ? Encode::decode_utf8(buffer_to_scalar($data, $length)) : '';
}

1;
