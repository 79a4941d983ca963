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
 * What a value is. `t` text · `r`/`R` read path/tree · `m`/`M` the same, but only names and times ·
 * `w` written · `c` created · `d`/`D` deleted path/tree ·
 * `u` url or host · `s`/`S` an address, `host:path` or a path read/written · `a` text, or `@file` read (`f`: `name=@file`) ·
 * `e` read and written · `b` a file unless it holds `=` · `k` `name@file` read · `v` `source:target` of a mount ·
 * `p` a pattern of file names that are read · `q` read, and what stands in it says what else is done ·
 * `g` revision or path read · `o` `owner/name`, or a host before it · `h` a repository: remote, address or path ·
 * `i` an image or module, perhaps with a host before it · `n` a setting of git, `name=value` · `x` a program or code to run · `?` unknown, maybe a path.
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

/** Looks at what the scan found and may spoil it; must be total. */
export type Guard = (draft: Draft) => void

/** Reads the words from `from` on by itself, for programs whose grammar is not getopt's. */
export type Grammar = (draft: Draft, from: number) => void

export interface Spec {
  readonly flags?: string
  readonly args?: string
  /** No flag or operand of it can write, run or connect: even a word nobody can foresee is harmless. */
  readonly inert?: true
  /** It does more than its file and host effects tell; why, in a few words. */
  readonly acts?: string
  /** `go`: one dash, whole words, no clusters. `words`: every word is text. */
  readonly style?: 'gnu' | 'go' | 'words'
  /** By name, or several names sharing one spec; `=name` is an alias; a trailing `*` matches any plain word. */
  readonly subs?: Readonly<Record<string, Spec | string>>
  /** The flags of this level are accepted after the subcommand, too. */
  readonly inherit?: true
  /** Harmless without a subcommand. */
  readonly bare?: true
  /** Flags beside `--version` and `--help` that need no subcommand. */
  readonly asks?: string
  /** `--help` or `-h` behind any of its subcommands prints a text and does nothing else; `spelled`: behind those whose names are not cut short. */
  readonly helps?: true | 'spelled'
  /** Flags that make what is read or written a tree. */
  readonly tree?: string
  /** Flags that take the place of the first operand (`grep -e`). */
  readonly shift?: string
  /** Flags to which any text will do, whatever the guard looks at (`awk -v`). */
  readonly free?: string
  /** Flags that take the place of the last operand (`cp -t`). */
  readonly target?: string
  /** Operands are harmless only beside one of these flags (`git branch --list x`). */
  readonly needs?: string
  /** Without one of these flags it is not harmless at all (`ssh-keygen -l`). */
  readonly must?: string
  /** The last operand may be a directory to put the others into. */
  readonly into?: true
  /** By flag: the command it makes of this one, for restrictions (`terraform apply -destroy`). */
  readonly means?: Readonly<Record<string, string>>
  /** No flag that it has takes a value: a name with a dot in it is none, whatever it begins with. */
  readonly valueless?: true
  /** None of its flags is a number: a negative one is refused before anything is done. */
  readonly unnumbered?: true
  /** The first operand names a task and belongs to the stem (`npm run build`). */
  readonly task?: true
  readonly guard?: Guard
  readonly grammar?: Grammar
}

/** Programs by name; a key of several names describes them all. */
export type Family = Readonly<Record<string, Spec | string>>

type More = Omit<Spec, 'args' | 'flags'>

/** Everything it does is in its effects: read-only as long as nothing is written. */
export function reads(args: string, flags: string, more?: More): Spec {
  return { args, flags, ...more }
}

/** Read-only whatever its words are. */
export function inert(args: string, flags: string, more?: More): Spec {
  return { args, flags, inert: true, ...more }
}

/** Known, but does more than its effects say; never read-only. */
export function acts(why: string, args = '?*', flags = '', more?: More): Spec {
  return { args, flags, acts: why, ...more }
}

/** A program of subcommands with its global flags. */
export function suite(flags: string, subs: Spec['subs'], more?: Omit<Spec, 'subs' | 'flags'>): Spec {
  return { flags, subs, ...more }
}
