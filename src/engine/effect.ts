/**
 * Part of the engine's nouns: what a call would really do.
 *
 * `effects/` reads a call into these; the engine judges them and never looks at raw text.
 */

import type { Call, Kind } from './call.ts'
import type { Match } from './match/match.ts'

/** Half-open offsets into the text the effect was read from (a shell command, a path). */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What a built-in check, or a custom tool's own, says of one effect. Nothing said means pass. */
export interface Finding {
  readonly says: 'allow' | 'ask' | 'safety' | 'deny'
  /** Stable, for scripts: `secret-read`, `dangerous-path`, `critical-removal`, `tool-check` … */
  readonly code: string
  /** One sentence that names what is at stake. */
  readonly why: string
  /** The check itself failed: not even mode bypass passes over that in silence. */
  readonly failed?: boolean
  /** An allow rule that names the effect itself (not its owner, not the whole kind) silences this ask. */
  readonly nameable?: boolean
}

interface Common {
  /** False when this is one plausible reading among others: restrictions match it, permissions never do. */
  readonly certain: boolean
  /** Changes nothing by itself: read-only, or a wrapper whose inner command is what counts. */
  readonly harmless: boolean
  /** A file command or edit whose every path is certain and inside a working directory. */
  readonly inside?: boolean
  /**
   * Index, in the same reading, of the effect this one belongs to. An allow on the owner covers it: the paths a
   * program was given as arguments belong to its run, a redirection belongs to nobody but the call.
   */
  readonly of: number
  readonly span?: Span | undefined
  readonly finding?: Finding | undefined
  /** Rule texts that would cover this effect, narrow to broad, from closed tables; told when asked for. */
  readonly offers?: (() => readonly string[]) | undefined
}

/** One word of a command line as the shell would pass it on; null when only running it would tell. */
export type Word = string | null

export interface Run extends Common {
  readonly type: 'run'
  /** As spelled after quote removal; `argv[0]` may be a path. */
  readonly argv: readonly Word[]
  /** The bare name `argv[0]` resolves to, whatever path or spelling it came by; null when dynamic. */
  readonly program: string | null
  /** `argv[0]` is a bare name or lies in a trusted system directory: permissions may go by `program`. */
  readonly trusted: boolean
  /** The same command without options that leave it what it is (`npm -s run build`), where there are any. */
  readonly meant?: readonly Word[] | undefined
  /** Other ways to read the same words, for restrictions only. */
  readonly forms?: () => readonly Form[]
  /** Why it is not known to be harmless, in a few words; told when asked for. */
  readonly why?: (() => string | undefined) | undefined
  /** It runs what it reads from its input, of which its words say nothing: a rule that names them names anything. */
  readonly fed?: boolean
}

/** A way to read the words of a command: what it is called by whoever writes a rule. */
export interface Form {
  /** Without the flags, unless nobody has told them apart. */
  readonly words: readonly Word[]
  /** Places of words that may belong to a flag, and not be there at all. */
  readonly doubtful: readonly number[]
  /** They count wherever they stand. Undefined where they are among the words. */
  readonly flags: readonly GivenFlag[] | undefined
  /** Of words that are null because the shell makes names of files of them: how they are spelled. */
  readonly patterns?: readonly (string | undefined)[]
}

export interface GivenFlag {
  /** All spellings, dashes included; none of a word that may become any flag. */
  readonly names: readonly string[]
  /** What it is given: null when only running it would tell, undefined for nothing. */
  readonly value: Word | undefined
  /** The program is known to have it. Of another flag nobody knows whether the word behind it is its value, and whether it is several letters. */
  readonly known: boolean
  /** Before the subcommands or behind them; undefined where that is all the same. */
  readonly place: 'before' | 'behind' | undefined
}

export interface FileAccess extends Common {
  readonly type: 'read' | 'write'
  /** Absolute, normalised, as spelled. */
  readonly path: string
  /** Absolute, links resolved; equal to `path` where no disk was asked. */
  readonly real: string
  /** For writes: what happens to the file. For a read that `mayWrite`: what rather does. */
  readonly how?: 'create' | 'modify' | 'delete' | undefined
  /** `tree`: the path or anything below it (a glob, `rm -r`); permissions must cover all of it. */
  readonly reach: 'exact' | 'tree'
  /** `path` is a pattern that the shell still expands: some names that fit it. */
  readonly glob?: boolean
  /** Of a read: nobody knows the program that is given the file, and it may as well write it. */
  readonly mayWrite?: boolean
}

export interface Connect extends Common {
  readonly type: 'connect'
  /** Lower case, without `:`; empty when not said (`curl example.com`, `ssh host`). */
  readonly scheme: string
  /** Normalised by the WHATWG parser, no trailing dot; empty when the input names none. */
  readonly host: string
  readonly port: string
  readonly path: string
  /** Loopback, private or metadata address: a permission for a public host never covers it. */
  readonly internal: boolean
}

export interface Use extends Common {
  readonly type: 'use'
  /** Canonical name. */
  readonly tool: string
  readonly kind: Kind
  /** The kind goes by the name of a custom tool only: restrictions on it count, permissions do not. */
  readonly supposed?: boolean | undefined
  /** Every canonical name the tool may have, where it is not certain which: restrictions look at all of them. */
  readonly names?: readonly string[] | undefined
  /** The MCP server the tool certainly belongs to; absent where the name could be split in two ways. */
  readonly server?: string | undefined
  /** What a custom tool of that kind may do inside: restrictions on such effects might be about it. */
  readonly could?: Unknown['could']
  /** A custom tool's own reading of a rule's specifier; 1 where it could not tell. Never throws. */
  readonly match?: (specifier: string) => Match
}

/** Something that was not understood, and what it may hide. */
export interface Unknown extends Common {
  readonly type: 'unknown'
  readonly why: string
  readonly could: readonly ('run' | 'read' | 'write' | 'connect')[]
  /** The file that it is about, as far as it is spelled, where nobody can tell its folder. */
  readonly path?: string | undefined
}

export type Effect = Run | FileAccess | Connect | Use | Unknown

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A destructive act recognised in the call: informs the dialog; critical ones are safety asks too. */
export interface Danger {
  readonly category: string
  readonly severity: Severity
  readonly why: string
  readonly span?: Span | undefined
}

/** As a person is told of them: what a line does twice is one danger. */
export function toldOnce(dangers: readonly Danger[]): readonly Danger[] {
  return [...new Map(dangers.map((danger) => [`${danger.severity} ${danger.why}`, danger])).values()]
}

/** Of files that a search prints and others take apart at blanks: `whole` where the disk was asked, and no name has any. */
export type Names = 'split' | 'whole'

/** A call, read. `effects[0]` is always the use of the tool itself. */
export interface Reading {
  readonly call: Call
  /** Canonical tool name; the native one when no vocabulary knows it. */
  readonly tool: string
  readonly kind: Kind
  readonly effects: readonly [Use, ...Effect[]]
  /** Every effect is harmless, or the custom tool says so of this input. */
  readonly readOnly: boolean
  readonly dangers: readonly Danger[]
  /** What was taken for granted of names of files, where it matters. */
  readonly names?: Names | undefined
}
