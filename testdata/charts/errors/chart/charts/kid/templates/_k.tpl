{{ define "kid.name" }}{{ .Values.absent.x }}{{ end }}
