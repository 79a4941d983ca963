/** Part of the vibing.nvim dialect (seed 004): reads and checks the permissions in a chat's front matter. */

import { own } from '../../engine/call.ts'
import { below } from '../../policy/problem.ts'
import type { Where } from '../dialect.ts'
import { Sheet, strangeIn } from '../text/sheet.ts'
import type { Item } from '../text/sheet.ts'
import { frontMatterOf, readYaml } from '../text/yaml.ts'

export const VIBING_MODES = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const
export type VibingMode = (typeof VIBING_MODES)[number]

/** A granular rule: all its lists are alternatives. */
export interface VibingRule {
  readonly tools: readonly string[]
  readonly paths: readonly string[]
  readonly commands: readonly string[]
  readonly patterns: readonly string[]
  readonly domains: readonly string[]
  readonly action: 'allow' | 'deny'
  readonly message: string | undefined
  readonly path: string
  /** Fields that are not known here. */
  readonly strange: readonly string[]
}

export interface Vibing {
  readonly sheet: Sheet
  readonly mode: VibingMode
  readonly allow: readonly Item[]
  readonly ask: readonly Item[]
  readonly deny: readonly Item[]
  readonly rules: readonly VibingRule[]
}

const KNOWN = ['tools', 'paths', 'commands', 'patterns', 'domains', 'action', 'message']

export function readVibing(text: string, where: Where): Vibing {
  const block = frontMatterOf(text)
  const sheet =
    block === undefined
      ? new Sheet(where, {
          value: {},
          find: () => undefined,
          slips: [{ line: 1, col: 1, message: 'has no front matter between two lines of ---' }],
        })
      : readYaml(block.text, where, block.from)
  const fields = sheet.fields(sheet.value, '')
  const list = (name: string) => sheet.texts(own(fields, `permissions_${name}`), `permissions_${name}`)
  const written = own(fields, 'permissions_rules') ?? own(fields, 'permission_rules')
  return {
    sheet,
    mode: sheet.choice(own(fields, 'permission_mode'), 'permission_mode', VIBING_MODES) ?? 'default',
    allow: list('allow'),
    ask: list('ask'),
    deny: list('deny'),
    rules: sheet.items(written, 'permissions_rules').flatMap(({ value, path }) => {
      const rule = sheet.fields(value, path)
      const texts = (name: string) => sheet.texts(own(rule, name), below(path, name)).map((item) => item.value)
      const action = sheet.choice(own(rule, 'action'), below(path, 'action'), ['allow', 'deny'])
      if (own(rule, 'action') === undefined) sheet.error(path, 'a rule needs an `action`')
      if (action === undefined) return []
      const message = sheet.text(own(rule, 'message'), below(path, 'message'))
      return [
        {
          tools: texts('tools'),
          paths: texts('paths'),
          commands: texts('commands'),
          patterns: texts('patterns'),
          domains: texts('domains'),
          action,
          message,
          path,
          strange: strangeIn(rule, KNOWN),
        },
      ]
    }),
  }
}
