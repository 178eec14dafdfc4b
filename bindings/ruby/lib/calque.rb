# Calque for Ruby, over Fiddle.
#
#   t = Calque::Translator.new(:v4, lng: "en")
#   t.add_folder("locales")
#   t.t(:file, count: 3)
#
# Texts are UTF-8. A call that fails raises Calque::Failure with the library's message,
# which has the file, the line and the column.
require "json"
require_relative "calque/c"
require_relative "calque/events"

module Calque
  class Failure < StandardError
    # The number of the status; file, line, column and JSON path where they are known.
    attr_reader :status, :file, :line, :column, :path

    def initialize(message, status, file: nil, line: nil, column: nil, path: nil)
      super(message)
      @status, @file, @line, @column, @path = status, file, line, column, path
    end
  end

  # Shapes that calls share.
  module Call
    module_function

    # A text as UTF-8 that no other thread changes, and its bytes.
    def text(value)
      return [nil, 0] if value.nil?

      value = value.name if value.is_a?(Symbol)
      bytes = value.encode(Encoding::UTF_8)
      [bytes, bytes.bytesize]
    end

    # Runs a call that takes an error last; raises what it failed with.
    def checked
      failure = pointer
      status = yield failure
      return status if status < C::INVALID_ARGUMENT

      error = failure.ptr
      raise Failure.new(C.status_name(status).to_s, status) if error.null?

      places = { file: known(C.error_source(error)), path: known(C.error_path(error)),
                 line: C.error_line(error).nonzero?, column: C.error_column(error).nonzero? }
      thrown = Failure.new(known(C.error_message(error)), status, **places)
      C.error_release(error)
      raise thrown
    end

    def known(text)
      text.null? || text.to_s.empty? ? nil : text.to_s.force_encoding("UTF-8")
    end

    # Options or a tree as JSON.
    def json(value)
      value.is_a?(String) || value.nil? ? value : JSON.generate(value)
    end

    def pointer
      Fiddle::Pointer.malloc(Fiddle::SIZEOF_VOIDP, Fiddle::RUBY_FREE).tap { |p| p[0, 8] = "\0" * 8 }
    end

    # The object that a call makes.
    def made
      out = pointer
      checked { |failure| yield out, failure }
      out.ptr
    end

    # The text that a call leaves in a calque_string.
    def owned
      string = Fiddle::Pointer.malloc(16, Fiddle::RUBY_FREE)
      checked { |failure| yield string, failure }
      data, length = string[0, 16].unpack("QQ")
      result = data.zero? ? nil : Fiddle::Pointer.new(data)[0, length].force_encoding("UTF-8")
      C.string_dispose(string)
      result
    end

    # Buffers of 512 bytes with a length, which no call uses.
    FREE = []

    # The text that a call writes into a buffer: one of its own, because a trap or another
    # thread may translate before the text is read.
    def filled
      kept = FREE.pop || [room(512), pointer]
      buffer, length = kept
      capacity = 512
      while true
        status = yield buffer, capacity, length
        if status >= C::INVALID_ARGUMENT
          raise Failure.new("the translation failed: #{C.status_name(status)}", status)
        end
        size = length[0, 8].unpack1("Q")
        break unless status == C::TRUNCATED

        capacity = size + 1
        buffer = room(capacity)
      end
      text = buffer[0, size].force_encoding("UTF-8")
      FREE.push(kept)
      text
    end

    def room(size)
      Fiddle::Pointer.malloc(size, Fiddle::RUBY_FREE)
    end

    # An array of calque_arg, and the texts that it points to.
    def arguments(values)
      kept = []
      bytes = values.map do |name, value|
        (borrowed(name.to_s, kept) + argument(value, kept)).pack("QQlLqdQQ")
      end.join
      [Fiddle::Pointer[bytes + "\0"], kept]
    end

    # Address and bytes of a text.
    def borrowed(value, kept)
      bytes, length = text(value)
      kept << Fiddle::Pointer[bytes]
      [kept.last.to_i, length]
    end

    def argument(value, kept)
      case value
      when nil then [C::ARG_KIND_NULL, 0, 0, 0.0, 0, 0]
      when Integer then [C::ARG_KIND_INT, 0, whole(value), 0.0, 0, 0]
      when Float then [C::ARG_KIND_DOUBLE, 0, 0, value, 0, 0]
      when true, false then [C::ARG_KIND_BOOL, 0, value ? 1 : 0, 0.0, 0, 0]
      when Array, Hash then [C::ARG_KIND_JSON, 0, 0, 0.0, *borrowed(JSON.generate(value), kept)]
      else [C::ARG_KIND_TEXT, 0, 0, 0.0, *borrowed(value.to_s, kept)]
      end
    end

    def whole(value)
      return value if value.bit_length < 64

      raise RangeError, "an integer of #{value.bit_length} bits does not fit into 64"
    end
  end

  # An object of the library. It is not copied. It is released by `close`, or with the
  # object, and not before its last call has returned: a trap or another thread may
  # close it in the middle of one.
  class Handle
    # Releases the memory; later calls raise.
    def close
      @closed = true
      free if @calls.zero?
    end

    def initialize_copy(_other)
      raise TypeError, "a #{self.class} cannot be copied"
    end

    private

    def open(release, &call)
      @calls = 0
      @handle = Fiddle::Pointer.new(Call.made(&call).to_i, 0, C::LIBRARY["calque_#{release}"])
    end

    # Runs a call with the handle.
    def using
      @calls += 1
      raise Failure.new("the #{self.class} is closed", C::INVALID_ARGUMENT) if @closed

      yield @handle
    ensure
      @calls -= 1
      # In this order: another call may begin between the two, until it is closed.
      free if @closed && @calls.zero?
    end

    def free
      @handle&.call_free
      @handle = nil
    end
  end

  # The method that translators and views share.
  class Texts < Handle
    # The text of a key; its fallback where there is none.
    def t(key, **values)
      args, _kept = Call.arguments(values) unless values.empty?
      text = Call.text(key)
      using do |handle|
        Call.filled do |buffer, capacity, length|
          translate(handle, *text, args, values.size, buffer, capacity, length)
        end
      end
    end
  end

  # An immutable view of a translator in one language, for hot code.
  class View < Texts
    # As Translator#view.
    def initialize(translator, lng = nil, ns: nil, prefix: nil)
      names = [*Call.text(lng), *Call.text(ns), *Call.text(prefix)]
      translator.send(:using) do |handle|
        open("view_release") { |*out| C.view_create(handle, *names, *out) }
      end
    end

    private

    def translate(*given) = C.view_translate(*given)
  end

  # A translator over i18next catalogs.
  class Translator < Texts
    FORMATS = %w[ios v1 v2 v3 v4].to_h { |name| [name, C.const_get("FORMAT_#{name.upcase}")] }.freeze

    # Options are keywords, or JSON text. The block receives diagnostics, a line each;
    # with the option `debug` also misspelt options, missing keys and missing variables.
    def initialize(format, json = nil, **options, &log)
      text = Call.text(json || JSON.generate(options))
      number = FORMATS[format.to_s] || Integer(format)
      @numbers = Events.numbers_of(self)
      host = Events.host(Events.given(@numbers, ->(_, line) { log.call(line) })) if log
      open("translator_release") { |*out| C.translator_create(number, *text, host, *out) }
    end

    # Adds texts, a hash or JSON text, in place of those that are there.
    def add_resource_bundle(lng, ns, tree)
      texts = [*Call.text(lng), *Call.text(ns), *Call.text(Call.json(tree))]
      using do |handle|
        Call.checked do |failure|
          C.translator_add_resource_bundle(handle, *texts, C::BUNDLE_REPLACE, failure)
        end
      end
    end

    def close
      super
      Events.forget(@numbers)
    end

    def add_file(lng, ns, path)
      names = [*Call.text(lng), *Call.text(ns)]
      using do |handle|
        Call.checked do |failure|
          C.translator_add_file(handle, *names, path, C::BUNDLE_REPLACE, failure)
        end
      end
    end

    # Adds the catalogs of a folder: LNG/NS.json, LNG.json (namespace `translation`) and
    # compiled ones, *.calque. Called again, it loads them again.
    def add_folder(folder)
      raise Failure.new("#{folder} is not a folder", C::IO_ERROR) unless File.directory?(folder)

      Dir.glob("*/*.json", base: folder) do |name|
        add_file(File.dirname(name), File.basename(name, ".json"), File.join(folder, name))
      end
      Dir.glob("*.json", base: folder) do |name|
        add_file(File.basename(name, ".json"), "translation", File.join(folder, name))
      end
      Dir.glob("*.calque", base: folder) { |name| add_catalog(File.join(folder, name)) }
    end

    # Adds the languages of a compiled catalog.
    def add_catalog(path)
      catalog = Call.made { |*out| C.catalog_open(path, 0, *out) }
      using do |handle|
        Call.checked do |failure|
          C.translator_add_catalog(handle, catalog, nil, 0, 0, nil, failure)
        end
      end
    ensure
      C.catalog_release(catalog) if catalog
    end

    def view(lng = nil, ns: nil, prefix: nil)
      View.new(self, lng, ns: ns, prefix: prefix)
    end

    # Keys and options are JSON, the result too; form is 0 text, 1 JSON, 2 details.
    def json(keys, options = "{}", form = 1)
      texts = [*Call.text(keys), *Call.text(options)]
      using do |handle|
        Call.owned { |*out| C.translator_translate_json(handle, *texts, form, *out) }
      end
    end

    def exists?(keys, options = "{}")
      texts = [*Call.text(keys), *Call.text(options)]
      found = Call.pointer
      using do |handle|
        Call.checked { |failure| C.translator_exists(handle, *texts, found, failure) }
      end
      found[0, 1] == "\x01"
    end

    # The current language.
    def language
      using { |handle| Call.filled { |*out| C.translator_language(handle, 0, *out) } }
    end

    # Changes the current language. Views keep theirs.
    def change_language(lng)
      text = Call.text(lng)
      using do |handle|
        Call.checked { |failure| C.translator_change_language(handle, *text, failure) }
      end
    end

    # The available language that fits best: an Accept-Language header, or an array.
    def best_language(wanted)
      text = Call.text(Call.json(wanted))
      using do |handle|
        Call.filled { |*out| C.translator_best_language(handle, *text, C::MATCH_CLOSEST, *out) }
      end
    end

    # Calls the block with an event and its arguments, as i18next passes them. The names of
    # events are separated by spaces: `missingKey` (with the option `saveMissing`),
    # `languageChanged`, `added` and others.
    def on(events, &handler)
      text = Call.text(events)
      number = Events.given(@numbers, ->(name, json) { handler.call(name, *JSON.parse(json)) })
      using do |handle|
        Call.checked do |failure|
          C.translator_on(handle, *text, Events::CALL, number, nil, nil, failure)
        end
      end
    end

    # The fallback chain.
    def languages
      using do |handle|
        JSON.parse(Call.owned { |*out| C.translator_languages(handle, nil, 0, *out) })
      end
    end

    def dir(lng = nil)
      text = Call.text(lng)
      using { |handle| C.translator_dir(handle, *text) == C::RTL ? "rtl" : "ltr" }
    end

    private

    def translate(*given) = C.translator_translate(*given)
  end

  # A message table: case-insensitive keys, synonyms, %{key} references.
  class Messages < Handle
    def initialize(options = nil)
      text = Call.text(options)
      open("messages_release") { |*out| C.messages_create(*text, *out) }
    end

    # Messages are a hash, or JSON text.
    def load(messages, prefix = nil)
      texts = [*Call.text(prefix), *Call.text(Call.json(messages))]
      using do |handle|
        Call.checked do |failure|
          C.messages_load_json(handle, C::MESSAGES_MESSAGE, *texts, nil, failure)
        end
      end
    end

    def decode(text)
      encoded = Call.text(text)
      using { |handle| Call.filled { |*out| C.messages_decode(handle, *encoded, *out) } }
    end
  end

  # Texts by section and key, and better wordings that people propose for them.
  class Localization < Handle
    def initialize(options = nil)
      text = Call.text(options)
      open("localization_release") { |*out| C.localization_create(*text, nil, *out) }
    end

    # Takes the texts of a language: a hash with `data`, or JSON text.
    def load(resource, locale = nil)
      texts = [*Call.text(Call.json(resource)), *Call.text(locale)]
      using do |handle|
        Call.checked { |failure| C.localization_load_resource(handle, *texts, failure) }
      end
    end

    # The text of an identifier, `section.key`; empty where there is none.
    def text(identifier)
      name = Call.text(identifier)
      using do |handle|
        Call.filled { |*out| C.localization_text(handle, *name, *out, nil) }
      end
    end

    # Shows a value instead of the text, in one locale.
    def propose(identifier, locale, value)
      texts = [*Call.text(identifier), *Call.text(locale), *Call.text(value)]
      using do |handle|
        Call.checked { |failure| C.proposals_store(handle, *texts, failure) }
      end
    end
  end
end
