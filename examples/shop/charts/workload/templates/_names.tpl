{{/* The name of a component: release and component, cut to what a label may hold. */}}
{{- define "workload.name" -}}
{{- printf "%s-%s" .root.Release.Name .component | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* What selects the pods of a component. */}}
{{- define "workload.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* The labels of every object of a component. */}}
{{- define "workload.labels" -}}
{{ include "workload.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The image of a component. */}}
{{- define "workload.image" -}}
{{- $image := .root.Values.image -}}
{{- printf "%s/%s:%s" $image.registry .component ($image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
