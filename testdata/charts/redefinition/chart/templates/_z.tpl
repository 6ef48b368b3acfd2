{{ define "blocked" }}from z{{ end }}{{ define "late" }}late in z{{ end }}
