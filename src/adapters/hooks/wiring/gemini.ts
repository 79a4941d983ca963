/** Part of wiring: Gemini CLI. */

import { join } from 'node:path'
import { checkoutFolders, NAMES_PATHS } from './client.ts'
import type { HookClient, Place } from './client.ts'
import { jsonFile, jsonHooks, matcherProblems, switchOff, timeoutProblems } from './json-client.ts'
import type { JsonHooks } from './json-client.ts'

/** Milliseconds, unlike all the other clients. */
const TIMEOUT = 600_000
const NAME = 'countersign'
const OBSERVED = '0.61.0'

const HOOKS: JsonHooks = {
  agent: 'gemini',
  form: 'commented',
  before: 'BeforeTool',
  after: 'AfterTool',
  entry: (command) => ({ matcher: '*', hooks: [{ name: NAME, type: 'command', command, timeout: TIMEOUT }] }),
  problems: ({ timeout }, group) => [...matcherProblems(group), ...timeoutProblems(timeout, TIMEOUT)],
}

const folder = ({ home, env }: Place) => join(env['GEMINI_CLI_HOME'] || home, '.gemini')

export const GEMINI: HookClient = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  folder,
  scopes: ['user', 'project'],
  files: (place, scope) => [
    jsonFile(join(scope === 'user' ? folder(place) : join(place.root, '.gemini'), 'settings.json'), HOOKS),
  ],
  find: (path, text) => jsonHooks(path, text, HOOKS),
  silencers: (place) =>
    [
      '/etc/gemini-cli/settings.json',
      join(folder(place), 'settings.json'),
      ...checkoutFolders(place).map((one) => join(one, '.gemini', 'settings.json')),
    ].flatMap((path) => [
      switchOff(path, ['hooksConfig', 'enabled'], (value) => value === false),
      switchOff(path, ['hooksConfig', 'disabled'], (value) => Array.isArray(value) && value.includes(NAME)),
    ]),
  afterwards: { project: NAMES_PATHS },
  holes: [
    {
      what: 'A checkout whose .gemini/settings.json says `hooksConfig.enabled: false` switches your own hooks off without a word.',
      remedy: 'Run doctor in a new checkout before you trust it.',
      version: OBSERVED,
    },
    {
      what: 'A hook that fails otherwise than by exit code 2, prints garbage or runs into its timeout lets the call run; `ask` waits for ever without a terminal.',
      remedy:
        'The hook blocks whatever goes wrong (`|| exit 2`), ends before the timeout and never says ask: what needs a person is denied unless `countersign serve` runs.',
      version: OBSERVED,
    },
  ],
}
