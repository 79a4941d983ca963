/** Part of the danger catalogue: editors of streams that are told to leave nothing of the files they edit in place. */

import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'

/** Options after which the files themselves are changed: `-i`, `-i.bak`, `-ni`, `-pi`, `--in-place`. */
const IN_PLACE = /^(?:-[a-zA-Z0-9]{0,4}i|--in-place(?:=|$))/u
/** `d`, `1,$d`, a substitution of all by nothing, `Q`: sed prints nothing that was there. */
const SED_EMPTIES = /^\s*(?:(?:(?:0|1)\s*,\s*\$\s*)?d|s(.)(?:\^?\.[*+]\$?)\1\1g?|[qQ]|\/\.?\*?\/d)\s*;?\s*$/u
/** `$_ = ""`, `undef $_`. */
const PERL_EMPTIES = /^\s*(?:\$_\s*=\s*(?:""|''|undef|q\(\))|undef\s*\(?\$_\)?|s(.)(?:\^?\.[*+]\$?)\1\1[gs]*)\s*;?\s*$/u

const EMPTIES: Readonly<Record<string, RegExp>> = { sed: SED_EMPTIES, gsed: SED_EMPTIES, perl: PERL_EMPTIES }

/** `sed -i d *.py`, `perl -pi -e '$_=""' src/*`. */
export function editedAway({ program, argv }: DangerInput): readonly Found[] {
  const empties = Object.hasOwn(EMPTIES, program) ? EMPTIES[program] : undefined
  if (empties === undefined || !argv.some((word) => IN_PLACE.test(word ?? ''))) return []
  return argv.some((word, at) => at > 0 && empties.test(word ?? '')) ? [found('delete', 'medium', 'Empties files')] : []
}
