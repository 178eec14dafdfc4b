# Does what Tests/Conformance/misuse.py describes by a case's name.
require "calque"

OPTIONS = { lng: "en", interpolation: { escapeValue: false },
            resources: { en: { translation: { k: "v", a: "<{{a}}>" } } } }.freeze

def made = Calque::Translator.new("v4", **OPTIONS)

def messages(text)
  Calque::Messages.new.tap { |table| table.load(JSON.generate("K" => text)) }
end

def localization(text)
  Calque::Localization.new.tap { |texts| texts.load(JSON.generate(data: { s: { k: text } }), "en") }
end

def same(expected, found)
  raise "#{found.inspect} is not #{expected.inspect}" unless expected == found
end

def refused
  yield
rescue StandardError
  nil
else
  raise ScriptError, "it was not refused"
end

# Runs a block so many times, beside a thread that does something `burst` times for each:
# one that goes on without end keeps the interpreter's lock for 0.1 s at each call into C.
def beside(other, times, burst = 1)
  turns = Queue.new
  thread = Thread.new { burst.times { other.call } while turns.pop }
  times.times do
    turns << true
    yield
  end
  turns.close
  thread.join
end

def resident = File.read("/proc/self/statm").split[1].to_i / 256

def dropped(closes)
  before = resident
  50_000.times { made.then { |translator| translator.close if closes } }
  grown = resident - before
  raise "#{grown} MiB more" if grown > 250
end

class Growing
  def to_s = (@text = "#{@text}xxxxxxxx")
end

class Raising
  def to_s = raise("no")
end

CASES = {
  "unkept" => lambda do
    beside(-> { GC.start }, 1000) do
      same("v", made.t("k"))
      same("v", made.view("en").t("k"))
      same('"v"', made.json("k"))
      same(true, made.exists?("k"))
      same(%w[en dev], made.languages)
      same("text v", messages("v").decode("text %{K}"))
      same("v", localization("v").text("s.k"))
    end
  end,
  "copied" => lambda do
    translator = made
    [translator, translator.view("en"), messages("v"), localization("v")].each do |each|
      refused { each.dup }
      refused { each.clone }
      refused { Marshal.dump(each) }
      refused { each.class.allocate.t("k") }
      refused { each.class.allocate.text("k") }
    end
    same("v", translator.t("k"))
  end,
  "closed" => lambda do
    translator = made
    view = translator.view("en")
    2.times { translator.close }
    same("v", view.t("k"))
    refused { translator.t("k") }
    refused { translator.languages }
    refused { translator.view("en") }
    view.close
    refused { view.t("k") }
    refused { messages("v").tap(&:close).decode("x") }
    refused { localization("v").tap(&:close).text("s.k") }
  end,
  "closing" => lambda do
    100.times do
      translator = made
      callers = Array.new(3) do
        Thread.new do
          loop { same("v", translator.t("k")) }
        rescue Calque::Failure
          nil
        end
      end
      Thread.pass
      translator.close
      callers.each(&:join)
    end
  end,
  "threads" => lambda do
    translator = made
    view = translator.view("en")
    500.times do
      Array.new(4) { Thread.new { same("v", translator.t("k") && view.t("k")) } }.each(&:join)
    end
  end,
  "interrupted" => lambda do
    translator = made
    trap("USR1") { translator.t("a", a: "handler") }
    parent = Process.pid
    child = fork do
      while Process.ppid == parent
        Process.kill("USR1", parent)
        sleep 0.0001
      end
      exit!
    end
    50_000.times { same("v", translator.t("k")) }
    Process.kill("KILL", child)
    Process.wait(child)
  end,
  "types" => lambda do
    translator = made
    [5, 2.5, [], {}, Object.new, 2**70].each do |wrong|
      refused { translator.t(wrong) }
      refused { translator.add_file("en", "x", wrong) }
      refused { translator.add_file(wrong, "x", "y") }
      refused { translator.add_catalog(wrong) }
      refused { translator.json(wrong) }
      refused { translator.exists?("k", wrong) }
      refused { translator.view(wrong) }
      refused { Calque::View.new(wrong) }
      refused { Calque::Messages.new(wrong) }
      refused { messages("v").decode(wrong) }
      refused { Calque::Translator.new(wrong, []) }
    end
    refused { Calque::Translator.new("v9", "{}") }
    refused { Calque::Translator.new(4711, "{}") }
    refused { translator.add_catalog(nil) }
    refused { Calque::C.translator_languages(7, nil, 0, nil, nil) }
    refused { Calque::C.translator_release(7) }
    refused { translator.json("k", "{}", 4711) }
  end,
  "numbers" => lambda do
    translator = made
    same("<9223372036854775807>", translator.t("a", a: 2**63 - 1))
    same("<-9223372036854775808>", translator.t("a", a: -2**63))
    refused { translator.t("a", a: 2**63) }
    refused { translator.t("a", a: 2**70) }
    refused { translator.t("a", count: -2**64) }
    refused { translator.json("k", "{}", 2**70) }
  end,
  "changing" => lambda do
    translator = made
    growing = Growing.new
    1.upto(1000) { |times| same("<#{'x' * (8 * times)}>", translator.t("a", a: growing)) }
    refused { translator.t("a", a: Raising.new) }
    text = +"x"
    beside(-> { text.replace("x" * 100_000).replace("x") }, 1_000, 4_000) do
      raise "torn" unless translator.t("a", a: text).match?(/\A<x+>\z/)
    end
  end,
  "utf8" => lambda do
    translator = made
    refused { translator.t("a", a: "x\xff") }
    refused { translator.t("a", a: ["x\xff"]) }
    refused { translator.t("a", a: "\xff".b) }
    refused { translator.t("k\xff") }
    refused { messages("v").decode("\xff") }
    same("<é>", translator.t("a", a: "é"))
    same("<é>", translator.t("a", a: "é".encode("UTF-16LE")))
  end,
  "nul" => lambda do
    translator = made
    refused { translator.add_file("en", "x", "/dev/null\0x") }
    refused { translator.add_catalog("/dev/null\0x") }
    same("<x\0y>", translator.t("a", a: "x\0y"))
    same("x\0y", localization("x\0y").text("s.k"))
  end,
  "dropped" => -> { dropped(false) },
  "released" => -> { dropped(true) },
  "events" => lambda do
    lines, keys = [], []
    translator = Calque::Translator.new("v4", lng: "en", saveMissing: true, debug: true) { |line| lines << line }
    translator.on("missingKey") { |_event, _lngs, _ns, key| keys << key }
    translator.t("absent")
    same([true, ["absent"]], [lines.any?, keys])
    begin
      translator.add_resource_bundle("en", "x", "{\n  \"a\": }")
      raise "it was not refused"
    rescue Calque::Failure => failure
      same(2, failure.line)
    end
  end,
  "exit" => -> { $kept = [made, made.view("en"), messages("v"), localization("v")] },
}.freeze

puts(if CASES.key?(ARGV[0])
       CASES[ARGV[0]].call
       "ok"
     else
       "none"
     end)
