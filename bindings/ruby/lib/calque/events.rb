module Calque
  # Functions of the program that a translator calls. C knows them by a number, under
  # which they are kept until the translator is closed or collected. The library is given
  # no function to release them: it might call that when Ruby's are gone.
  module Events
    HANDLERS = {}
    private_constant :HANDLERS
    P = Fiddle::TYPE_VOIDP
    Z = Fiddle::TYPE_SIZE_T

    # What a handler raises does not cross C: it is a warning.
    def self.run(number, name, text)
      HANDLERS[number.to_i]&.call(name, text)
    rescue StandardError => error
      warn error.full_message
    end

    def self.string(data, length)
      data.to_i.zero? ? "" : Fiddle::Pointer.new(data.to_i)[0, length].force_encoding("UTF-8")
    end

    def self.closure(types, &block)
      Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_VOID, types, &block)
    end

    # A calque_str by value is a pointer and a length in two registers.
    CALL = closure([P, P, Z, P, Z]) do |number, name, name_length, text, length|
      run(number, string(name, name_length), string(text, length))
    end
    LINE = closure([P, P, Z]) { |number, text, length| run(number, "log", string(text, length)) }

    # The number of a function, as C passes it; it is added to those of an object.
    def self.given(numbers, handler)
      @last = (@last || 0) + 1
      HANDLERS[@last] = handler
      numbers << @last
      Fiddle::Pointer.new(@last)
    end

    # The numbers of an object, which are given up with it.
    def self.numbers_of(object)
      numbers = []
      ObjectSpace.define_finalizer(object, forgetting(numbers))
      numbers
    end

    def self.forgetting(numbers) = ->(_id) { forget(numbers) }

    def self.forget(numbers)
      numbers.each { |number| HANDLERS.delete(number) }
      numbers.clear
    end

    # A calque_host with a log.
    def self.host(log)
      host = Fiddle::Pointer.malloc(C::HOST_SIZE, Fiddle::RUBY_FREE)
      host[0, C::HOST_SIZE] = "\0" * C::HOST_SIZE
      places = { 0 => C::HOST_SIZE, C::HOST_USER_DATA => log.to_i,
                 C::HOST_LOG => LINE.to_i }
      places.each { |at, number| host[at, 8] = [number].pack("Q") }
      host
    end
  end
end
