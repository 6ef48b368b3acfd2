{{/* The environment that reaches the database. */}}
{{- define "shop.databaseEnv" -}}
{{- $database := include "workload.name" (dict "root" . "component" "database") -}}
- name: DATABASE_HOST
  value: {{ $database }}
- name: DATABASE_NAME
  value: {{ .Values.database.name | quote }}
- name: DATABASE_USER
  value: {{ .Values.database.user | quote }}
- name: DATABASE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $database }}
      key: password
{{- end -}}
