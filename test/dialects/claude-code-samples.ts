/** Part of the tests of dialects: permissions of Claude Code as people have them. */

import type { Sample } from './contract.ts'

const settings = (permissions: object, more: object = {}) => ({
  text: JSON.stringify({ permissions, ...more }, undefined, 2),
})

export const CLAUDE_SAMPLES: Readonly<Record<string, Sample>> = {
  everyday: settings({
    allow: [
      'Bash(npm run test:*)',
      'Bash(npm run lint *)',
      'Bash(git diff:*)',
      'Read(~/.zshrc)',
      'WebFetch(domain:docs.rs)',
      'mcp__github__get_me',
    ],
    ask: ['Bash(git push:*)'],
    deny: ['Bash(curl:*)', 'Read(./.env)', 'Read(./.env.*)', 'Read(./secrets/**)', 'WebFetch(domain:evil.example)'],
  }),
  anchors: settings({
    allow: [
      'Read(src/**)',
      'Edit(/docs/**)',
      'Read(//var/log/**)',
      'Edit(~/notes/*.md)',
      'Read(**/*.ts)',
      'Edit(./a/b)',
    ],
    deny: ['Read(secrets/**)', 'Edit(//etc/**)', 'Read(*.pem)', 'Edit(/dist/**)'],
  }),
  'dead shapes': settings({
    allow: ['Write(src/**)', 'Glob(src/**)', 'Bash(command:ls)', 'mcp__*', '*', 'Write', 'Tool(x:1)'],
    deny: ['NotebookEdit(x)', 'MultiEdit(y)', 'WebFetch(url:https://x)', 'Read(!x)'],
  }),
  'stars at the end of a word': settings({
    allow: ['Bash(npm run*)', 'Bash(git push origin f*)', 'Bash(rm -r*)', 'Bash(cp build/*)', 'Bash(make*)'],
    deny: ['Bash(npm run deploy*)', 'Read(./secrets/**)'],
  }),
  'stars in texts': settings({
    allow: ['Bash(ls*)', 'Bash(git * main)', 'Bash(git commit -m "*")', 'Bash(* --help)'],
    deny: [
      'Bash(*curl*)',
      'Bash(git push*--force*)',
      'Bash(curl * | sh)',
      "Bash(git commit -m '*secret*')",
      'Bash(FOO=1 make:*)',
    ],
    ask: ['Bash(rm -rf *)', 'Bash(a*b c*d)'],
  }),
  'stars between blanks': settings({
    allow: [
      'Bash(frob * *)',
      'Bash(git * main)',
      'Bash(npm * test *)',
      'Bash(docker * --rm *)',
      'Bash(a * b * c:*)',
      'Bash(* --version)',
    ],
  }),
  'whole tools': settings({
    allow: ['Bash', 'Read', 'Edit', 'WebFetch', 'mcp__github', 'mcp__docs__*'],
    deny: ['WebSearch', 'mcp__other', 'Agent(danger)', 'Bash(rm:*)'],
    ask: ['mcp__github__delete_repo', 'Skill(deploy *)'],
  }),
  'accept edits': settings({
    defaultMode: 'acceptEdits',
    additionalDirectories: ['../docs', '/srv/shared'],
    deny: ['Edit(dist/**)'],
  }),
  plan: settings({ defaultMode: 'plan', allow: ['Bash(npm test)'] }),
  'never asks': settings({ defaultMode: 'dontAsk', allow: ['Bash(npm test)', 'Read(src/**)'] }),
  bypass: {
    ...settings({ defaultMode: 'bypassPermissions', deny: ['Bash(rm:*)'], ask: ['Read(.env)'] }),
    layer: 'user',
  },
  'bypass by a checkout': settings({ defaultMode: 'bypassPermissions', allow: ['Bash(make:*)'] }),
  'ways out': settings({
    allow: ['Edit(../docs/**)', 'Edit(./notes.md)', 'Read(../x)', 'Bash(npm  test)', 'Edit(./gen/)'],
    deny: ['Read(./private/**)', 'Read(./key)', 'Edit(./lib/)', 'Edit(../y/**)'],
  }),
  'folders by their own names, and what is taken off': settings({
    allow: [
      'Bash(FOO=1 npm test)',
      'Bash(timeout 5 npm test)',
      'Bash(rm *)',
      'Bash(cp:*)',
      'Read(.)',
      'Read(~)',
      'Read(//)',
    ],
    deny: ['Edit(//**)', 'Read(~)'],
  }),
  user: { ...settings({ allow: ['Read(/notes/**)'], deny: ['Edit(/settings.json)'] }), layer: 'user' },
  sandbox: settings(
    { allow: ['Bash(make:*)'] },
    {
      sandbox: {
        enabled: true,
        autoAllowBashIfSandboxed: true,
        filesystem: { denyRead: ['~/.aws'], denyWrite: ['/etc'] },
        network: { deniedDomains: ['evil.example'] },
      },
    },
  ),
}
