/** Part of wiring: opencode, wired by a plugin because it has no command hooks. */

import { join } from 'node:path'
import { NAMES_PATHS } from './client.ts'
import type { HookClient, Place } from './client.ts'
import { hookWords, isHookCommand } from './command-line.ts'
import { Unwirable } from './json-hooks.ts'
import { opencodePlugin, PLUGIN_MARK } from './opencode-plugin.ts'

const OBSERVED = '1.18.33'

const folder = ({ home, env }: Place) => join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode')

export const OPENCODE: HookClient = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  folder,
  scopes: ['user', 'project'],
  files: (place, scope) => [
    {
      path: join(scope === 'user' ? folder(place) : join(place.root, '.opencode'), 'plugin', 'countersign.js'),
      wire(text, command) {
        if (text !== '' && !text.startsWith(PLUGIN_MARK)) throw new Unwirable('is not ours')
        return opencodePlugin(hookWords(command, 'opencode'), command.outcomes)
      },
      unwire: (text) => (text.startsWith(PLUGIN_MARK) ? undefined : text),
    },
  ],
  find(path, text) {
    if (!text.startsWith(PLUGIN_MARK)) return []
    const command = commandIn(text)
    const problems = isHookCommand(command, 'opencode') ? [] : ['its command cannot be read']
    return [{ file: path, event: 'tool.execute.before', command, problems }]
  },
  silencers: () => [],
  afterwards: { project: NAMES_PATHS },
  holes: [
    {
      what: '`opencode --pure` starts without plugins, and a plugin file that is gone is not missed.',
      remedy: 'Do not start it so where calls must be decided; doctor tells whether the plugin is there.',
      version: OBSERVED,
    },
    {
      what: 'It asks nobody by itself: its default permission allows everything.',
      remedy: 'What needs a person is denied unless `countersign serve` runs.',
      version: OBSERVED,
    },
  ],
}

function commandIn(text: string): readonly string[] {
  const line = /^const COMMAND = (\[.*\])$/m.exec(text)?.[1]
  try {
    const words: unknown = JSON.parse(line ?? '')
    return Array.isArray(words) ? words.map(String) : []
  } catch {
    return []
  }
}
