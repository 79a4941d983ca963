/**
 * Part of the engine's nouns: what a call would really do.
 *
 * `effects/` reads a call into these; the engine judges them and never looks at raw text.
 */

import type { Call, Kind } from './call.ts'
import type { Match } from './match/match.ts'
import type { FilePlace } from './trie/place.ts'

/** Half-open offsets into the text the effect was read from (a shell command, a path). */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * What a built-in check, or a custom tool's own check, says about one effect. No finding means that the check passes.
 */
export interface Finding {
  readonly says: 'allow' | 'ask' | 'safety' | 'deny'
  /** Stable, for scripts: `secret-read`, `dangerous-path`, `critical-removal`, `tool-check` … */
  readonly code: string
  /** One sentence that names what is at stake. */
  readonly why: string
  /** The check itself failed: even mode bypass asks then. */
  readonly failed?: boolean
  /** Only an allow rule that names the effect itself (not its owner, not the whole kind) silences this ask. */
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
   * Index, in the same reading, of the effect this one belongs to. An allow on the owner covers it: the paths a program
   * was given as arguments belong to its run, while a redirection belongs only to the call.
   */
  readonly of: number
  readonly span?: Span | undefined
  readonly finding?: Finding | undefined
  /** What would cover this effect, narrow to broad, from closed tables; computed when somebody asks. */
  readonly offers?: (() => readonly Offer[]) | undefined
}

/** The text of a rule, or of several that are needed together. */
export type Offer = string | readonly string[]

/** One word of a command line as the shell would pass it on; null if only running the line would tell. */
export type Word = string | null

export interface Run extends Common {
  readonly type: 'run'
  /** As spelled after quote removal; `argv[0]` may be a path. */
  readonly argv: readonly Word[]
  /**
   * The bare name of the program, whatever path or spelling `argv[0]` has; null if only running the line would tell.
   */
  readonly program: string | null
  /** `argv[0]` is a bare name or lies in a trusted system directory: permissions may go by `program`. */
  readonly trusted: boolean
  /** The same command without options that do not change what it is (`npm -s run build`), if it has any. */
  readonly meant?: readonly Word[] | undefined
  /** Other ways to read the same words, for restrictions only. */
  readonly forms?: () => readonly Form[]
  /** Why it is not known to be harmless, in a few words; computed when somebody asks. */
  readonly why?: (() => string | undefined) | undefined
  /**
   * It runs what it reads from its input, which its words do not show: a rule that permits these words would permit
   * anything.
   */
  readonly fed?: boolean
  /** For a script of which only a part of the name is known: the pattern that its path fits. */
  readonly named?: string | undefined
  /** Words that lead it to another project: only a rule that spells them permits it. */
  readonly away?: readonly Word[] | undefined
}

/** One way to read the words of a command, as the author of a rule may have meant them. */
export interface Form {
  /** Without the flags, unless flags and other words could not be told apart. */
  readonly words: readonly Word[]
  /** Indexes of words that may belong to a flag, in which case they are not among these words at all. */
  readonly doubtful: readonly number[]
  /** Flags are matched wherever they stand. Undefined if they are among `words`. */
  readonly flags: readonly GivenFlag[] | undefined
  /** For words that are null because the shell expands them to names of files: how they are spelled. */
  readonly patterns?: readonly (string | undefined)[]
}

export interface GivenFlag {
  /** All spellings, dashes included; empty for a word that may become any flag. */
  readonly names: readonly string[]
  /** Its value: null if only running the line would tell, undefined if it has none. */
  readonly value: Word | undefined
  /**
   * The program is known to have this flag. For other flags it is not known whether the next word is the value, or
   * whether the flag is a cluster of several letters.
   */
  readonly known: boolean
  /** Before or behind the subcommands; undefined if the place does not matter. */
  readonly place: 'before' | 'behind' | undefined
}

export interface FileAccess extends Common {
  readonly type: 'read' | 'write'
  /** Absolute, normalised, as spelled. */
  readonly path: string
  /** Absolute, links resolved; equal to `path` if no disk was asked. */
  readonly real: string
  /**
   * For a write: what happens to the file. For a read that `mayWrite`: what would happen to the file if it is a write.
   */
  readonly how?: 'create' | 'modify' | 'delete' | undefined
  /** `tree`: the path or anything below it (a glob, `rm -r`); permissions must cover all of it. */
  readonly reach: 'exact' | 'tree'
  /** `path` is a pattern that the shell still has to expand: it stands for some of the names that fit it. */
  readonly glob?: boolean
  /** For a read by a program that nobody knows: it may just as well write the file. */
  readonly mayWrite?: boolean
  /** For a pattern, or a folder that is searched, until the call is read: what is on the disk. */
  readonly holds?: Held | undefined
  /**
   * All of that was looked at, and the files that a restriction could be about are effects of their own. So restrictions
   * look at those, and no longer at the pattern.
   */
  readonly looked?: boolean
  /**
   * One of those files, or with `tree` all of them, if there were too many to look at. Which are read shows only when
   * the call runs.
   */
  readonly found?: boolean
  /** How rules look it up: made when they first do, and kept. */
  place?: FilePlace | undefined
}

/** Files that lie where a pattern, or a search, may find them. */
export interface Held {
  /** Those that matter: a restriction could be about them, or they hold secrets. */
  readonly files: readonly (FileAccess | Unknown)[]
  /** Whether there are surely no others. */
  readonly isWhole: boolean
  /** Whether a pipe is among them, for whose other end the program would wait. */
  readonly waits?: boolean
}

export interface Connect extends Common {
  readonly type: 'connect'
  /** Lower case, without `:`; empty if the call does not say it (`curl example.com`, `ssh host`). */
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
  /** The kind was guessed from the name of a custom tool: restrictions on the kind count, permissions do not. */
  readonly supposed?: boolean | undefined
  /** Every canonical name the tool may have, if it is not certain which: restrictions look at all of them. */
  readonly names?: readonly string[] | undefined
  /** The MCP server that the tool certainly belongs to; absent if the name could be split in two ways. */
  readonly server?: string | undefined
  /** What a custom tool of that kind may do inside: restrictions on such effects might be about it. */
  readonly could?: Unknown['could']
  /** A custom tool's own reading of a rule's specifier; 1 if it could not tell. Never throws. */
  readonly match?: (specifier: string) => Match
}

/** Something that was not understood, and what it may hide. */
export interface Unknown extends Common {
  readonly type: 'unknown'
  readonly why: string
  readonly could: readonly ('run' | 'read' | 'write' | 'connect')[]
  /** The file it is about, as far as it is spelled, if nobody can tell in which folder the file is. */
  readonly path?: string | undefined
}

export type Effect = Run | FileAccess | Connect | Use | Unknown

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A destructive act recognised in the call. It is shown in the dialog; a critical one is a safety ask, too. */
export interface Danger {
  readonly category: string
  readonly severity: Severity
  readonly why: string
  readonly span?: Span | undefined
}

/** The dangers as they are shown to a person: if a line does the same twice, it is listed once. */
export function toldOnce(dangers: readonly Danger[]): readonly Danger[] {
  return [...new Map(dangers.map((danger) => [`${danger.severity} ${danger.why}`, danger])).values()]
}

/**
 * About names of files that a search prints and another command splits at blanks: `whole` if the disk was asked and no
 * name contains any.
 */
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
  /** What was assumed about names of files, if it matters. */
  readonly names?: Names | undefined
}
