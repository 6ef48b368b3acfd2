{{- define "failing" }}
{{ fail "from a define" }}
{{ end }}
{{- define "nil-inside" }}{{ .Values.absent.x }}{{ end }}
{{- define "outer" }}
{{- include "middle" . }}
{{- end }}
{{- define "middle" }}{{ include "nil-inside" . | upper }}{{ end }}
{{- define "endless" }}{{ include "endless" . }}{{ end }}
{{- define "endless-template" }}{{ template "endless-template" . }}{{ end }}
{{- define "tpl-inside" }}{{ tpl "{{ .Values.absent.y }}" . }}{{ end }}
{{- define "with-variable" }}{{ $v := .Values.text }}{{ $v.x }}{{ end }}
