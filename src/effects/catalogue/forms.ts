/**
 * Part of the command catalogue: other spellings of a command, for restrictions.
 *
 * `git -C x push` is a `git push`, `npm i` an `npm install`, `rm build -fr` an `rm -rf build`. A rule is written in one
 * spelling; the forms make the others meet it. They are never used for permissions.
 */

import type { Word } from '../../engine/effect.ts'
import type { Draft, Seen } from './draft.ts'

const MOST_FLAGS = 6
const MOST_PAIRED = 4

export function otherForms(draft: Draft): Word[][] {
  const forms: Word[][] = []
  const base: Word[] = [...draft.path]
  const moved = draft.path.some((name, at) => draft.argv[at] !== name)
  if (moved) forms.push([...base, ...draft.argv.slice(draft.from)])

  const flags = draft.flags.filter((seen) => seen.index >= draft.from).slice(0, MOST_FLAGS)
  if (flags.length === 0) return forms
  const operands = draft.operands.map((index) => draft.argv[index] as Word)
  const shorts = flags.map((seen) => spell(seen, false))
  const longs = flags.map((seen) => spell(seen, true))
  for (let at = 0; at < flags.length; at++) {
    for (const spelled of [shorts, longs]) {
      const others = spelled.filter((_, other) => other !== at).flat()
      forms.push([...base, ...(spelled[at] as Word[]), ...others, ...operands])
    }
  }
  for (const pair of pairs(flags)) forms.push([...base, pair, ...operands])
  return forms
}

/** A flag with its value, under its first short or long name. */
function spell({ flag, value }: Seen, long: boolean): Word[] {
  const name = flag.names.find((one) => one.startsWith('--') === long) ?? flag.names[0] ?? ''
  return value === undefined || flag.arity === 0 ? [name] : [name, value]
}

/** Every two valueless short flags as one cluster, both ways round. */
function pairs(flags: readonly Seen[]): string[] {
  const letters = [...new Set(flags.filter((seen) => seen.flag.arity === 0).map(letter))]
    .filter((one) => one !== '')
    .slice(0, MOST_PAIRED)
  return letters.flatMap((one) => letters.filter((other) => other !== one).map((other) => `-${one}${other}`))
}

function letter({ flag }: Seen): string {
  return flag.names.find((name) => name.length === 2 && name !== '--')?.slice(1) ?? ''
}
