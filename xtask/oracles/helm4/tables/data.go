package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v3"
)

// The JSON of what YAML says, read into a value of a type.
func readYAML(text string, into any) string {
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		return "err: " + err.Error()
	}
	out, err := json.Marshal(into)
	return answer(string(out), err, "err")
}

func writeYAML(value any, write func(any) ([]byte, error)) string {
	out, err := write(value)
	return answer(string(out), err, "err")
}

func writeYAMLOfJSON(text string, write func(any) ([]byte, error)) string {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return "err: " + err.Error()
	}
	return writeYAML(value, write)
}

// As Helm's toYamlPretty writes.
func pretty(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := goyaml.NewEncoder(&out)
	encoder.SetIndent(2)
	err := encoder.Encode(value)
	return out.Bytes(), err
}

func readJSON(text string) string {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return "err: " + err.Error()
	}
	out, err := json.Marshal(value)
	return answer(string(out), err, "err")
}

// The first value, and how many bytes it took.
func readJSONPrefix(text string) string {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	if err := decoder.Decode(&value); err != nil {
		return "err: " + err.Error()
	}
	out, err := json.Marshal(value)
	return answer(fmt.Sprintf("%s@%d", out, decoder.InputOffset()), err, "err")
}

func indentJSON(text string) string {
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return "err: " + err.Error()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(value)
	return answer(strings.TrimSuffix(out.String(), "\n"), err, "err")
}

// What Helm says of values, below the name of the chart; nothing where they fit.
func validated(schema string, against []string) string {
	values, err := common.ReadValues([]byte(strings.Join(against, "\n")))
	if err != nil {
		return "err: " + err.Error()
	}
	if err := util.ValidateAgainstSingleSchema(values, []byte(schema)); err != nil {
		return fmt.Sprintf("%s", err)
	}
	return ""
}

// Which versions a constraint accepts: a letter each.
func accepted(text string, versions []string) string {
	constraint, err := semver.NewConstraint(text)
	if err != nil {
		return "err: " + err.Error()
	}
	var letters strings.Builder
	for _, text := range versions {
		version, err := semver.NewVersion(text)
		switch {
		case err != nil:
			letters.WriteByte('e')
		case constraint.Check(version):
			letters.WriteByte('y')
		default:
			letters.WriteByte('n')
		}
	}
	return letters.String()
}
