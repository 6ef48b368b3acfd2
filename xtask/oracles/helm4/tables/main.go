// Answers for the tables of Skeg's tests: what Go's and Helm's own libraries say, at the versions that ../go.mod pins.
//
// In: a JSON list of questions on stdin, each a kind and an input. Out: a JSON list of answers, in their order.
// `cargo xtask tables` asks; see xtask/src/tables.rs.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/yaml"
)

type question struct {
	Kind  string `json:"kind"`
	Input string `json:"input"`
	// What the input is held against: versions for a constraint, values for a schema.
	Against []string `json:"against"`
}

var kinds = map[string]func(question) string{
	"chart":         func(q question) string { return loaded(q.Input, q.Against) },
	"exec":          func(q question) string { return executed(q.Input) },
	"functions":     func(q question) string { return called(q.Input) },
	"signatures":    func(question) string { return signatures() },
	"yaml":          func(q question) string { return readYAML(q.Input, new(any)) },
	"yaml-map":      func(q question) string { return readYAML(q.Input, new(map[string]any)) },
	"yaml-list":     func(q question) string { return readYAML(q.Input, new([]any)) },
	"yaml-string":   func(q question) string { return writeYAML(q.Input, yaml.Marshal) },
	"pretty-string": func(q question) string { return writeYAML(q.Input, pretty) },
	"yaml-value":    func(q question) string { return writeYAMLOfJSON(q.Input, yaml.Marshal) },
	"pretty-value":  func(q question) string { return writeYAMLOfJSON(q.Input, pretty) },
	"json":          func(q question) string { return readJSON(q.Input) },
	"json-prefix":   func(q question) string { return readJSONPrefix(q.Input) },
	"json-indented": func(q question) string { return indentJSON(q.Input) },
	"schema":        func(q question) string { return validated(q.Input, q.Against) },
	"semver-accept": func(q question) string { return accepted(q.Input, q.Against) },
}

func main() {
	var questions []question
	if err := json.NewDecoder(os.Stdin).Decode(&questions); err != nil {
		fail(err)
	}
	answers := make([]string, 0, len(questions))
	for _, question := range questions {
		answer, known := kinds[question.Kind]
		if !known {
			fail(fmt.Errorf("there is no kind %q", question.Kind))
		}
		answers = append(answers, answer(question))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "tables:", err)
	os.Exit(1)
}

// An answer with its outcome in front.
func answer(text string, err error, failed string) string {
	if err != nil {
		return failed + ": " + err.Error()
	}
	return "ok: " + text
}
