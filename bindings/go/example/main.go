// Catalogs of a folder, a compiled catalog, a message table, a proposed text.
package main

import (
	"fmt"
	"os"

	"calque.invalid/calque"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder, catalog string) error {
	translator, err := calque.New(calque.V4, calque.Options{
		"lng": "pl", "fallbackLng": "en", "ns": "common",
		"interpolation": calque.Options{"escapeValue": false},
	})
	if err != nil {
		return err
	}
	if err := translator.AddFolder(folder); err != nil {
		return err
	}
	fmt.Println(translator.T("welcome", calque.Values{"name": "Ada & Bo"}))
	fmt.Println(translator.T("greeting", calque.Values{"context": "morning"}))
	fmt.Println(translator.T("time.day", calque.Values{"count": 3}))
	fmt.Println(translator.T("books:due", calque.Values{"days": 2}))
	fmt.Println(translator.T("books:pages", calque.Values{"pages": 12345.5}))
	if err := translator.AddCatalog(catalog); err != nil {
		return err
	}
	for at, lng := range []string{"en", "de"} {
		view, err := translator.View(lng, "", "")
		if err != nil {
			return err
		}
		fmt.Println(view.T("time.day", calque.Values{"count": at + 1}))
	}
	messages, err := calque.NewMessages(calque.Options{"NAME": "Blockly"}, "bky_")
	if err != nil {
		return err
	}
	decoded, err := messages.Decode("Learn with %{BKY_NAME}")
	if err != nil {
		return err
	}
	fmt.Println(decoded)
	texts, err := calque.NewLocalization("{}")
	if err == nil {
		err = texts.Load(`{"data": {"home": {"title": "Witaj"}}}`, "pl")
	}
	if err == nil {
		err = texts.Propose("home.title", "pl", "Dzień dobry wszystkim")
	}
	var title string
	if err == nil {
		title, err = texts.Text("home.title")
		fmt.Println(title)
	}
	return err
}
