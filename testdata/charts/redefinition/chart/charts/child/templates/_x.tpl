{{- define "shared" }}child{{ end }}{{- define "child.only" }}child of {{ .Chart.Name }}{{ end }}{{ define "who" }}child{{ end }}
