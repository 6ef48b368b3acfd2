{{- define "lib.name" }}{{ .Values.suffix }}{{ end }}
{{- define "lib.base" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-{{ .Values.name }}
data:
  own: "no"
  base: "yes"
{{- end }}
{{- define "lib.configmap" -}}
{{- $top := first . -}}
{{- $overrides := fromYaml (include (index . 1) $top) | default (dict) -}}
{{- $base := fromYaml (include "lib.base" $top) | default (dict) -}}
{{- toYaml (mergeOverwrite $base $overrides) -}}
{{- end }}
