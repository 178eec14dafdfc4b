// usage: calls FOLDER
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"

	"calque.invalid/calque"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// spent returns the time that the process has used, in nanoseconds.
func spent() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func measure(library, row string, call func(int)) {
	best := 1e9
	for round := 0; round < 9; round++ {
		start := spent()
		for at := 0; at < 50000; at++ {
			call(at)
		}
		if each := float64(spent()-start) / 50000; each < best {
			best = each
		}
	}
	fmt.Printf("%s\t%s\t%.0f\n", library, row, best)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	file := os.Args[1] + "/en.json"
	translator := must(calque.New(calque.V4, `{"lng": "en", "keySeparator": false, "nsSeparator": false}`))
	if err := translator.AddFile("en", "translation", file); err != nil {
		panic(err)
	}
	view := must(translator.View("en", "", ""))
	var keys, plurals [500]string
	for at := range keys {
		keys[at], plurals[at] = fmt.Sprintf("message %d", at), fmt.Sprintf("%d file", at%100)
	}
	measure("Calque", "plain", func(at int) { view.T(keys[at%500], nil) })
	measure("Calque", "plural", func(at int) {
		view.T(plurals[at%100], calque.Values{"count": at % 201})
	})
	var texts map[string]string
	if err := json.Unmarshal(must(os.ReadFile(file)), &texts); err != nil {
		panic(err)
	}
	for key, text := range texts {
		if strings.HasSuffix(key, "_one") {
			base := strings.TrimSuffix(key, "_one")
			number := func(text string) string { return strings.Replace(text, "{{count}}", "%[1]d", 1) }
			message.Set(language.English, base, plural.Selectf(1, "%d",
				plural.One, number(text), plural.Other, number(texts[base+"_other"])))
		} else if !strings.HasSuffix(key, "_other") {
			message.SetString(language.English, key, text)
		}
	}
	printer := message.NewPrinter(language.English)
	if text := printer.Sprintf(plurals[7], 2); text != "2 files of 7" {
		panic(text)
	}
	measure("x/text", "plain", func(at int) { _ = printer.Sprintf(keys[at%500]) })
	measure("x/text", "plural", func(at int) { _ = printer.Sprintf(plurals[at%100], at%201) })
}
