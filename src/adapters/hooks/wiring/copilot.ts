/** Part of wiring: GitHub Copilot CLI. */

import { join } from 'node:path'
import { checkoutFolders, NAMES_PATHS } from './client.ts'
import type { HookClient, Place } from './client.ts'
import { jsonFile, jsonHooks, switchOff, timeoutProblems } from './json-client.ts'
import type { JsonHooks } from './json-client.ts'

/** Seconds. */
const TIMEOUT = 600
const OBSERVED = '1.0.102'

const HOOKS: JsonHooks = {
  agent: 'copilot',
  form: 'strict',
  before: 'preToolUse',
  after: 'postToolUse',
  start: '{\n  "version": 1\n}\n',
  entry: (bash) => ({ type: 'command', bash, timeoutSec: TIMEOUT }),
  problems: ({ timeoutSec }) => timeoutProblems(timeoutSec, TIMEOUT),
}

const folder = ({ home, env }: Place) => env['COPILOT_HOME'] || join(home, '.copilot')

export const COPILOT: HookClient = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  program: 'copilot',
  folder,
  scopes: ['user', 'project'],
  files: (place, scope) => [
    jsonFile(
      scope === 'user'
        ? join(folder(place), 'hooks', 'countersign.json')
        : join(place.root, '.github', 'hooks', 'countersign.json'),
      HOOKS,
    ),
  ],
  find: (path, text) => jsonHooks(path, text, HOOKS),
  silencers: (place) =>
    [
      join(folder(place), 'settings.json'),
      ...checkoutFolders(place).flatMap((one) => [
        join(one, '.github', 'copilot', 'settings.json'),
        join(one, '.github', 'copilot', 'settings.local.json'),
        join(one, '.claude', 'settings.json'),
        join(one, '.claude', 'settings.local.json'),
      ]),
    ].map((path) => switchOff(path, ['disableAllHooks'], (value) => value === true)),
  afterwards: {
    project: `Copilot ignores hooks of a folder it was not told to trust: start \`copilot\` in it once and trust it there; ${NAMES_PATHS}`,
  },
  holes: [
    {
      what: 'A trusted checkout whose .github/copilot/settings.json or .claude/settings.json says `disableAllHooks` switches your own hooks off without a word.',
      remedy: 'Run doctor before you trust a checkout; `countersign run copilot` refuses to start in one.',
      version: OBSERVED,
    },
    {
      what: 'Hooks of a project (.github/hooks) are ignored without a word until the folder is trusted.',
      remedy: 'Wire the user scope, which always counts.',
      version: OBSERVED,
    },
    {
      what: 'A hook that runs into its timeout, or a broken hooks file, lets the call run.',
      remedy: 'The hook itself ends earlier (--deadline); doctor looks at the file.',
      version: OBSERVED,
    },
  ],
}
