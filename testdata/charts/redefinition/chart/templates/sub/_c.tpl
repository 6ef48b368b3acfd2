{{- define "who" }}sub/c{{ end }}{{- define "deep" }}deep-c{{ end }}{{- define "sub-only" }}sub-only{{ end }}
