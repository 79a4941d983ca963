/** Part of wiring: Claude Code. */

import { isObject, isTexts } from '../../../engine/call.ts'
import { join } from 'node:path'
import { checkoutFolders } from './client.ts'
import type { HookClient, Place } from './client.ts'
import { jsonFile, jsonHooks, matcherProblems, switchOff, timeoutProblems } from './json-client.ts'
import type { JsonHooks } from './json-client.ts'
import { isAtLeast } from './versions.ts'

/** Seconds. */
const TIMEOUT = 600
/** The first version that knows `onFailure`. */
const KNOWS_ON_FAILURE = '2.1.325'
const OBSERVED = '2.1.325'

const HOOKS: JsonHooks = {
  agent: 'claude-code',
  form: 'strict',
  before: 'PreToolUse',
  after: 'PostToolUse',
  entry: (command, { version }) => ({
    matcher: '*',
    hooks: [
      {
        type: 'command',
        command,
        timeout: TIMEOUT,
        ...(isAtLeast(version, KNOWS_ON_FAILURE) ? { onFailure: 'block' } : {}),
      },
    ],
  }),
  problems: ({ timeout }, group) => [...matcherProblems(group), ...timeoutProblems(timeout, TIMEOUT)],
  siblings: siblingProblems,
}

const folder = ({ home, env }: Place) => env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')

export const CLAUDE_CODE: HookClient = {
  name: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  folder,
  scopes: ['user', 'project'],
  // Paths of this machine do not belong in a file that is committed.
  files: (place, scope) => [
    jsonFile(
      scope === 'user' ? join(folder(place), 'settings.json') : join(place.root, '.claude', 'settings.local.json'),
      HOOKS,
    ),
  ],
  find: (path, text) => jsonHooks(path, text, HOOKS),
  silencers: (place) =>
    [
      '/etc/claude-code/managed-settings.json',
      join(folder(place), 'settings.json'),
      ...checkoutFolders(place).flatMap((one) => [
        join(one, '.claude', 'settings.json'),
        join(one, '.claude', 'settings.local.json'),
      ]),
    ].map((path) => switchOff(path, ['disableAllHooks'], (value) => value === true)),
  holes: [
    {
      what: 'A checkout whose .claude/settings.json says `disableAllHooks` switches your hooks off without a word.',
      remedy: 'Run doctor in a new checkout. The Agent SDK adapter is not affected.',
      version: OBSERVED,
    },
    {
      what: 'Any error in the settings file that holds the hook (a comment, a comma too many, a field of the wrong type) drops all its hooks without a word.',
      remedy: 'doctor looks for it; run it after changing the file.',
      version: OBSERVED,
    },
    {
      what: 'With --dangerously-skip-permissions an `ask` for one of its own protected files is lost, and the file is written.',
      remedy: 'In that mode the hook never says ask: what needs a person is denied unless `countersign serve` runs.',
      version: OBSERVED,
    },
    {
      what: 'In auto mode the panel of VS Code is reported to run what a hook says `ask` to, without a question, and so are older releases at the terminal (not tried).',
      remedy:
        'Outside the terminal the hook denies in that mode what needs a person, unless `countersign serve` runs. Update an older release.',
      version: '2.1.220',
    },
    {
      what: 'Hooks run side by side: what another one rewrites (updatedInput) after ours has allowed it runs undecided.',
      remedy: 'doctor names the other hooks; keep only those you trust.',
      version: OBSERVED,
    },
    {
      what: '`claude --bare` and `--safe-mode` start without hooks.',
      remedy: 'Do not start it so where calls must be decided.',
      version: OBSERVED,
    },
    {
      what: 'Before 2.1.325 a hook that runs into its timeout lets the call run.',
      remedy: `The hook itself ends earlier (--deadline). Update to ${KNOWS_ON_FAILURE}, then run init again.`,
      version: '2.1.197',
    },
  ],
}

const LISTS = ['allow', 'ask', 'deny', 'additionalDirectories']

/** Mistakes that were seen to make Claude Code ignore the whole file. */
function siblingProblems(file: unknown): string[] {
  const settings = fieldsOf(file)
  const permissions = settings['permissions']
  const wrong = [
    ...(permissions === undefined || isObject(permissions) ? [] : ['`permissions` is not an object']),
    ...Object.entries(fieldsOf(permissions)).flatMap(([name, list]) =>
      LISTS.includes(name) && !isTexts(list) ? `\`permissions.${name}\` is not a list of texts` : [],
    ),
    ...(settings['env'] === undefined || isObject(settings['env']) ? [] : ['`env` is not an object']),
    ...eventProblems(settings['hooks']),
  ]
  return wrong.map((what) => `${what}: Claude Code then ignores the whole file, hooks and all`)
}

function eventProblems(hooks: unknown): string[] {
  return Object.entries(fieldsOf(hooks)).flatMap(([event, groups]) => {
    const isList = Array.isArray(groups) && groups.every((group) => Array.isArray(fieldsOf(group)['hooks']))
    return isList ? [] : [`\`hooks.${event}\` is not a list of matchers with \`hooks\``]
  })
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}
