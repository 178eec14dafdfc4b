// Catalogs of a folder in two languages, and a message table.
package main

import (
	"fmt"
	"os"

	"calque"
)

func main() {
	options := `{"lng": "pl", "fallbackLng": "en", "ns": "common",
		"interpolation": {"escapeValue": false}}`
	translator, err := calque.New(calque.V4, options)
	for _, lng := range []string{"pl", "en"} {
		if err == nil {
			err = translator.AddFile(lng, "common", os.Args[1]+"/"+lng+"/common.json")
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(translator.T("welcome", calque.Values{"name": "Ada & Bo"}))
	fmt.Println(translator.T("greeting", calque.Values{"context": "morning"}))
	fmt.Println(translator.T("time.day", calque.Values{"count": 3}))
	english, err := translator.View("en", "", "")
	if err == nil {
		fmt.Println(english.T("time.day", calque.Values{"count": 1}))
	}
	messages, err := calque.NewMessages(`{"NAME": "Blockly"}`, "bky_")
	if err == nil {
		fmt.Println(messages.Decode("Learn with %{BKY_NAME}"))
	}
}
