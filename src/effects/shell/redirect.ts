/** Part of reading shell lines: redirections are reads and writes of their own, no program's allow covers them. */

import type { Effect, Word } from '../../engine/effect.ts'
import { FileUse, fileEffect } from '../file.ts'
import { unknownEffect } from '../make.ts'
import { connectEffects } from './arguments.ts'
import type { Standing } from './setting.ts'
import type { ShellContext } from './context.ts'
import type { Redirect, SimpleCommand } from './syntax/script.ts'
import { isFile } from './word-kinds.ts'
import { resolveWord } from './words.ts'

/** Writing there changes nothing. */
const SINKS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/zero'])
const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]*)\/?([^/]*)/

/** The effects, and what the command learns: the text on its standard input, the files it reads and writes. */
export interface Redirected {
  readonly effects: readonly Effect[]
  readonly stdin: Word | undefined
  readonly reads: readonly string[] | undefined
  readonly writes: readonly string[] | undefined
}

/** What comes of it goes into a file: the text on its input is no list of names. */
export function isKept({ writes }: Redirected): boolean {
  return writes?.some((path) => !path.startsWith('/dev/')) === true
}

export const NOT_REDIRECTED: Redirected = { effects: [], stdin: undefined, reads: undefined, writes: undefined }

export function redirectEffects(command: SimpleCommand, setting: Standing, context: ShellContext): Redirected {
  const effects: Effect[] = []
  const writes: string[] = []
  const reads: string[] = []
  let stdin: Word | undefined
  for (const redirect of command.redirects) {
    if (redirect.body !== undefined || redirect.op === '<<<') {
      const text = redirect.body ?? redirect.target
      const isInput = redirect.fd === undefined || redirect.fd === 0
      if (text !== undefined && isInput) stdin = resolveWord(text, setting.environment, context.around.home).word
      continue
    }
    if (redirect.variable !== undefined)
      effects.push(unknownEffect('a redirection that sets a variable', [], setting.of, redirect.span))
    if (redirect.target !== undefined) effects.push(...targetEffects(redirect, setting, context, { reads, writes }))
  }
  return {
    effects,
    stdin,
    reads: reads.length === 0 ? undefined : reads,
    writes: writes.length === 0 ? undefined : writes,
  }
}

function targetEffects(
  redirect: Redirect,
  setting: Standing,
  context: ShellContext,
  named: { readonly reads: string[]; readonly writes: string[] },
): Effect[] {
  const types: readonly ('read' | 'write')[] = redirect.op === '<' ? READ : redirect.op === '<>' ? BOTH : WRITE
  const target = redirect.target as NonNullable<Redirect['target']>
  const { word, alternatives, traits, shape } = resolveWord(target, setting.environment, context.around.home)
  const several = types === READ ? word === null || traits.glob : traits.glob
  const texts = alternatives ?? (word === null ? undefined : [word])
  // Whichever file a pattern becomes is as good as another where it is only read. Of several that are listed each counts.
  if (texts === undefined || (several && types !== READ)) {
    const why = 'the file of a redirection is only known when it runs'
    const harmless = types === READ && isFile(target, setting.environment)
    const unknown = unknownEffect(why, types, setting.of, redirect.span, true, harmless)
    // What is known of it is looked at as where a program is given it.
    return harmless && shape !== undefined
      ? [unknown, ...fileEffects(shape, types, true, redirect, setting, context, named)]
      : [unknown]
  }
  return texts.flatMap((text) => fileEffects(text, types, several, redirect, setting, context, named))
}

function fileEffects(
  word: string,
  types: readonly ('read' | 'write')[],
  several: boolean,
  redirect: Redirect,
  setting: Standing,
  context: ShellContext,
  named: { readonly reads: string[]; readonly writes: string[] },
): Effect[] {
  for (const type of types) named[type === 'read' ? 'reads' : 'writes'].push(word)
  if (SINKS.has(word)) return []
  const socket = SOCKET.exec(word)
  if (socket !== null) {
    return connectEffects(`${socket[1]}:${socket[2]}`, true, setting.of, redirect.span)
  }
  const folders = setting.folders ?? [null]
  return types.flatMap((type) =>
    folders.map((cwd, candidate) => {
      const use = new FileUse(type, word, setting.of, cwd, redirect.span)
      use.certain = candidate === 0 && !several
      use.glob = several
      use.how = 'modify'
      return fileEffect(use, context.around)
    }),
  )
}

const READ = ['read'] as const
const WRITE = ['write'] as const
const BOTH = ['read', 'write'] as const
