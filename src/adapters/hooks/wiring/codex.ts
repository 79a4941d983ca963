/** Part of wiring: OpenAI Codex. */

import { join } from 'node:path'
import { checkoutFolders } from './client.ts'
import type { HookClient, Place, Silencer, WiredFile } from './client.ts'
import { jsonFile, jsonHooks, matcherProblems, timeoutProblems } from './json-client.ts'
import type { JsonHooks } from './json-client.ts'
import { featureIn, tableOf, withFeatureOff, withoutFeature } from './toml-feature.ts'

/** Seconds. */
const TIMEOUT = 600
const OBSERVED = '0.169.0'
/** Without a terminal, a running program has no input that could be typed into. */
const TTY = 'unified_exec_tty'

const HOOKS: JsonHooks = {
  agent: 'codex',
  form: 'strict',
  before: 'PreToolUse',
  after: 'PostToolUse',
  entry: (command) => ({ matcher: '*', hooks: [{ type: 'command', command, timeout: TIMEOUT }] }),
  problems: ({ timeout }, group) => [...matcherProblems(group), ...timeoutProblems(timeout, TIMEOUT)],
}

const folder = ({ home, env }: Place) => env['CODEX_HOME'] || join(home, '.codex')

export const CODEX: HookClient = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  folder,
  scopes: ['user'],
  files: (place) => [jsonFile(join(folder(place), 'hooks.json'), HOOKS), noTerminal(place)],
  find: (path, text) => (path.endsWith('.json') ? jsonHooks(path, text, HOOKS) : []),
  silencers: (place) => {
    const path = join(folder(place), 'config.toml')
    const checkout = checkoutFolders(place).map((one) => join(one, '.codex', 'config.toml'))
    return [
      switchedOff(path),
      untrusted(path),
      typable(path),
      ...checkout.flatMap((one) => [switchedOff(one), switchedOn(one)]),
    ]
  },
  afterwards: { user: 'Codex skips a hook it was not told to trust: start `codex` once and trust it there.' },
  holes: [
    {
      what: 'A checkout that Codex trusts (before 0.169 any checkout) and whose .codex/config.toml says `features.hooks = false` switches your own hooks off without a word.',
      remedy: 'Run doctor in a new checkout.',
      version: OBSERVED,
    },
    {
      what: 'What is typed into a program that already runs on a terminal (write_stdin) passes no hook and no approval.',
      remedy: `init sets \`features.${TTY} = false\`, after which there is nothing to type into; the hook also refuses to start interpreters that wait for input.`,
      version: OBSERVED,
    },
    {
      what: 'A hook that is not trusted, fails, prints garbage or runs into its timeout lets the call run; so does the answer `ask`.',
      remedy:
        'The hook blocks whatever goes wrong (`|| exit 2`), ends before the timeout and never says ask: what needs a person is denied unless `countersign serve` runs.',
      version: OBSERVED,
    },
    {
      what: 'A hook is told the command and its folder, but not the shell that the model chose for it. Codex 0.166 did not tell the folder either: there, paths are read from the one Codex works in.',
      remedy:
        'Keep its sandbox on, and let a deny rule name a file without its folder (`read(id_rsa)`), which counts anywhere.',
      version: OBSERVED,
    },
    {
      what: 'Its hosted tools (web search) run at the provider, where no hook sees them.',
      remedy: 'Switch them off in config.toml (`web_search = "disabled"`).',
      version: OBSERVED,
    },
  ],
}

function noTerminal(place: Place): WiredFile {
  return {
    path: join(folder(place), 'config.toml'),
    about: 'so that nothing can be typed into a running program unseen',
    wire: (text) => withFeatureOff(text, TTY),
    unwire: (text) => withoutFeature(text, TTY),
  }
}

function switchedOff(path: string): Silencer {
  return {
    path,
    silences: (text = '') =>
      featureIn(text, 'hooks') === false ? '`features.hooks` is false: hooks do not run' : undefined,
  }
}

function untrusted(path: string): Silencer {
  return {
    path,
    byHand: true,
    silences(text = '') {
      const hooks = tableOf(text)['hooks']
      const state =
        typeof hooks === 'object' && hooks !== null ? (hooks as Record<string, unknown>)['state'] : undefined
      const isTrusted = JSON.stringify(state ?? {}).includes('trusted_hash')
      return isTrusted ? undefined : 'no hook is trusted there: Codex skips it. Start `codex` once and trust it'
    },
  }
}

/** A checkout's settings take precedence over the user's. */
function switchedOn(path: string): Silencer {
  return {
    path,
    silences: (text = '') =>
      featureIn(text, TTY) === true
        ? `\`features.${TTY}\` is on: what is typed into running programs is not seen`
        : undefined,
  }
}

function typable(path: string): Silencer {
  return {
    path,
    silences: (text = '') =>
      featureIn(text, TTY) === false
        ? undefined
        : `\`features.${TTY}\` is on: what is typed into running programs is not seen`,
  }
}
