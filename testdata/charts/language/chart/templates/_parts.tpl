{{/* A comment before. */}}
{{- define "parts.name" -}}{{ .Values.name }}{{- end -}}
{{- define "parts.dot" }}dot={{ . }}{{ end }}
{{- define "parts.root" }}root={{ $ }} dot={{ . }}{{ end }}
{{- define "parts.lines" }}
first
second
{{ end }}
{{- define "parts.countdown" -}}
{{ . }}{{ if gt . 0 }},{{ template "parts.countdown" (sub . 1 | int) }}{{ end }}
{{- end }}
{{- define "parts.nil" }}{{ .missing }}{{ end }}
{{- define "parts.empty" }}{{ end -}}
