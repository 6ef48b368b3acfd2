{{- define "who" }}a{{ end }}{{- define "only-space" }}kept{{ end }}
