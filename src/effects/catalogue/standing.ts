/**
 * Part of the command catalogue: what programs have to do with the folder in which they stand, beside the names that
 * their words say.
 *
 * INVARIANT: a program is in a list only if it looks for nothing else there, above all for no configuration. Any other
 * program may obey what it finds (`obeyed.ts` has those of which that is certain).
 */

/** `named`: nothing. `lists`, `searches`: names in it, or what lies below it, if no word says where. */
export type Standing = 'named' | 'lists' | 'searches'

const STANDING = new Map<string, Standing>()
for (const [standing, programs] of [
  [
    'named',
    `cat head tail wc nl tac rev fold fmt column sort uniq cut tr paste join comm expand unexpand sed awk gawk mawk jq
     stat file md5sum sha1sum sha224sum sha256sum sha512sum b2sum cksum sum shasum xxd od hexdump strings base64 diff cmp
     echo printf pwd true false : test [ [[ basename dirname realpath readlink date cal uname whoami logname id groups
     hostname arch nproc seq sleep which type command df ps free uptime cd pushd popd read exit break continue return
     wait find zcat bzcat xzcat`,
  ],
  ['lists', 'ls dir vdir gls tree du exa eza fd fdfind'],
  ['searches', 'grep egrep fgrep rg'],
] as const)
  for (const program of programs.split(/\s+/u)) STANDING.set(program, standing)

/** Undefined for a program of which that is not known. */
export function standingOf(program: string): Standing | undefined {
  return STANDING.get(program)
}
