import { OPENCODE_DIALECT } from '../../src/dialects/opencode/index.ts'
import { dialectContract } from './contract.ts'

const config = (permission: unknown, more: object = {}) => ({
  text: JSON.stringify({ permission, ...more }, undefined, 2),
})

dialectContract({
  dialect: OPENCODE_DIALECT,
  samples: {
    everyday: config({
      bash: { '*': 'ask', 'git status*': 'allow', 'npm run *': 'allow', 'git push *': 'deny' },
      edit: 'ask',
      webfetch: 'deny',
    }),
    'deny otherwise': config({ bash: { '*': 'deny', 'npm test': 'allow', 'ls *': 'allow' }, '*': 'ask' }),
    'order decides': config({
      bash: { 'rm *': 'allow', '*': 'ask', 'git *': 'deny', 'git status': 'allow', 'git log *': 'allow' },
    }),
    paths: config({
      read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow', 'secrets/*': 'deny' },
      edit: { '*': 'deny', 'src/*': 'allow', 'src/gen/*': 'ask', '~/notes/*': 'ask' },
    }),
    'paths that begin and end otherwise': config({
      bash: { 'rm *': 'allow', 'npm test': 'allow' },
      read: { '**/x': 'allow', '~/.ssh/*': 'allow', 'src/': 'allow', './y': 'allow', '.': 'allow', '../z': 'allow' },
    }),
    'every command': config({ bash: 'allow' }),
    urls: config({ webfetch: { '*': 'ask', 'https://docs.rs/*': 'allow', 'https://*.evil.example/*': 'deny' } }),
    'tools and servers': config({
      'github_*': 'allow',
      github_delete_repo: 'deny',
      task: 'deny',
      websearch: 'allow',
      StrangeTool: 'deny',
      skill: { deploy: 'ask' },
      doom_loop: 'ask',
    }),
    'all allowed': config({ '*': 'allow', bash: { 'rm *': 'deny', '*curl*': 'ask' }, external_directory: 'deny' }),
    'one word': config('allow'),
    'an agent of its own': config(
      { bash: { 'npm run *': 'allow' } },
      { agent: { review: { permission: { bash: { 'npm run *': 'deny' } } } } },
    ),
  },
  malformed: {
    'no JSON': { text: '{ "permission": { "bash": "allow" ' },
    'another action': config({ bash: { 'rm *': 'never' }, edit: 3, read: ['x'] }),
    'a list': config([]),
  },
  existing: {
    path: 'opencode.json',
    text: '{\n  "$schema": "https://opencode.ai/config.json", // schema\n  "theme": "x",\n  "permission": { "bash": { "mine *": "deny" } }\n}\n',
    keeps: ['// schema', '"theme": "x"', '"mine *": "deny"', '"sudo *": "deny"'],
  },
})
