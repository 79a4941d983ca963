import { VSCODE_DIALECT } from '../../src/dialects/vscode/index.ts'
import { expect, test } from 'vitest'
import { dialectContract } from './contract.ts'
import { WHERE } from './deciding.ts'

const settings = (value: object) => ({ text: JSON.stringify(value, undefined, 4) })

dialectContract({
  dialect: VSCODE_DIALECT,
  samples: {
    everyday: settings({
      'editor.fontSize': 12,
      'chat.tools.terminal.autoApprove': {
        ls: true,
        'npm run': true,
        rm: false,
        '/^git (status|log)/': true,
        '/^curl\\b/': false,
        del: null,
        'git push': { approve: false },
      },
    }),
    'whole lines': settings({
      'chat.tools.terminal.autoApprove': {
        '/^npm test$/': { approve: true, matchCommandLine: true },
        make: { approve: true, matchCommandLine: false },
      },
    }),
    edits: settings({
      'chat.tools.edits.autoApprove': {
        '**/*': true,
        '**/.env': false,
        '**/package.json': false,
        '.vscode/*.json': false,
      },
    }),
    'edits of folders': settings({
      'chat.tools.edits.autoApprove': { '**/*': true, '{a,b}/*': false, 'src/': true, '': true, '**/.env': false },
    }),
    urls: settings({
      'chat.tools.urls.autoApprove': {
        'https://docs.rs/*': true,
        'https://*.evil.example': false,
        'https://github.com': { approveRequest: true, approveResponse: false },
      },
      'chat.tools.eligibleForAutoApproval': { WebSearch: false, Task: true },
    }),
    'domains that are kept from the agent': settings({
      'chat.agent.networkFilter': true,
      'chat.agent.deniedNetworkDomains': ['evil.example', '*.docs.rs', 'Odd_Host'],
      'chat.tools.urls.autoApprove': {
        'https://evil.example/*': true,
        'https://docs.rs/*': true,
        'https://ok.example/*': true,
      },
    }),
    'the only domains it may reach, if the filter is on elsewhere': settings({
      'chat.agent.allowedNetworkDomains': ['docs.rs', '*.ok.example'],
      'chat.agent.deniedNetworkDomains': ['bad.ok.example'],
      'chat.tools.urls.autoApprove': {
        'https://docs.rs/*': true,
        'https://evil.example/*': true,
        'https://bad.ok.example/*': true,
      },
    }),
    'no domain at all': settings({
      'chat.agent.sandbox.enabled': 'on',
      'chat.tools.urls.autoApprove': { 'https://docs.rs/*': true },
      'chat.permissions.default': 'autopilot',
    }),
    everything: settings({ 'chat.tools.global.autoApprove': true, 'chat.tools.terminal.autoApprove': { rm: false } }),
  },
  malformed: {
    'no JSON': { text: '{ "chat.tools.terminal.autoApprove": { "ls": tru } }' },
    'another type': settings({ 'chat.tools.terminal.autoApprove': { ls: 'yes' }, 'chat.tools.edits.autoApprove': [] }),
  },
  existing: {
    path: '.vscode/settings.json',
    text: '{\n    // look\n    "editor.fontSize": 12,\n    "chat.tools.terminal.autoApprove": { "mine": false, "old": true }\n}\n',
    keeps: ['// look', '"editor.fontSize": 12', '"mine": false', 'sudo', 'npm'],
  },
})

test('what an agent may not reach by any tool is denied here, too, and what cannot be carried is said', () => {
  const { document, findings } = VSCODE_DIALECT.read(
    settings({
      'chat.agent.networkFilter': true,
      'chat.agent.deniedNetworkDomains': ['evil.example', '*.bad.example'],
      'chat.agent.allowedNetworkDomains': ['docs.rs'],
      'chat.permissions.default': 'autoApprove',
      'chat.agent.sandbox.fileSystem.linux': {},
    }).text,
    WHERE,
  )
  expect(document?.rules.map(({ behavior, rule, except }) => [behavior, rule, except])).toEqual([
    ['deny', 'url(evil.example)', undefined],
    ['deny', 'url(*.bad.example)', undefined],
    ['deny', 'url(bad.example)', undefined],
    ['deny', 'WebFetch', ['WebFetch(docs.rs)']],
  ])
  expect(findings.map(({ made }) => made)).toEqual(['withheld', 'left out'])
})

test('a redirection in front of a command is part of it there, and approves nothing', () => {
  const model = VSCODE_DIALECT.model(
    settings({ 'chat.tools.terminal.autoApprove': { rm: true, ls: false } }).text,
    WHERE,
  )
  const said = (command: string) => model?.({ tool: 'Bash', input: { command } })
  expect(said('rm x')).toBe('allow')
  for (const command of ['2>/dev/null rm x', '{fd}>/dev/null rm x']) expect(said(command), command).toBe('none')
  expect(said('2>/dev/null ls')).toBe('ask')
})
