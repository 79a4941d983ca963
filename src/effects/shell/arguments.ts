/** Part of reading shell lines: the paths and hosts among a program's arguments, as effects that belong to its run. */

import type { Connect, Effect, Span, Unknown } from '../../engine/effect.ts'
import type { ArgEffect, CommandReading } from '../catalogue/read.ts'
import { fileEffect } from '../file.ts'
import { fileUrlPath, readHost } from '../url.ts'
import type { Setting } from './command.ts'
import type { ShellContext } from './context.ts'

/** Indexes of the effects that the arguments' effects belong to. */
export interface Owners {
  readonly run: number
  /** What it writes or deletes; another than the run where naming the program does not name that. */
  readonly writes: number
}

export function argumentEffects(
  readings: readonly CommandReading[],
  owners: Owners,
  setting: Setting,
  context: ShellContext,
): readonly Effect[] {
  const effects: Effect[] = []
  const seen = new Set<string>()
  for (const reading of readings) {
    for (const argument of reading.effects) {
      const key = `${argument.type} ${argument.how ?? ''} ${argument.value}`
      if (seen.has(key)) continue
      seen.add(key)
      const of = argument.type === 'write' ? owners.writes : owners.run
      if (argument.type === 'connect') {
        const certain = argument.certain && setting.guess !== true
        const file = fileUrlPath(argument.value)
        if (file !== undefined)
          effects.push(fileEffect({ type: 'read', text: file, cwd: null, certain, of, tilde: false }, context))
        effects.push(...connectEffects(argument.value, { certain, of, ...spanOf(setting) }))
      } else effects.push(...fileEffects(argument, reading, of, setting, context))
    }
  }
  return effects
}

/** A host, or when programs would read the text differently, all it may mean. */
export function connectEffects(
  text: string,
  common: { readonly certain: boolean; readonly of: number; readonly span?: Span },
): (Connect | Unknown)[] {
  const found = readHost(text)
  if (found.ok) return [{ type: 'connect', ...found.target, ...common, harmless: false }]
  const guesses = found.guesses.map((target): Connect => ({
    type: 'connect',
    ...target,
    ...common,
    harmless: false,
    certain: false,
  }))
  return [{ type: 'unknown', why: `${found.why}: ${text}`, could: ['connect'], ...common, harmless: false }, ...guesses]
}

function fileEffects(
  argument: ArgEffect,
  reading: CommandReading,
  of: number,
  setting: Setting,
  context: ShellContext,
): Effect[] {
  const certain = argument.certain && setting.guess !== true
  const base = { of, tilde: false, ...spanOf(setting), ...(argument.how === undefined ? {} : { how: argument.how }) }
  const type = argument.type as 'read' | 'write'
  const folders = setting.folders ?? [null]
  return folders.flatMap((cwd, candidate) => {
    const sure = certain && candidate === 0
    const at = (text: string, reach: 'exact' | 'tree', isCertain: boolean) =>
      softened(fileEffect({ ...base, type, text, cwd, reach, certain: isCertain }, context), argument, reading)
    const reach = argument.tree === true ? 'tree' : 'exact'
    if (argument.glob !== true) return [at(argument.value, reach, sure)]
    const { parent, everything } = splitGlob(argument.value)
    if (everything) return [at(parent, 'tree', sure)]
    const some = at(argument.value, reach, sure)
    return [some.type === 'unknown' ? some : { ...some, glob: true }]
  })
}

/** Looking at names and sizes gives no secret away. */
function softened(effect: Effect, argument: ArgEffect, reading: CommandReading): Effect {
  if (argument.meta === true && effect.finding?.code === 'secret-read')
    return { ...withoutFinding(effect), harmless: true }
  if (effect.type === 'unknown' && reading.readOnly && argument.meta === true) return { ...effect, harmless: true }
  return effect
}

function withoutFinding(effect: Effect): Effect {
  const { finding: _finding, ...rest } = effect
  return rest.type === 'read' ? { ...rest, harmless: true } : rest
}

/** The folder a pattern starts in, and whether it takes all of it. */
function splitGlob(text: string): { readonly parent: string; readonly everything: boolean } {
  const segments = text.split('/')
  const first = segments.findIndex((segment) => /[*?[]/.test(segment))
  const parent = segments.slice(0, first).join('/')
  const everything = first === segments.length - 1 && /^(?:\*+|\.\*)$/.test(segments[first] as string)
  return { parent: parent !== '' ? parent : text.startsWith('/') ? '/' : '.', everything }
}

function spanOf(setting: Setting) {
  return setting.span === undefined ? {} : { span: setting.span }
}
