{{- define "status" -}}
{{- $now := Now -}}
{{- $pod := .pod -}}
{{- $was := $pod.status.containerStatuses | default list -}}
{{- $crashes := 0 -}}
{{- $last := dict -}}
{{- with $was -}}
  {{- $crashes = (index . 0).restartCount | default 0 -}}
  {{- $last = (index . 0).lastState | default dict -}}
{{- end -}}
{{- $running := dict "running" (dict "startedAt" $now) -}}
{{- $ended := dict "exitCode" 0 "reason" "Completed" "startedAt" $now "finishedAt" $now -}}
{{- $state := $running -}}
{{- if .waiting -}}
  {{- $state = dict "waiting" (dict "reason" .waiting "message" (.message | default "")) -}}
{{- else if .crashed -}}
  {{- $state = dict "terminated" (merge (dict "exitCode" 1 "reason" "Error") $ended) -}}
{{- else if .completed -}}
  {{- $state = dict "terminated" $ended -}}
{{- end -}}
{{- if eq (.waiting | default "") "CrashLoopBackOff" -}}
  {{- $crashes = add1 $crashes -}}
  {{- $last = dict "terminated" (merge (dict "exitCode" 1 "reason" "Error") $ended) -}}
{{- end -}}
{{- $ready := .ready | default false -}}
{{- $why := "ContainersNotReady" -}}
{{- if or .completed .crashed -}}
  {{- $why = "PodCompleted" -}}
{{- end -}}
phase: {{ .phase }}
startTime: {{ $pod.status.startTime | default $now | Quote }}
hostIP: {{ NodeIPWith $pod.spec.nodeName | Quote }}
hostIPs: [{ip: {{ NodeIPWith $pod.spec.nodeName | Quote }}}]
{{- $own := $pod.status.podIP -}}
{{- if not $own -}}
  {{- $own = PodIPWith $pod.spec.nodeName ($pod.spec.hostNetwork | default false) $pod.metadata.uid $pod.metadata.name $pod.metadata.namespace -}}
{{- end }}
podIP: {{ $own | Quote }}
podIPs: [{ip: {{ $own | Quote }}}]
conditions:
- {type: Initialized, status: "True", lastTransitionTime: {{ $now | Quote }}}
{{- range list "Ready" "ContainersReady" }}
- type: {{ . }}
  status: {{ $ready | ternary "True" "False" | Quote }}
  reason: {{ $ready | ternary "" $why | Quote }}
  lastTransitionTime: {{ $now | Quote }}
{{- end }}
{{- range $pod.spec.readinessGates }}
- type: {{ .conditionType | Quote }}
  status: {{ $ready | ternary "True" "False" | Quote }}
  lastTransitionTime: {{ $now | Quote }}
{{- end }}
{{- with $pod.spec.initContainers }}
initContainerStatuses:
{{- range . }}
{{- $stays := eq (.restartPolicy | default "") "Always" }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: ""
  ready: true
  started: {{ $stays }}
  restartCount: 0
  state: {{ $stays | ternary $running (dict "terminated" $ended) | toJson }}
{{- end }}
{{- end }}
containerStatuses:
{{- range $pod.spec.containers }}
- name: {{ .name | Quote }}
  image: {{ .image | Quote }}
  imageID: ""
  ready: {{ $ready }}
  started: {{ hasKey $state "running" }}
  restartCount: {{ $crashes }}
  state: {{ $state | toJson }}
  lastState: {{ $last | toJson }}
{{- end }}
{{- end -}}
