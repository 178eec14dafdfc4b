# usage: ruby calls.rb FOLDER
require_relative "../../bindings/ruby/lib/calque"
require "i18n"

def measure(library, row)
  best = 9.times.map do
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
    10_000.times { |at| yield at }
    (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - start) / 10_000
  end.min
  puts "#{library}\t#{row}\t#{best}"
end

translator = Calque::Translator.new("v4", lng: "en", keySeparator: false, nsSeparator: false)
translator.add_file("en", "translation", "#{ARGV[0]}/en.json")
view = translator.view("en")
plain = Array.new(500) { |at| "message #{at}" }
plural = Array.new(100) { |at| "#{at} file" }
abort unless view.t(plural[7], count: 2) == "2 files of 7"
measure("Calque", "plain") { |at| view.t(plain[at % 500]) }
measure("Calque", "plural") { |at| view.t(plural[at % 100], count: at % 201) }
I18n.load_path << "#{ARGV[0]}/en.yml"
I18n.default_locale = :en
abort unless I18n.t(plural[7], count: 2) == "2 files of 7"
measure("i18n 1.10", "plain") { |at| I18n.t(plain[at % 500]) }
measure("i18n 1.10", "plural") { |at| I18n.t(plural[at % 100], count: at % 201) }
