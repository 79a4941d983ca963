/**
 * Whether a client starts a shell for each call, which our reading of its lines relies on (`fresh` in the vocabularies). One
 * line leaves behind everything that a shell can keep, the next one says what it found of it.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const TOLD = 'told.txt'

const LEAVES =
  'left_behind() { :; }; also_left=1; export LEFT_BEHIND=1; alias lb=ls; IFS=,; set -u; shopt -s nullglob 2>/dev/null; echo left'

/** In words that bash and zsh share. The folder may be kept, so the file has its full path. */
const tells = (file) =>
  `{ echo ran; command -v left_behind lb; echo "\${LEFT_BEHIND-}\${also_left-}" | grep 1; [ "$IFS" = , ] && echo IFS; ` +
  `case $- in *u*) echo options;; esac; shopt -q nullglob 2>/dev/null && echo nullglob; } > ${file} 2>&1; echo told`

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export function twoLines(place) {
  return [LEAVES, tells(join(place.project, TOLD))]
}

/** What the second line found, and whether it ran at all. */
export function foundBy(place) {
  return readFileSync(join(place.project, TOLD), 'utf8')
}

export const NOTHING = 'ran\n'
