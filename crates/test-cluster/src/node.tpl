{{- $now := Now -}}
phase: Running
addresses:
- {type: InternalIP, address: {{ NodeIP | Quote }}}
- {type: Hostname, address: {{ NodeName | Quote }}}
daemonEndpoints: {kubeletEndpoint: {Port: {{ NodePort }}}}
nodeInfo:
  architecture: amd64
  bootID: ""
  containerRuntimeVersion: kwok
  kernelVersion: kwok
  kubeProxyVersion: ""
  kubeletVersion: kwok
  machineID: ""
  operatingSystem: linux
  osImage: kwok
  systemUUID: ""
conditions:
{{- range NodeConditions }}
- type: {{ .type }}
  status: {{ .status | Quote }}
  reason: {{ .reason }}
  message: {{ .message | Quote }}
  lastHeartbeatTime: {{ $now | Quote }}
  lastTransitionTime: {{ $now | Quote }}
{{- end }}
