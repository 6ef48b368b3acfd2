package main

import (
	"reflect"
	"sort"
	"strings"
	"text/template"
	_ "unsafe"

	_ "helm.sh/helm/v4/pkg/engine"
)

// Helm's own table, which it does not export.
//
//go:linkname helmFunctions helm.sh/helm/v4/pkg/engine.funcMap
func helmFunctions() template.FuncMap

// Values is a named map, as Helm's values are.
type Values map[string]any

// What a small values file holds: crates/template-functions/tests/it/data.rs has the same.
func functionData() map[string]any {
	values := map[string]any{
		"str": "hello", "empty": "", "num": 5.0, "big": 1e6, "float": 3.7, "neg": -2.5, "true": true, "no_": false,
		"nothing": nil, "list": []any{"a", "b", "c"}, "nums": []any{3.0, 1.0, 2.0},
		"mixed":     []any{"a", 1.0, nil, true, 2.5, map[string]any{"k": "v"}, []any{"x"}},
		"emptylist": []any{},
		"map":       map[string]any{"a": 1.0, "b": "two", "c": map[string]any{"d": map[string]any{"e": "deep"}}},
		"emptymap":  map[string]any{}, "uni": "héllo wörld",
	}
	return map[string]any{"Values": Values(values), "v": values}
}

// What a template prints that calls Helm's functions.
func called(text string) string {
	functions := helmFunctions()
	// As Helm has it unless --enable-dns.
	functions["getHostByName"] = func(string) string { return "" }
	parsed, err := template.New("t").Option("missingkey=zero").Funcs(functions).Parse(text)
	if err != nil {
		return "err: " + err.Error()
	}
	var out strings.Builder
	err = parsed.Execute(&out, functionData())
	return answer(out.String(), err, "err")
}

// Each function with the types of its parameters, a line each.
func signatures() string {
	var lines []string
	for name, function := range helmFunctions() {
		kind := reflect.TypeOf(function)
		var types []string
		for at := range kind.NumIn() {
			if kind.IsVariadic() && at == kind.NumIn()-1 {
				types = append(types, "..."+kind.In(at).Elem().String())
			} else {
				types = append(types, kind.In(at).String())
			}
		}
		lines = append(lines, name+"\t"+strings.Join(types, ", "))
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n") + "\n"
}
