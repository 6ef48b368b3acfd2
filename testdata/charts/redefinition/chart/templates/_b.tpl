{{- define "who" }}b{{ end }}{{- define "deep" }}shallow-b{{ end }}{{- define "only-space" }} 
 {{/* c */}}{{ end }}
