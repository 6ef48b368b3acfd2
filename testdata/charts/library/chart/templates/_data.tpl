{{ define "library.data" }}
data:
  extra: {{ .Values.name }}
  own: "yes"
{{ end }}