package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	chart "helm.sh/helm/v4/pkg/chart/v2"

	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/cli/values"
)

// What Helm makes of the chart in a folder, with a file of values and what is set on top of it.
func loaded(folder string, user []string) string {
	text, err := show(folder, user[0], user[1:])
	if err != nil {
		return strings.TrimRight(strings.ReplaceAll("error "+err.Error(), folder, "DIR"), "\n")
	}
	return text
}

func show(folder, file string, set []string) (string, error) {
	options := values.Options{ValueFiles: []string{file}, Values: set}
	user, err := options.MergeValues(nil)
	if err != nil {
		return "", err
	}
	charter, err := loader.LoadDir(folder)
	if err != nil {
		return "", err
	}
	top, isV2 := charter.(*chart.Chart)
	if !isV2 {
		return "", fmt.Errorf("a chart of another kind: %T", charter)
	}
	if err := chartutil.ProcessDependencies(top, user); err != nil {
		return "", err
	}
	all, err := util.CoalesceValues(top, user)
	if err != nil {
		return "", err
	}
	if err := util.ValidateAgainstSchema(top, all); err != nil {
		return "", fmt.Errorf("values don't meet the specifications of the schema(s) in the following chart(s):\n%w", err)
	}
	var templates, files, charts []string
	collect(top, &templates, &files, &charts)
	slices.Sort(templates)
	slices.Sort(files)
	slices.Sort(charts)
	lines := slices.Concat([]string{"values " + plainJSON(all)}, templates, files, slices.Compact(charts))
	return strings.Join(lines, "\n"), nil
}

func collect(one *chart.Chart, templates, files, charts *[]string) {
	path := one.ChartFullPath()
	for _, file := range one.Templates {
		*templates = append(*templates, "template "+path+"/"+file.Name)
	}
	for _, file := range one.Files {
		*files = append(*files, fmt.Sprintf("file %s/%s:%d", path, file.Name, len(file.Data)))
	}
	*charts = append(*charts, "chart "+path+" "+plainJSON(one.Metadata))
	for _, dependency := range one.Dependencies() {
		collect(dependency, templates, files, charts)
	}
}

// With keys in order, and without escapes for HTML.
func plainJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return err.Error()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(plain); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(out.String(), "\n")
}
