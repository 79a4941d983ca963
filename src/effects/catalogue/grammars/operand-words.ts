/** Part of the command catalogue: programs where one sort of operand is not what it looks like. */

import { type Draft, short, spoil } from '../draft.ts'

/** `man ./x` formats a file, and a man page can name its own preprocessors. */
export function noPaths(draft: Draft): void {
  refuse(draft, (word) => word.includes('/'))
}

/** `less +!cmd` and `vi +cmd` begin by running something. */
export function noStartCommand(draft: Draft): void {
  refuse(draft, (word) => word.startsWith('+') && !/^\+(?:\d*[gGF]?|\/.*)$/u.test(word))
}

/** `bat cache --build` compiles syntaxes. */
export function noCache(draft: Draft): void {
  refuse(draft, (word) => word === 'cache')
}

/** `sysctl name=value` and the like set instead of showing. */
export function noAssignments(draft: Draft): void {
  refuse(draft, (word) => word.includes('='))
}

/** Rewrites its operands with `-w`, and only prints without. */
export function rewritesOnW(draft: Draft): void {
  if (draft.flags.some(({ flag }) => flag.names.includes('-w'))) return
  draft.writes = false
  for (const [at, effect] of draft.effects.entries()) {
    if (effect.type === 'write') draft.effects[at] = { type: 'read', index: effect.index, value: effect.value, certain: true }
  }
}

/** It makes files whose names it chooses itself. */
export function madeSomewhere(draft: Draft): void {
  draft.writes = true
  spoil(draft, 'makes files of its own naming')
}

function refuse(draft: Draft, bad: (word: string) => boolean): void {
  for (const index of draft.operands) {
    const word = draft.argv[index]
    if (word === null || word === undefined) spoil(draft, 'a dynamic operand')
    else if (bad(word)) spoil(draft, `operand ${short(word)}`)
  }
}
