/**
 * Part of the command catalogue: programs that go through the links which they find below a folder, and the words that
 * tell them to.
 *
 * It does no harm if a word only looks like one of these.
 */

import type { Word } from '../../engine/effect.ts'

const FOLLOWERS: readonly (readonly [names: string, told: RegExp])[] = [
  // In BSD's grep it is `-S`.
  [
    'grep egrep fgrep rgrep ggrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep lzgrep pcregrep ugrep',
    /^-[^-]*[RS]|^--de/,
  ],
  ['rg', /^-[^-]*L|^--fol/],
  ['ag', /^-[^-]*f|^--fol/],
  ['ack ack-grep', /^--fol/],
  // Of two folders it compares the files in them, through links, with or without an option.
  ['diff gdiff', /^/],
  ['find gfind bfs', /^-(?:[HPEXdsx]*L|follow$)/],
  ['fd fdfind', /^-[^-]*L|^--fol/],
  ['cp gcp', /^-[^-]*L|^--deref/],
  ['tar gtar bsdtar', /^-[^-]*[hL]|^[A-Za-z]*h[A-Za-z]*$|^--deref/],
  ['rsync', /^-[^-]*[Lk]|^--copy-/],
  ['scp', /^-[^-]*r/],
  ['zip', /^-[^-]*[rR]|^--rec/],
]

const BY_NAME = new Map(FOLLOWERS.flatMap(([names, told]) => names.split(' ').map((name) => [name, told] as const)))

/** The words that tell a program to go through links; undefined for one that never does. */
export function followsWhenTold(program: string): RegExp | undefined {
  return BY_NAME.get(program)
}

export function isTold(told: RegExp, argv: readonly Word[]): boolean {
  return argv.some((word, at) => at > 0 && word !== null && told.test(word))
}

/** Whether it goes through links, by its own words. */
export function followsLinks(argv: readonly Word[]): boolean {
  const told = followsWhenTold(argv[0] ?? '')
  return told !== undefined && isTold(told, argv)
}
