/**
 * Part of the command catalogue: how knowledge about a program is written down.
 *
 * A flag table reads like the man page's option list, separated by blanks:
 *
 *     -a,--all            takes no value; the names are equivalent
 *     -n,--lines=         takes a value, glued or as the next word
 *     --rawfile==r        takes two words, the second of which has the role
 *     --color?            takes a value only when glued (`--color=auto`, `-i.bak`)
 *     -o,--output=w       the value has a role (below); without a letter it is plain text
 *     --[no-]stat         both spellings
 *     !--exec=x           known, and spoils the proof of harmlessness
 *     -#                  a number is a flag (`head -5`)
 *
 * Operands are roles in order, one of which may repeat (`t r*`, `r* w`); more operands than roles spoil the proof.
 *
 * INVARIANT: a flag or subcommand that no table lists is never harmless.
 */

import type { Draft } from './draft.ts'

/**
 * What a value is:
 *
 *     t      text
 *     r, R   a path, a tree that is read
 *     m, M   the same, but only names and times are read
 *     w, c   a file that is written, that is created
 *     d, D   a path, a tree that is deleted
 *     e      a file that is read and written
 *     u      a URL or host
 *     s, S   an address, `host:path`, or a path that is read (`s`) or written (`S`)
 *     a, f   text or `@file`, `name=@file`: the file is read
 *     k      `name@file`: the file is read
 *     b      a file unless it contains `=`
 *     p      a pattern of names of files that are read
 *     q      a file that is read; its content says what else is done
 *     v      `source:target` of a mount
 *     g      a revision, or a path that is read
 *     o      `owner/name`, perhaps with a host before it
 *     h      a repository: remote, address or path
 *     i      an image or module, perhaps with a host before it
 *     n      a setting of git, `name=value`
 *     x      a program or code to run
 *     ?      unknown, perhaps a path
 */
export type Role =
  | 't'
  | 'r'
  | 'R'
  | 'm'
  | 'M'
  | 'w'
  | 'c'
  | 'd'
  | 'D'
  | 'u'
  | 's'
  | 'S'
  | 'a'
  | 'f'
  | 'b'
  | 'e'
  | 'g'
  | 'h'
  | 'i'
  | 'k'
  | 'n'
  | 'p'
  | 'q'
  | 'v'
  | 'o'
  | 'x'
  | '?'

/** Looks at what the scan found and may spoil the proof; must be total. */
export type Guard = (draft: Draft) => void

/** Reads the words from `from` on by itself, for programs whose syntax is not getopt's. */
export type Grammar = (draft: Draft, from: number) => void

export interface Spec {
  readonly flags?: string
  readonly args?: string
  /** None of its flags or operands can write, run or connect, so even a word that is not known is harmless. */
  readonly inert?: true
  /** It does more than its effects on files and hosts tell; here is why, in a few words. */
  readonly acts?: string
  /** `go`: one dash, whole words, no clusters. `words`: every word is text. */
  readonly style?: 'gnu' | 'go' | 'words'
  /** By name, or by several names sharing one spec; `=name` is an alias; a trailing `*` matches any plain word. */
  readonly subs?: Readonly<Record<string, Spec | string>>
  /** The flags of this level are accepted after the subcommand, too. */
  readonly inherit?: true
  /** Harmless without a subcommand. */
  readonly bare?: true
  /** Flags beside `--version` and `--help` that need no subcommand. */
  readonly asks?: string
  /**
   * `--help` or `-h` after any of its subcommands prints a text and does nothing else; `spelled`: only after
   * subcommands whose names are not cut short.
   */
  readonly helps?: true | 'spelled'
  /** Flags that make what is read or written a whole tree. */
  readonly tree?: string
  /** Flags that take the place of the first operand (`grep -e`). */
  readonly shift?: string
  /** Flags for which any text is fine, whatever the guard looks at (`awk -v`). */
  readonly free?: string
  /** Flags that take the place of the last operand (`cp -t`). */
  readonly target?: string
  /** Operands are harmless only together with one of these flags (`git branch --list x`). */
  readonly needs?: string
  /** Without one of these flags it is not harmless at all (`ssh-keygen -l`). */
  readonly must?: string
  /** The last operand may be a directory that the others are put into. */
  readonly into?: true
  /** By flag: the command that this one becomes with it, for restrictions (`terraform apply -destroy`). */
  readonly means?: Readonly<Record<string, string>>
  /** None of its flags takes a value, so a name with a dot in it is no flag, whatever it begins with. */
  readonly valueless?: true
  /** None of its flags is a number: it refuses a negative one before it does anything. */
  readonly unnumbered?: true
  /** The first operand names a task and belongs to the stem (`npm run build`). */
  readonly task?: true
  readonly guard?: Guard
  readonly grammar?: Grammar
}

/** Programs by name; a key of several names describes them all. */
export type Family = Readonly<Record<string, Spec | string>>

type More = Omit<Spec, 'args' | 'flags'>

/** Everything it does is in its effects: it is read-only as long as nothing is written. */
export function reads(args: string, flags: string, more?: More): Spec {
  return { args, flags, ...more }
}

/** Read-only whatever its words are. */
export function inert(args: string, flags: string, more?: More): Spec {
  return { args, flags, inert: true, ...more }
}

/** Known, but it does more than its effects say; never read-only. */
export function acts(why: string, args = '?*', flags = '', more?: More): Spec {
  return { args, flags, acts: why, ...more }
}

/** A program with subcommands, and its global flags. */
export function suite(flags: string, subs: Spec['subs'], more?: Omit<Spec, 'subs' | 'flags'>): Spec {
  return { flags, subs, ...more }
}
