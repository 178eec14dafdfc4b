# Calque for Ruby, over Fiddle.
#
#   t = Calque::Translator.new("v4", lng: "en", resources: { ... })
#   t.t("file", count: 3)
#
# Texts are UTF-8. A call that fails raises Calque::Failure with the library's message;
# its `status` is the number.
require "json"
require_relative "calque/c"

module Calque
  class Failure < StandardError
    attr_reader :status

    def initialize(message, status)
      super(message)
      @status = status
    end
  end

  # Shapes that calls share.
  module Call
    module_function

    def text(value)
      value.nil? ? [nil, 0] : [value, value.bytesize]
    end

    # Runs a call that takes an error last; raises what it failed with.
    def checked
      failure = pointer
      status = yield failure
      return status if status < 20

      error = failure.ptr
      message = error.null? ? "status #{status}" : C.error_message(error).to_s
      C.error_release(error)
      raise Failure.new(message.force_encoding("UTF-8"), status)
    end

    def pointer
      Fiddle::Pointer.malloc(Fiddle::SIZEOF_VOIDP, Fiddle::RUBY_FREE).tap { |p| p[0, 8] = "\0" * 8 }
    end

    # The object that a call makes; `release` frees it with the Ruby object.
    def made(release)
      out = pointer
      checked { |failure| yield out, failure }
      Fiddle::Pointer.new(out.ptr.to_i, 0, C::LIBRARY["calque_#{release}"])
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

    # The text that a call writes into a buffer: one of the thread's, that most texts fit in.
    def filled
      buffer, length = Thread.current[:calque_room] ||= [room(1024), pointer]
      capacity = 1024
      loop do
        status = yield buffer, capacity, length
        size = length[0, 8].unpack1("Q")
        return buffer[0, size].force_encoding("UTF-8") unless status == C::TRUNCATED

        capacity = size + 1
        buffer = room(capacity)
      end
    end

    def room(size)
      Fiddle::Pointer.malloc(size, Fiddle::RUBY_FREE)
    end

    # An array of calque_arg, and the texts that it points to.
    def arguments(values)
      kept = []
      bytes = values.map do |name, value|
        kept << Fiddle::Pointer[name.to_s]
        head = [kept.last.to_i, name.to_s.bytesize]
        (head + argument(value, kept)).pack("QQlLqdQQ")
      end.join
      [Fiddle::Pointer[bytes + "\0"], kept]
    end

    def argument(value, kept)
      case value
      when nil then [C::ARG_KIND_NULL, 0, 0, 0.0, 0, 0]
      when Integer then [C::ARG_KIND_INT, 0, value, 0.0, 0, 0]
      when Float then [C::ARG_KIND_DOUBLE, 0, 0, value, 0, 0]
      when true, false then [C::ARG_KIND_BOOL, 0, value ? 1 : 0, 0.0, 0, 0]
      else
        is_json = value.is_a?(Array) || value.is_a?(Hash)
        text = is_json ? JSON.generate(value) : value.to_s
        kept << Fiddle::Pointer[text]
        [is_json ? C::ARG_KIND_JSON : C::ARG_KIND_TEXT, 0, 0, 0.0, kept.last.to_i, text.bytesize]
      end
    end
  end

  # An immutable view of a translator in one language, for hot code.
  class View
    def initialize(handle)
      @handle = handle
    end

    # The text of a key; its fallback where there is none.
    def t(key, **values)
      args, _kept = Call.arguments(values)
      Call.filled do |*out|
        C.view_translate(@handle, *Call.text(key), args, values.size, *out)
      end
    end
  end

  class Translator
    FORMATS = %w[ios v1 v2 v3 v4].to_h { |name| [name, C.const_get("FORMAT_#{name.upcase}")] }.freeze

    # Options are keywords, or JSON text.
    def initialize(format, json = nil, **options)
      json ||= JSON.generate(options)
      @handle = Call.made("translator_release") do |out, failure|
        C.translator_create(FORMATS[format] || Integer(format), *Call.text(json), nil, out, failure)
      end
    end

    # The text of a key; its fallback where there is none.
    def t(key, **values)
      args, _kept = Call.arguments(values)
      Call.filled do |*out|
        C.translator_translate(@handle, *Call.text(key), args, values.size, *out)
      end
    end

    def add_file(lng, ns, path)
      Call.checked do |failure|
        C.translator_add_file(@handle, *Call.text(lng), *Call.text(ns), path, 0, failure)
      end
    end

    # Adds the languages of a compiled catalog.
    def add_catalog(path)
      catalog = Call.made("catalog_release") { |out, failure| C.catalog_open(path, 0, out, failure) }
      Call.checked do |failure|
        C.translator_add_catalog(@handle, catalog, nil, 0, 0, nil, failure)
      end
    end

    def view(lng = nil, ns: nil, prefix: nil)
      View.new(Call.made("view_release") do |out, failure|
        C.view_create(@handle, *Call.text(lng), *Call.text(ns), *Call.text(prefix), out, failure)
      end)
    end

    # Keys and options are JSON, the result too; form is 0 text, 1 JSON, 2 details.
    def json(keys, options = "{}", form = 1)
      Call.owned do |out, failure|
        C.translator_translate_json(@handle, *Call.text(keys), *Call.text(options), form, out, failure)
      end
    end

    def exists?(keys, options = "{}")
      out = Call.pointer
      Call.checked do |failure|
        C.translator_exists(@handle, *Call.text(keys), *Call.text(options), out, failure)
      end
      out[0, 1] == "\x01"
    end

    # The fallback chain.
    def languages
      JSON.parse(Call.owned { |out, failure| C.translator_languages(@handle, nil, 0, out, failure) })
    end

    def dir(lng = nil)
      C.translator_dir(@handle, *Call.text(lng)) == C::RTL ? "rtl" : "ltr"
    end
  end

  # A message table: case-insensitive keys, synonyms, %{key} references.
  class Messages
    def initialize(options = nil)
      @handle = Call.made("messages_release") do |out, failure|
        C.messages_create(*Call.text(options), out, failure)
      end
    end

    def load(json, prefix = nil)
      Call.checked do |failure|
        C.messages_load_json(@handle, C::MESSAGES_MESSAGE, *Call.text(prefix), *Call.text(json), nil, failure)
      end
    end

    def decode(text)
      Call.filled { |*out| C.messages_decode(@handle, *Call.text(text), *out) }
    end
  end
  # Texts by section and key, and better wordings that people propose for them.
  class Localization
    def initialize(options = nil)
      @handle = Call.made("localization_release") do |out, failure|
        C.localization_create(*Call.text(options), nil, out, failure)
      end
    end

    # Takes the texts of a language: JSON with `data`.
    def load(json, locale = nil)
      Call.checked do |failure|
        C.localization_load_resource(@handle, *Call.text(json), *Call.text(locale), failure)
      end
    end

    # The text of an identifier, `section.key`; empty where there is none.
    def text(identifier)
      Call.filled { |*out| C.localization_text(@handle, *Call.text(identifier), *out, nil) }
    end

    # Shows a value instead of the text, in one locale.
    def propose(identifier, locale, value)
      Call.checked do |failure|
        C.proposals_store(
          @handle, *Call.text(identifier), *Call.text(locale), *Call.text(value), failure
        )
      end
    end
  end
end
