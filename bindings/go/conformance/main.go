// Answers the requests of Tests/Conformance/hosts.py.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"calque.invalid/calque"
)

func quoted(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

func answer(translator **calque.Translator, fields []string) string {
	switch fields[0] {
	case "open":
		format, _ := strconv.Atoi(fields[1])
		made, err := calque.New(calque.Format(format), fields[2])
		if err != nil {
			return quoted(err.Error())
		}
		*translator = made
		return "null"
	case "t":
		text, err := (*translator).JSON(fields[1], fields[2], calque.Details)
		if err != nil {
			return quoted(err.Error())
		}
		return text
	case "exists":
		found, _ := (*translator).Exists(fields[1], fields[2])
		return quoted(found)
	case "languages":
		return quoted((*translator).Languages())
	case "dir":
		if (*translator).IsRightToLeft(fields[1]) {
			return `"rtl"`
		}
		return `"ltr"`
	}
	table, err := calque.NewMessages(fields[1], "")
	if err != nil {
		return quoted(err.Error())
	}
	var text string
	_ = json.Unmarshal([]byte(fields[2]), &text)
	decoded, err := table.Decode(text)
	if err != nil {
		return quoted(err.Error())
	}
	return quoted(decoded)
}

func main() {
	var translator *calque.Translator
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	for in.Scan() {
		fmt.Println(answer(&translator, strings.Split(in.Text(), "\t")))
	}
}
