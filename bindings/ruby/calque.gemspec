# A gem for this system when the library is beside the code, else one that uses the
# system's libcalque.so.0.
Gem::Specification.new do |gem|
  gem.name = "calque"
  gem.version = "0.1.0"
  gem.summary = "i18next catalogs: translations, plurals, interpolation"
  gem.description = "Calque translates i18next catalogs of every generation, over Fiddle."
  gem.authors = ["Calque contributors"]
  gem.license = "MIT"
  gem.required_ruby_version = ">= 3.0"
  gem.files = Dir["lib/**/*", "README.md", "LICENSE"]
  gem.platform = Gem::Platform.local if Dir["lib/calque/*.so.0"].any?
  gem.metadata = { "rubygems_mfa_required" => "true" }
end
