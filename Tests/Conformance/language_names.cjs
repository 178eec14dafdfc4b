// Writes the conformance cases of names of languages, answered by i18next itself:
//
//     node language_names.cjs i18next.js > cases/language-names.jsonl
//
// Each name is looked up where there is a catalog of it as it is written, of its canonical form, of
// its language, and where there is none of these; with a fallback and without.
//
// i18next knows a name of POSIX, such as `de_DE.UTF-8`, only as it is written. Where there is no such
// catalog the answer is that for its tag, which stands beside the name here; docs/migration/i18next.md
// says so.
"use strict";

const path = require("path");
const i18next = require(path.resolve(process.argv[2]));

const TAGS = `
ar ar-EG ar-eg AR az-cyrl-az az-Latn bn-BD bs-Cyrl-BA ca-es-valencia ckb cs-CZ cy da-dk de-ch-1996 de-1901
DE-at dev cimode el-polyton en-001 en-CA en-ca EN-gb en-US-u-hc-h23 en-GB-oxendict es-MX es-mx es-419 ES-es
eu fa-AF fa-ir fi fr-be FR-CA fr-Latn-CH gl gsw-CH ha-Latn-NG he-il iw-IL hi-latn hr-HR hy-arevmda hu id-ID
in-ID is it-CH ja-jp ja-JP-u-ca-japanese jv ka kk-Arab-CN km ko-KR ko-kr ku-Arab-IQ lt lv-LV mk mo ml-IN
mn-Mong-CN ms-arab nb-no nn-NO no-NO nl-BE NL-nl pa-pk pa-Arab-PK pl-PL pt-ao pt-PT PT-br ro-MD ru-RU ru-ru
sh-BA si sk sl-si sl-IT-nedis sr-Cyrl-RS sr-latn-rs SR-Latn sv-FI sw-ke ta-LK te th-th-u-nu-thai tl-PH tr-TR
ug-Cyrl uk-UA ur-IN uz-Latn-UZ uz-cyrl-uz vi-VN yue-HK yue-hant-hk zh-hans zh-HANS-cn zh-Hans-HK zh-hant-hk
zh-HANT zh-Hant-MO zh-mo ZH-tw zh-SG zu x-private i-klingon root und-Latn qaa-Qaaa-QM en-x-custom de-DE-x-a
`;

// A name of POSIX and its tag.
const POSIX = {
  "ar_EG.UTF-8": "ar-EG", "az_AZ@cyrillic": "az-Cyrl-AZ", "be_BY@latin": "be-Latn-BY",
  "be@tarask": "be-tarask", "ca@valencia": "ca-valencia", "ca_ES.UTF-8@valencia": "ca-ES-valencia",
  "cs_CZ.ISO-8859-2": "cs-CZ", "de_AT": "de-AT", "de_AT@euro": "de-AT", "de_AT.UTF-8@euro": "de-AT",
  "en@quot": "en", "en_IE": "en-IE", "en_IE.utf8": "en-IE", "es_MX": "es-MX", "es_419": "es-419",
  "fr_BE.iso885915@euro": "fr-BE", "he_IL.utf8": "he-IL", "iw_IL": "he-IL", "ja_JP.eucJP": "ja-JP",
  "ks_IN@devanagari": "ks-Deva-IN", "nb_NO.UTF-8": "nb-NO", "pt_PT": "pt-PT", "pt_BR.UTF-8": "pt-BR",
  "sd_IN@devanagari": "sd-Deva-IN", "sr@latin": "sr-Latn", "sr_ME@latin": "sr-Latn-ME",
  "sr_Latn_RS": "sr-Latn-RS", "sr@ijekavianlatin": "sr-Latn-ijekavsk", "tt_RU@iqtelif": "tt-Latn-RU",
  "uz@cyrillic": "uz-Cyrl", "uz_UZ.UTF-8@cyrillic": "uz-Cyrl-UZ", "zh_Hans": "zh-Hans", "zh_HK": "zh-HK",
  "zh_TW": "zh-TW", "zh_TW.Big5": "zh-TW", "zh_Hant_HK": "zh-Hant-HK",
};

const canonical = (code) => {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return code;
  }
};

/** What i18next answers for a name, as calls of a case. */
function answers(options, resources, isPosix) {
  const instance = i18next.createInstance();
  instance.init({ ...options, resources, initAsync: false, showSupportNotice: false });
  const calls = [
    { method: "t", key: "title", expect: instance.t("title") },
    { method: "exists", key: "title", expect: instance.exists("title") },
    { method: "resolved", expect: instance.resolvedLanguage ?? null },
  ];
  // A name of POSIX has the levels of its tag as well.
  if (!isPosix) calls.push({ method: "languages", expect: [...instance.languages] });
  return calls;
}

function write(name, tag, fallbackLng, files) {
  const isPosix = tag !== undefined;
  const resources = Object.fromEntries(
    ["en", ...files].map((lng) => [lng, { translation: { title: `title of ${lng}` } }]),
  );
  const lng = isPosix && !files.includes(name) ? tag : name;
  const calls = answers({ lng, fallbackLng }, structuredClone(resources), isPosix);
  const id = `name ${name} ${fallbackLng || "alone"} ${files.join(" ")}`.trim();
  const made = { id, format: "v4", options: { lng: name, fallbackLng }, resources, calls };
  process.stdout.write(JSON.stringify(made) + "\n");
}

function writeAll(name, tag) {
  const found = tag ?? canonical(name);
  const language = found.split("-")[0];
  const choices = [[name], [found, language], [name, language], []];
  const seen = new Set();
  for (const [at, choice] of choices.entries()) {
    const files = [...new Set(choice)].filter((file) => file !== "en");
    if (seen.has(String(files))) continue;
    seen.add(String(files));
    write(name, tag, at % 2 ? "en" : false, files);
  }
}

for (const name of TAGS.trim().split(/\s+/)) writeAll(name);
for (const [name, tag] of Object.entries(POSIX)) writeAll(name, tag);
