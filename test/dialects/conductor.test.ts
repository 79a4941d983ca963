import { CONDUCTOR_DIALECT } from '../../src/dialects/conductor/index.ts'
import { dialectContract } from './contract.ts'

const workflow = (permissions: string) => ({
  text: `workflow:\n  name: x\n  runtime:\n    provider: copilot\n${permissions}agents: []\n`,
})

dialectContract({
  dialect: CONDUCTOR_DIALECT,
  samples: {
    seed: workflow(
      '    tool_permissions:\n      default: allow\n      rules:\n        - kind: shell\n          decision: deny # sandboxed\n        - kind: write\n          decision: deny\n',
    ),
    'deny otherwise': workflow(
      '    tool_permissions:\n      default: deny\n      rules:\n        - { kind: read, decision: allow }\n        - { kind: shell }\n',
    ),
    'the last counts': workflow(
      '    tool_permissions:\n      rules:\n        - { kind: url, decision: allow }\n        - { kind: url, decision: deny }\n',
    ),
  },
  malformed: {
    'no YAML': { text: 'workflow: [\n' },
    'another kind': workflow(
      '    tool_permissions:\n      default: maybe\n      rules:\n        - { kind: network, decision: allow }\n        - { decision: deny }\n',
    ),
    'no list': workflow('    tool_permissions:\n      rules: shell\n'),
  },
  existing: {
    path: 'workflow.yaml',
    text: '# my workflow\nworkflow:\n  name: x # named\n  runtime:\n    provider: copilot\nagents:\n  - name: a\n',
    keeps: ['# my workflow', '# named', 'provider: copilot', '- name: a', 'default: deny'],
  },
})
