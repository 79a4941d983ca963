/** Part of reading shell lines: collects what has been found in the line so far. */

import type { Danger, Effect, Finding, Span, Unknown } from '../../engine/effect.ts'
import { FileUse, fileEffect } from '../file.ts'
import { EVERYTHING, unknownEffect } from '../make.ts'
import type { ShellContext } from './context.ts'
import { Mentions } from './dangers/mentions.ts'
import { writtenBy, WrittenFiles } from './inside/written.ts'
import { onlyFolder } from './setting.ts'
import type { Setting } from './setting.ts'

export class Ledger {
  readonly context: ShellContext
  readonly dangers: Danger[] = []
  /** Whether a harmless program gets an argument that is known only when it runs. */
  readsWhatever = false
  readonly mentions = new Mentions()
  readonly effects: Effect[] = []
  isCutShort = false
  /** Files that the line itself has written. */
  written: WrittenFiles | undefined = undefined

  constructor(context: ShellContext) {
    this.context = context
  }

  /** Whether nothing found so far does more than look. */
  get onlyLooks(): boolean {
    return this.effects.every(({ harmless }) => harmless)
  }

  unknown(why: string, of: number, could: Unknown['could'], span?: Span, harmless = false): void {
    if (harmless) this.readsWhatever = true
    this.effects.push(unknownEffect(why, could, of, span, { harmless }))
  }

  /** Adds a finding about a command, or about several together, in addition to what each of them does. */
  raise(finding: Finding, of: number, span?: Span, could: Unknown['could'] = NONE): void {
    this.effects.push(unknownEffect(finding.why, could, of, span, { finding }))
  }

  /** Nobody has looked at what lies beyond a limit, and a person who allows every command has not allowed that. */
  cutShort(what: string, of: number, span?: Span): void {
    if (this.isCutShort) return
    this.isCutShort = true
    const why = `Holds more ${what} than are looked at`
    this.raise({ says: 'safety', code: 'too-much', why }, of, span, EVERYTHING)
  }

  add(effect: Effect): void {
    const file = writtenBy(effect)
    if (file !== undefined) (this.written ??= new WrittenFiles()).add(file, this.effects.length)
    else if (effect.type === 'unknown' && effect.harmless) this.readsWhatever = true
    this.effects.push(effect)
  }

  /** A file that is read or written, perhaps. */
  file(text: string, of: number, setting: Setting, access: 'read' | 'write' = 'read'): Effect {
    const use = new FileUse(access, text, of, onlyFolder(setting), setting.span)
    use.certain = false
    return fileEffect(use, this.context.around)
  }
}

const NONE: readonly never[] = []
