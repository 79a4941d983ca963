/** Part of the tests of dialects: policies of ours to write in every dialect. */

import type { PolicyInput } from '../../src/policy/inline.ts'

export const POLICIES: Readonly<Record<string, PolicyInput>> = {
  'a few commands': {
    allow: ['shell(npm run:*)', 'shell(git status)'],
    ask: ['shell(git push:*)'],
    deny: ['shell(sudo:*)'],
  },
  'everything but rm': { allow: ['shell'], deny: ['shell(rm:*)'] },
  'commands beside a secret': {
    allow: ['shell(npm run:*)', 'shell(make:*)', 'shell(cat:*)'],
    deny: ['read(.env)', 'read(~/.ssh/**)'],
  },
  files: {
    allow: ['read(src/**)', 'write(src/**)', 'read(docs/*.md)'],
    ask: ['write(package.json)'],
    deny: ['write(src/generated/**)', 'read(secrets/**)'],
  },
  'all files but some': {
    allow: ['read', 'write'],
    deny: ['read(.env)', 'write(config/prod.yaml)'],
    ask: ['write(*.lock)'],
  },
  hosts: { allow: ['WebFetch(domain:github.com)', 'WebFetch(domain:*.example.org)'], deny: ['url(evil.example)'] },
  servers: { allow: ['mcp__github__get_me', 'mcp__docs'], ask: ['mcp__github__delete_repo'], deny: ['mcp__other'] },
  kinds: { kinds: { read: 'allow', shell: 'deny', write: 'ask', url: 'deny', mcp: 'ask' } },
  dangerous: { allow: ['shell(rm:*)', 'shell(git:*)', 'shell(sudo:*)', 'shell(bash:*)', 'shell(find:*)'] },
  'stars inside': {
    allow: ['shell(git push origin feature/*)', 'shell(npm run test*)'],
    deny: ['shell(git * --force)'],
  },
  exceptions: {
    deny: [{ rule: 'shell(git push:*)', except: ['shell(git push origin feature/*)'] }],
    allow: [{ rule: 'shell(npm:*)', except: ['shell(npm publish:*)'] }],
  },
  conditions: {
    allow: [{ rule: 'Deploy', where: { target: 'staging-*' } }],
    deny: [{ rule: 'Deploy', where: { target: 'prod-*' } }],
  },
  agents: {
    allow: [{ rule: 'shell(npm test)', agents: ['gemini'] }],
    deny: [{ rule: 'shell(curl:*)', agents: ['claude-code'] }],
  },
  modes: { mode: 'acceptEdits', deny: ['write(dist/**)'], workingDirectories: ['/srv/shared'] },
  'only looking': { mode: 'explore', allow: ['shell(npm run:*)'] },
  'never asks': { mode: 'dontAsk', allow: ['shell(npm run:*)', 'read(src/**)'] },
  bypass: { mode: 'bypass', deny: ['shell(rm:*)'] },
  'every command beside what is kept': {
    mode: 'bypass',
    allow: ['Bash', 'write(src/)', 'read(/srv/project/docs/**)'],
    ask: ['url'],
    deny: ['read(*.pem)', 'write(~)'],
    protectedPaths: { add: ['src/locked/**'] },
  },
  open: { otherwise: 'allow', deny: ['shell(rm:*)', 'read(.env)'] },
  closed: { otherwise: 'deny', allow: ['read(src/**)', 'shell(npm test)'] },
  hidden: {
    tools: { allowed: [], disallowed: ['WebSearch', 'mcp__other__*'] },
    allow: ['WebSearch', 'shell(npm test)'],
  },
  nothing: {},
}
