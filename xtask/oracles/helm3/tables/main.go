// Answers of Helm 3 for the tables of Skeg's tests, at the version that ../go.mod pins: see ../../helm4/tables.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type question struct {
	Kind    string   `json:"kind"`
	Input   string   `json:"input"`
	Against []string `json:"against"`
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		fail(err)
	}
	answers := make([]string, 0, len(questions))
	for _, question := range questions {
		if question.Kind != "chart" {
			fail(fmt.Errorf("there is no kind %q", question.Kind))
		}
		answers = append(answers, loaded(question.Input, question.Against))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "tables:", err)
	os.Exit(1)
}
