# Answers the requests of Tests/Conformance/hosts.py.
require "calque"

Encoding.default_external = "UTF-8"
translator = nil
ARGF.each_line(chomp: true) do |line|
  method, first, second = line.split("\t", -1)
  answer =
    case method
    when "open"
      begin
        translator = Calque::Translator.new(first, second)
        "null"
      rescue Calque::Failure => failure
        JSON.generate(failure.message)
      end
    when "t" then translator.json(first, second, 2)
    when "exists" then translator.exists?(first, second).to_s
    when "languages" then JSON.generate(translator.languages)
    when "dir" then JSON.generate(translator.dir(first))
    when "decode"
      table = Calque::Messages.new
      table.load(first)
      JSON.generate(table.decode(JSON.parse(second)))
    end
  puts answer
end
