{{/* Shows the Go type and the print of the only item of a list. */}}
{{- define "show" -}}
{{- $v := index . 0 -}}
{{- printf "%T %v" $v $v | quote -}}
{{- end -}}
