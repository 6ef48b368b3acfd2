package main

import (
	"errors"
	"fmt"
	"strings"
	"text/template"
)

// As in crates/go-template/src/machine/tests.rs.
var execFunctions = template.FuncMap{
	"upper":        strings.ToUpper,
	"dec":          func(n int) int { return n - 1 },
	"takesInt":     func(n int) int { return n },
	"takesFloat":   func(f float64) float64 { return f },
	"takesBool":    func(b bool) bool { return b },
	"takesMap":     func(m map[string]any) int { return len(m) },
	"takesList":    func(l []any) int { return len(l) },
	"takesStrings": func(l []string) int { return len(l) },
	"variadic":     func(all ...any) int { return len(all) },
	"variadicS":    func(all ...string) string { return strings.Join(all, "+") },
	"two":          func(a, b any) string { return fmt.Sprint(a, b) },
	"oops":         func() (string, error) { return "", errors.New("went wrong") },
	"panics":       func() string { panic("at the disco") },
}

func execData() map[string]any {
	nested := func(name string, w any) any {
		return map[string]any{"name": name, "v": map[string]any{"w": w}}
	}
	return map[string]any{
		"I": 3, "I64": int64(64), "F": 1.5, "Big": 1e7, "S": "text", "B": true, "N": nil, "Z": 0, "E": "", "Neg": -4,
		"M": map[string]any{"a": 1, "b": map[string]any{"c": "deep"}}, "L": []any{1, nil, "x"}, "SL": []string{"p", "q"},
		"IL": []int{1, 2, 3}, "SM": map[string]string{"k": "v"}, "EL": []any{}, "EM": map[string]any{},
		"Bytes": []byte("hi"), "Nested": []any{nested("n1", 1.0), nested("n2", "z")},
	}
}

// What text/template prints, with the option that Helm sets.
func executed(text string) string {
	parsed, err := template.New("t").Option("missingkey=zero").Funcs(execFunctions).Parse(text)
	if err != nil {
		return "parse: " + err.Error()
	}
	var out strings.Builder
	err = parsed.Execute(&out, execData())
	return answer(out.String(), err, "exec")
}
