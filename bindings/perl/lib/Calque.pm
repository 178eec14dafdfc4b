package Calque;

# Texts are Perl's own, in characters. The documentation is at the end.
use strict;
use warnings;
use B ();
use Encode ();
use File::Glob ();
use FFI::Platypus::Buffer qw(buffer_to_scalar scalar_to_buffer);
use JSON::PP ();
use Calque::C;
use Calque::Events;

our $VERSION = '0.1.0';

package Calque::Failure {
    use overload '""' => sub { $_[0]{message} }, fallback => 1;
    sub message { $_[0]{message} }
    sub status { $_[0]{status} }

    # Where the mistake is; undefined where that is not known.
    sub file { $_[0]{file} }
    sub line { $_[0]{line} }
    sub column { $_[0]{column} }
    sub path { $_[0]{path} }
}

# Shapes that calls share.
package Calque::Call {
    my $json = JSON::PP->new->utf8->canonical->allow_nonref;

    sub json { $json->encode($_[0]) }

    # A pointer to the bytes of a scalar.
    sub address { (FFI::Platypus::Buffer::scalar_to_buffer($_[0]))[0] }

    # Runs a call with texts, whose bytes stay where they are until it returns.
    sub borrowed {
        my ($call, @texts) = @_;
        my @bytes = map { defined ? Encode::encode_utf8($_) : undef } @texts;
        return $call->(map { defined ? (address($_), length) : (undef, 0) } @bytes);
    }

    # Runs a call that takes an error last; dies of what it failed with.
    sub checked {
        my ($call) = @_;
        my $out = pack 'Q', 0;
        my $status = $call->(address($out));
        return $status if $status < Calque::C::INVALID_ARGUMENT;
        my $error = unpack 'Q', $out;
        failed(text_at(Calque::C::status_name($status)), $status) unless $error;
        my %place = (
            file => text_at(Calque::C::error_source($error)) || undef,
            path => text_at(Calque::C::error_path($error)) || undef,
            line => Calque::C::error_line($error) || undef,
            column => Calque::C::error_column($error) || undef,
        );
        my $message = text_at(Calque::C::error_message($error));
        Calque::C::error_release($error);
        failed($message, $status, %place);
    }

    sub failed {
        my ($message, $status, %place) = @_;
        die bless { message => $message, status => $status, %place }, 'Calque::Failure';
    }

    # The bytes of a path, with its NUL.
    sub path {
        my ($path) = @_;
        failed('a path is undefined', Calque::C::INVALID_ARGUMENT) unless defined $path;
        failed('a path has a NUL in it', Calque::C::INVALID_ARGUMENT) if $path =~ /\0/;
        return "$path\0";
    }

    sub text_at { $_[0] ? Encode::decode_utf8(unpack 'p', pack 'Q', $_[0]) : '' }

    # Options or a tree as JSON.
    sub json_text { ref $_[0] ? Encode::decode_utf8(json($_[0])) : $_[0] }

    # The object that a call makes.
    sub made {
        my ($call) = @_;
        my $out = pack 'Q', 0;
        checked(sub { $call->(address($out), @_) });
        return unpack 'Q', $out;
    }

    # The text that a call leaves in a calque_string.
    sub owned {
        my ($call) = @_;
        my $string = pack 'QQ', 0, 0;
        checked(sub { $call->(address($string), @_) });
        my ($data, $length) = unpack 'QQ', $string;
        my $bytes = $data ? FFI::Platypus::Buffer::buffer_to_scalar($data, $length) : undef;
        Calque::C::string_dispose(address($string));
        return defined $bytes ? Encode::decode_utf8($bytes) : undef;
    }

    # The text that a call writes into a buffer.
    sub filled {
        my ($call) = @_;
        my $size = pack 'Q', 0;
        for (my $capacity = 256;; $capacity = unpack('Q', $size) + 1) {
            my $buffer = "\0" x $capacity;
            my $status = $call->(address($buffer), $capacity, address($size));
            next if $status == Calque::C::TRUNCATED;
            failed('the translation failed: ' . text_at(Calque::C::status_name($status)), $status)
                if $status >= Calque::C::INVALID_ARGUMENT;
            return Encode::decode_utf8(substr $buffer, 0, unpack 'Q', $size);
        }
    }

    # Runs a call with an array of calque_arg and its length.
    sub with_arguments {
        my ($values, $call) = @_;
        my (@kept, @args);
        for my $name (sort keys %$values) {
            push @kept, Encode::encode_utf8($name);
            my @name = (address($kept[-1]), length $kept[-1]);
            my ($kind, $integer, $number, $text) = argument($values->{$name});
            push @kept, $text // '';
            my @text = defined $text ? (address($kept[-1]), length $text) : (0, 0);
            push @args, pack 'QQlLqdQQ', @name, $kind, 0, $integer, $number, @text;
        }
        my $array = join '', @args;
        return $call->(@args ? address($array) : undef, scalar @args);
    }

    # Kind, integer, double and text of a value. A number is what Perl holds as one.
    sub argument {
        my ($value) = @_;
        return (Calque::C::ARG_KIND_NULL, 0, 0) unless defined $value;
        return (Calque::C::ARG_KIND_BOOL, $value ? 1 : 0, 0) if JSON::PP::is_bool($value);
        return (Calque::C::ARG_KIND_JSON, 0, 0, json($value)) if ref $value;
        my $flags = B::svref_2object(\$value)->FLAGS;
        if (!($flags & B::SVf_POK)) {
            failed("$value does not fit into 64 bits", Calque::C::INVALID_ARGUMENT)
                if $flags & B::SVf_IOK && $flags & B::SVf_IVisUV;
            return (Calque::C::ARG_KIND_INT, $value, 0) if $flags & B::SVf_IOK;
            return (Calque::C::ARG_KIND_DOUBLE, 0, $value) if $flags & B::SVf_NOK;
        }
        return (Calque::C::ARG_KIND_TEXT, 0, 0, Encode::encode_utf8($value));
    }
}

# An object of the library. It is not copied, neither into threads nor by Storable. It
# is released by `close`, or with the object, and not before its last call has returned:
# a signal handler may close it in the middle of one.
package Calque::Handle {
    sub CLONE_SKIP { 1 }
    sub STORABLE_freeze { die 'a ' . ref($_[0]) . " cannot be copied\n" }
    sub STORABLE_attach { die "a $_[0] cannot be copied\n" }

    # The object that a call makes, at an address.
    sub made {
        my ($class, $call) = @_;
        return bless { handle => Calque::Call::made($call), calls => 0 }, $class;
    }

    # Runs a call with the address.
    sub using {
        my ($self, $call) = @_;
        my $result;
        $self->{calls}++;
        my $done = eval {
            Calque::Call::failed('the ' . ref($self) . ' is closed', Calque::C::INVALID_ARGUMENT)
                unless $self->{handle} && !$self->{closed};
            $result = $call->($self->{handle});
            1;
        };
        my $failure = $@;
        $self->{calls}--;
        $self->close if $self->{closed};
        die $failure unless $done;
        return $result;
    }

    # Runs a call of a class with the address and with texts.
    sub calling {
        my ($self, $call, @texts) = @_;
        my $class = caller;
        Calque::Call::failed('not a ' . $class, Calque::C::INVALID_ARGUMENT)
            unless $self->isa($class);
        return Calque::Call::borrowed(sub {
            my @given = @_;
            $self->using(sub { $call->($_[0], @given) });
        }, @texts);
    }

    # Releases the memory; later calls die.
    sub close {
        my ($self) = @_;
        $self->{closed} = 1;
        return if $self->{calls} || !$self->{handle};
        my $handle = $self->{handle};
        $self->{handle} = undef;
        $self->release($handle);
    }

    # The functions of C may be gone when the program ends, and its memory with them.
    sub DESTROY { $_[0]->close unless ${^GLOBAL_PHASE} eq 'DESTRUCT' }
}

# The method that translators and views share.
package Calque::Texts {
    our @ISA = ('Calque::Handle');

    # The text of a key; its fallback where there is none.
    sub t {
        my ($self, $key, %values) = @_;
        return Calque::Call::borrowed(sub {
            my @key = @_;
            Calque::Call::with_arguments(\%values, sub {
                my @args = @_;
                $self->using(sub {
                    my ($handle) = @_;
                    Calque::Call::filled(sub { $self->translate($handle, @key, @args, @_) });
                });
            });
        }, $key);
    }
}

# An immutable view of a translator in one language, for hot code.
package Calque::View {
    our @ISA = ('Calque::Texts');

    sub translate { shift; Calque::C::view_translate(@_) }
    sub release { Calque::C::view_release($_[1]) }
}

# A translator over i18next catalogs.
package Calque::Translator {
    our @ISA = ('Calque::Texts');

    my %formats = map { $_ => Calque::C->can('FORMAT_' . uc)->() } qw(ios v1 v2 v3 v4);

    # Options are a hash, or JSON text; the log receives diagnostics, a line each.
    sub new {
        my ($class, $format, $options, $log) = @_;
        my $host = $log ? Calque::Events::host($log) : undef;
        return Calque::Call::borrowed(sub {
            my @options = (@_, $host ? Calque::Call::address($host) : undef);
            $class->made(sub {
                Calque::C::translator_create($formats{$format} // $format, @options, @_);
            });
        }, Calque::Call::json_text($options));
    }

    # Adds texts, a hash or JSON text, in place of those that are there.
    sub add_resource_bundle {
        my ($self, $lng, $ns, $tree) = @_;
        $self->calling(sub {
            my @given = @_;
            Calque::Call::checked(sub {
                Calque::C::translator_add_resource_bundle(
                    @given, Calque::C::BUNDLE_REPLACE, @_);
            });
        }, $lng, $ns, Calque::Call::json_text($tree));
    }

    # Adds the catalogs of a folder: LNG/NS.json, LNG.json (namespace `translation`) and
    # compiled ones, *.calque. Called again, it loads them again.
    sub add_folder {
        my ($self, $folder) = @_;
        Calque::Call::failed("$folder is not a folder", Calque::C::IO_ERROR) unless -d $folder;
        for my $file (sort(File::Glob::bsd_glob("$folder/*/*.json"))) {
            my ($lng, $ns) = $file =~ m{([^/]+)/([^/]+)\.json$};
            $self->add_file($lng, $ns, $file);
        }
        for my $file (sort(File::Glob::bsd_glob("$folder/*.json"))) {
            $self->add_file($file =~ m{([^/]+)\.json$}, 'translation', $file);
        }
        $self->add_catalog($_) for sort(File::Glob::bsd_glob("$folder/*.calque"));
    }

    # The current language.
    sub language {
        my ($self) = @_;
        return $self->calling(sub {
            my ($handle) = @_;
            Calque::Call::filled(sub { Calque::C::translator_language($handle, 0, @_) });
        });
    }

    # Changes the current language. Views keep theirs.
    sub change_language {
        my ($self, $lng) = @_;
        $self->calling(sub {
            my @given = @_;
            Calque::Call::checked(sub { Calque::C::translator_change_language(@given, @_) });
        }, $lng);
    }

    # The available language that fits best: an Accept-Language header, or an array.
    sub best_language {
        my ($self, $wanted) = @_;
        return $self->calling(sub {
            my @given = (@_, Calque::C::MATCH_CLOSEST);
            Calque::Call::filled(sub { Calque::C::translator_best_language(@given, @_) });
        }, Calque::Call::json_text($wanted));
    }

    # Calls a function with an event and its arguments, as i18next passes them.
    sub on {
        my ($self, $events, $handler) = @_;
        my $number = Calque::Events::given(sub {
            my ($name, $json) = @_;
            $handler->($name, @{ JSON::PP->new->decode($json) });
        });
        $self->calling(sub {
            my @given = (@_, Calque::Events::call(), $number, Calque::Events::done(), undef);
            Calque::Call::checked(sub { Calque::C::translator_on(@given, @_) });
        }, $events);
    }

    sub translate { shift; Calque::C::translator_translate(@_) }
    sub release { Calque::C::translator_release($_[1]) }

    sub add_file {
        my ($self, $lng, $ns, $path) = @_;
        my $file = Calque::Call::path($path);
        $self->calling(sub {
            my ($handle, @names) = @_;
            Calque::Call::checked(sub {
                Calque::C::translator_add_file(
                    $handle, @names, Calque::Call::address($file), Calque::C::BUNDLE_REPLACE,
                    @_);
            });
        }, $lng, $ns);
    }

    # Adds the languages of a compiled catalog.
    sub add_catalog {
        my ($self, $path) = @_;
        my $file = Calque::Call::path($path);
        my $catalog = Calque::Call::made(
            sub { Calque::C::catalog_open(Calque::Call::address($file), 0, @_) });
        my $added = eval {
            $self->calling(sub {
                my ($handle) = @_;
                Calque::Call::checked(sub {
                    Calque::C::translator_add_catalog($handle, $catalog, undef, 0, 0, undef, @_);
                });
            });
            1;
        };
        my $failure = $@;
        Calque::C::catalog_release($catalog);
        die $failure unless $added;
    }

    sub view {
        my ($self, $lng, %names) = @_;
        return $self->calling(sub {
            my @given = @_;
            Calque::View->made(sub { Calque::C::view_create(@given, @_) });
        }, $lng, @names{qw(ns prefix)});
    }

    # Keys and options are JSON, the result too, unless another form is asked for.
    sub json {
        my ($self, $keys, $options, $form) = @_;
        return $self->calling(sub {
            my @given = @_;
            Calque::Call::owned(sub {
                Calque::C::translator_translate_json(
                    @given, $form // Calque::C::RESULT_JSON, @_);
            });
        }, $keys, $options);
    }

    sub exists {
        my ($self, $keys, $options) = @_;
        my $found = "\0";
        $self->calling(sub {
            my @given = @_;
            Calque::Call::checked(sub {
                Calque::C::translator_exists(@given, Calque::Call::address($found), @_);
            });
        }, $keys, $options);
        return $found ne "\0";
    }

    # The fallback chain.
    sub languages {
        my ($self) = @_;
        my $text = $self->calling(sub {
            my ($handle) = @_;
            Calque::Call::owned(sub { Calque::C::translator_languages($handle, undef, 0, @_) });
        });
        return @{ JSON::PP->new->decode($text) };
    }

    sub dir {
        my ($self, $lng) = @_;
        my $direction = $self->calling(sub { Calque::C::translator_dir(@_) }, $lng);
        return $direction == Calque::C::RTL ? 'rtl' : 'ltr';
    }
}

# A message table: case-insensitive keys, synonyms, %{key} references.
package Calque::Messages {
    our @ISA = ('Calque::Handle');

    sub new {
        my ($class, $options) = @_;
        return Calque::Call::borrowed(sub {
            my @options = @_;
            $class->made(sub { Calque::C::messages_create(@options, @_) });
        }, $options);
    }

    sub release { Calque::C::messages_release($_[1]) }

    # Messages are a hash, or JSON text.
    sub load {
        my ($self, $messages, $prefix) = @_;
        $self->calling(sub {
            my ($handle, @texts) = @_;
            Calque::Call::checked(sub {
                Calque::C::messages_load_json(
                    $handle, Calque::C::MESSAGES_MESSAGE, @texts, undef, @_);
            });
        }, $prefix, Calque::Call::json_text($messages));
    }

    sub decode {
        my ($self, $text) = @_;
        return $self->calling(sub {
            my @given = @_;
            Calque::Call::filled(sub { Calque::C::messages_decode(@given, @_) });
        }, $text);
    }
}

# Texts by section and key, and better wordings that people propose for them.
package Calque::Localization {
    our @ISA = ('Calque::Handle');

    sub new {
        my ($class, $options) = @_;
        return Calque::Call::borrowed(sub {
            my @options = @_;
            $class->made(sub { Calque::C::localization_create(@options, undef, @_) });
        }, $options);
    }

    sub release { Calque::C::localization_release($_[1]) }

    # Takes the texts of a language: a hash with `data`, or JSON text.
    sub load {
        my ($self, $resource, $locale) = @_;
        $self->calling(sub {
            my @given = @_;
            Calque::Call::checked(sub { Calque::C::localization_load_resource(@given, @_) });
        }, Calque::Call::json_text($resource), $locale);
    }

    # The text of an identifier, `section.key`; empty where there is none.
    sub text {
        my ($self, $identifier) = @_;
        return $self->calling(sub {
            my @given = @_;
            Calque::Call::filled(sub { Calque::C::localization_text(@given, @_, undef) });
        }, $identifier);
    }

    # Shows a value instead of the text, in one locale.
    sub propose {
        my ($self, $identifier, $locale, $value) = @_;
        $self->calling(sub {
            my @given = @_;
            Calque::Call::checked(sub { Calque::C::proposals_store(@given, @_) });
        }, $identifier, $locale, $value);
    }
}

1;

__END__

=encoding UTF-8

=head1 NAME

Calque - i18next catalogs: translations, plurals, interpolation

=head1 SYNOPSIS

    use Calque;
    my $t = Calque::Translator->new('v4', { lng => 'en', fallbackLng => 'en' });
    $t->add_folder('locales');
    print $t->t('file', count => 3);

=head1 DESCRIPTION

Texts are in characters. A call that fails dies with a C<Calque::Failure>, which reads as its
message and has C<message>, C<status>, C<file>, C<line>, C<column> and C<path>, the JSON path.
C<count> must be a number to Perl, not a string of digits: write C<< count => 0 + $text >>.
Values are escaped for HTML unless the option C<interpolation> has
C<< escapeValue => JSON::PP::false >>.

=head2 Calque::Translator

=over

=item new($format, $options, $log)

The format is C<v1> to C<v4> or C<ios>; options are a hash or JSON text, by i18next's names. The
log is a function that receives diagnostics, a line each.

=item t($key, %values)

The text of a key; its fallback where there is none.

=item add_resource_bundle($lng, $ns, $tree), add_file($lng, $ns, $path), add_folder($path), add_catalog($path)

Add texts in place of those that are there: a hash or JSON text, a file, a folder with
C<LNG/NS.json>, C<LNG.json> and C<*.calque>, a compiled catalog. Called again, they reload.

=item language, change_language($lng), best_language($wanted), languages, dir($lng)

The current language, another one, the available one that fits an Accept-Language header or an
array best, the fallback chain, C<ltr> or C<rtl>.

=item on($events, $handler)

Calls a function with an event and its arguments, as i18next passes them: C<missingKey> (with the
option C<saveMissing>), C<languageChanged>, C<added> and others.

=item view($lng, ns => $ns, prefix => $prefix)

A C<Calque::View>: immutable, in one language, for hot code. It has C<t>.

=item json($keys, $options, $form), exists($keys, $options)

Keys and options are JSON text.

=back

=head2 Calque::Messages, Calque::Localization

A message table with C<load> and C<decode>; texts with C<load>, C<text> and C<propose>.

=head1 LICENSE

MIT

=cut
