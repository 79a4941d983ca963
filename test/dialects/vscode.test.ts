import { VSCODE_DIALECT } from '../../src/dialects/vscode/index.ts'
import { dialectContract } from './contract.ts'

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
    urls: settings({
      'chat.tools.urls.autoApprove': {
        'https://docs.rs/*': true,
        'https://*.evil.example': false,
        'https://github.com': { approveRequest: true, approveResponse: false },
      },
      'chat.tools.eligibleForAutoApproval': { WebSearch: false, Task: true },
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
