# With the libraries of several systems in lib/calque, or one that uses the system's.
Gem::Specification.new do |gem|
  gem.name = "calque"
  gem.version = "0.1.0"
  gem.summary = "i18next catalogs: translations, plurals, interpolation"
  gem.description = "Calque translates i18next catalogs of every generation, over Fiddle."
  gem.authors = ["Calque contributors"]
  gem.license = "MIT"
  gem.required_ruby_version = ">= 3.0"
  gem.files = Dir["lib/**/*", "README.md", "LICENSE"]
  gem.metadata = { "rubygems_mfa_required" => "true" }
end
