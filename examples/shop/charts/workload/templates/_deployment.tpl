{{/*
A Deployment with its Service. Wants a dict: root (the chart's context), component (a name), settings (replicas, port,
resources), and optionally env (a list of env entries), path (of the probe), annotations (of the pods).
*/}}
{{- define "workload.deployment" -}}
{{- $settings := .settings -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "workload.name" . }}
  labels:
    {{- include "workload.labels" . | nindent 4 }}
spec:
  selector:
    {{- include "workload.selector" . | nindent 4 }}
  ports:
    - name: http
      port: 80
      targetPort: http
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "workload.name" . }}
  labels:
    {{- include "workload.labels" . | nindent 4 }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $settings) }}
  replicas: {{ $settings.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "workload.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "workload.labels" . | nindent 8 }}
      {{- with .annotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      containers:
        - name: {{ .component }}
          image: {{ include "workload.image" . | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          ports:
            - name: http
              containerPort: {{ $settings.port }}
          {{- with .env }}
          env:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          readinessProbe:
            httpGet:
              path: {{ .path | default "/" }}
              port: http
            periodSeconds: 5
          {{- with $settings.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
{{- end -}}
