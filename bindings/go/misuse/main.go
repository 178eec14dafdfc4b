// Does what Tests/Conformance/misuse.py describes by a case's name.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"calque.invalid/calque"
)

const options = `{"lng": "en", "interpolation": {"escapeValue": false},
	"resources": {"en": {"translation": {"k": "v", "a": "<{{a}}>"}}}}`

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func made() *calque.Translator {
	translator, err := calque.New(calque.V4, options)
	check(err)
	return translator
}

func view() *calque.View {
	view, err := made().View("en", "", "")
	check(err)
	return view
}

func quoted(text string) string {
	bytes, _ := json.Marshal(text)
	return string(bytes)
}

func messages(text string) *calque.Messages {
	table, err := calque.NewMessages(`{"K": `+quoted(text)+`}`, "")
	check(err)
	return table
}

func localization(text string) *calque.Localization {
	texts, err := calque.NewLocalization("{}")
	check(err)
	check(texts.Load(`{"data": {"s": {"k": `+quoted(text)+`}}}`, "en"))
	return texts
}

func same[T comparable](expected, found T) {
	if expected != found {
		panic(fmt.Sprintf("%v is not %v", found, expected))
	}
}

// whole is the text of a call that does not fail.
func whole(text string, err error) string {
	check(err)
	return text
}

func refused(err error) {
	if err == nil {
		panic("it was not refused")
	}
}

func failing(_ any, err error) error { return err }

// beside runs calls while a goroutine does something again and again.
func beside(other, calls func()) {
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			default:
				other()
			}
		}
	}()
	calls()
	close(done)
	<-ended
}

func resident() int {
	text, err := os.ReadFile("/proc/self/statm")
	check(err)
	var all, pages int
	fmt.Sscan(string(text), &all, &pages)
	return pages / 256
}

func dropped(closes bool) {
	before := resident()
	for at := 0; at < 50000; at++ {
		translator := made()
		if closes {
			translator.Close()
		}
	}
	if grown := resident() - before; grown > 250 {
		panic(fmt.Sprint(grown, " MiB more"))
	}
}

type raising struct{}

func (raising) MarshalJSON() ([]byte, error) { return nil, errors.New("no") }

var kept []any

var cases = map[string]func(){
	"unkept": func() {
		beside(runtime.GC, func() {
			for at := 0; at < 2000; at++ {
				same("v", made().T("k", nil))
				same("v", view().T("k", nil))
				same(`"v"`, whole(made().JSON("k", "{}", calque.Value)))
				found, err := made().Exists("k", "{}")
				check(err)
				same(true, found)
				same("en dev", strings.Join(made().Languages(), " "))
				same(false, made().IsRightToLeft("en"))
				same("text v", whole(messages("v").Decode("text %{K}")))
				same("v", whole(localization("v").Text("s.k")))
			}
		})
	},
	"copied": func() {
		for at := 0; at < 200; at++ {
			translator, texts := *made(), *localization("v")
			copied, table := *view(), *messages("v")
			runtime.GC()
			runtime.GC()
			same("v", translator.T("k", nil))
			same("v", copied.T("k", nil))
			same("v", whole(table.Decode("%{K}")))
			same("v", whole(texts.Text("s.k")))
		}
		var none calque.Translator
		refused(failing(none.Translate("k", nil)))
		none.Close()
	},
	"closed": func() {
		translator := made()
		view, err := translator.View("en", "", "")
		check(err)
		translator.Close()
		translator.Close()
		same("v", view.T("k", nil))
		refused(failing(translator.Translate("k", nil)))
		refused(failing(translator.View("en", "", "")))
		refused(failing(translator.Exists("k", "{}")))
		same(0, len(translator.Languages()))
		view.Close()
		refused(failing(view.Translate("k", nil)))
		table, texts := messages("v"), localization("v")
		table.Close()
		texts.Close()
		refused(failing(table.Decode("x")))
		refused(failing(texts.Text("s.k")))
	},
	"closing": func() {
		for at := 0; at < 1000; at++ {
			translator := made()
			var all sync.WaitGroup
			for each := 0; each < 3; each++ {
				all.Add(1)
				go func() {
					defer all.Done()
					for {
						text, err := translator.Translate("k", nil)
						if err != nil {
							return
						}
						same("v", text)
					}
				}()
			}
			translator.Close()
			all.Wait()
		}
	},
	"types": func() {
		translator := made()
		refused(failing(translator.Translate("a", calque.Values{"a": make(chan int)})))
		refused(failing(translator.Translate("a", calque.Values{"a": func() {}})))
		refused(failing(translator.Translate("a", calque.Values{"a": 1i})))
		refused(failing(translator.Translate("a", calque.Values{"a": []float64{math.NaN()}})))
		refused(failing(view().Translate("a", calque.Values{"a": raising{}})))
		refused(failing(calque.New(4711, "{}")))
		refused(failing(calque.New(calque.V4, "[]")))
		refused(failing(translator.JSON("k", "{}", 4711)))
		func() {
			defer func() { refused(recover().(error)) }()
			translator.T("a", calque.Values{"a": raising{}})
		}()
	},
	"numbers": func() {
		translator := made()
		same("<9223372036854775807>", translator.T("a", calque.Values{"a": math.MaxInt64}))
		same("<-9223372036854775808>", translator.T("a", calque.Values{"a": int64(math.MinInt64)}))
		same("<18446744073709552000>", translator.T("a", calque.Values{"a": uint64(math.MaxUint64)}))
		same("<-128>", translator.T("a", calque.Values{"a": int8(-128)}))
	},
	"utf8": func() {
		translator := made()
		refused(failing(translator.Translate("a", calque.Values{"a": "x\xff"})))
		refused(failing(translator.Translate("a", calque.Values{"a\xff": "x"})))
		refused(failing(translator.Translate("k\xff", nil)))
		refused(failing(messages("v").Decode("\xff")))
		same("<é>", translator.T("a", calque.Values{"a": "é"}))
	},
	"nul": func() {
		translator := made()
		refused(translator.AddFile("en", "x", "/dev/null\x00x"))
		refused(translator.AddCatalog("/dev/null\x00x"))
		same("<x\x00y>", translator.T("a", calque.Values{"a": "x\x00y"}))
		same("x\x00y", whole(localization("x\x00y").Text("s.k")))
	},
	"dropped":  func() { dropped(false) },
	"released": func() { dropped(true) },
	"replaced": func() {
		folder, err := os.MkdirTemp("", "calque")
		check(err)
		defer os.RemoveAll(folder)
		translator, files := made(), [2]string{}
		for at, text := range []string{strings.Repeat("x", 300), strings.Repeat("y", 20000)} {
			files[at] = filepath.Join(folder, fmt.Sprint(at))
			check(os.WriteFile(files[at], []byte(`{"k": "`+text+`"}`), 0o600))
		}
		beside(func() {
			for _, file := range files {
				check(translator.AddFile("en", "translation", file))
			}
		}, func() {
			for at := 0; at < 50000; at++ {
				text := translator.T("k", nil)
				if text != "v" && strings.Count(text, "x") != 300 && strings.Count(text, "y") != 20000 {
					panic("a text of two")
				}
			}
		})
	},
	"events": func() {
		var lines, keys []string
		options := calque.Options{"lng": "en", "saveMissing": true, "debug": true}
		translator, err := calque.NewWithLog(calque.V4, options, func(line string) { lines = append(lines, line) })
		check(err)
		check(translator.On("missingKey", func(_ string, arguments json.RawMessage) {
			keys = append(keys, string(arguments))
		}))
		translator.T("absent", nil)
		same(true, len(lines) > 0 && strings.Contains(keys[0], `"absent"`))
		var failure *calque.Error
		same(true, errors.As(translator.AddResourceBundle("en", "x", "{\n  \"a\": }"), &failure) && failure.Line == 2)
	},
	"exit": func() { kept = []any{made(), view(), messages("v"), localization("v")} },
}

func main() {
	run := cases[os.Args[1]]
	if run == nil {
		fmt.Println("none")
		return
	}
	run()
	fmt.Println("ok")
}
