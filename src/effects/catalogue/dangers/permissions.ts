/** Part of the danger catalogue: who owns files and who may access them. */

import type { Severity } from '../../../engine/effect.ts'
import { includes } from '../../code-at.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import type { Line } from './line.ts'
import type { Place } from './places.ts'
import { absolute, isDevice, placeOf } from './places.ts'
import { isRecursive, listedByFind } from './removal.ts'

const CHANGES: Readonly<Record<string, string>> = {
  chmod: 'Changes who may reach',
  chown: 'Changes the owner of',
  chgrp: 'Changes the group of',
}
const SET_ID = /^0?[2-7]\d{3}$|(?:^|,)[ugoa]*[+=][rwxXt]*s[rwxXst]*(?:,|$)/u
const OPEN = /^(?:0?0?[0-7]?777|0?666|0?000|(?:[ug]*[oa][ugoa]*)?[+=]rwx|o[+=][rx]*w[rx]*|a[+=][rx]*w[rx]*)$/u
const PRIVATE_KEY = /(?:^|\/)\.ssh\/(?:id_[^/]*[^b/]|[^/]*\.pem)$|^\/etc\/g?shadow$/u
const ACCOUNTS: ReadonlySet<string> = new Set([
  '/etc/passwd',
  '/etc/shadow',
  '/etc/group',
  '/etc/gshadow',
  '/etc/sudoers',
])
const WRITABLE = /^(?:[goa]+[+=][rx]*w[rx]*|\+w|0?[0-7]?[0-7](?:[2367][0-7]|[0-7][2367]))$/u
/** Modes after which others may read the file. */
const READABLE = /^(?:0?[0-7]{2}[4-7]|(?:[ug]*[oa][ugoa]*)?[+=][wxX]*r[rwxX]*)$/u

/**
 * `chmod`, `chown`, `chgrp` that are recursive on large trees, open a file to everybody, or let it run with the rights
 * of another user.
 */
export function permissions(input: DangerInput, line: Line): readonly Found[] {
  const recursive = isRecursive(line)
  // `chmod -x file`: the mode looks like a flag.
  const dashed = input.program === 'chmod' && line.flags.words.some((word) => /^-[rwxXst]+$/u.test(word))
  const [first, ...others] = line.operands
  const mode = input.program === 'chmod' && !dashed ? (first?.text ?? '') : ''
  const targets = line.flags.has('--reference') || dashed ? line.operands : others
  const out: Found[] = []
  if (SET_ID.test(mode)) out.push(found('permissions', 'high', 'Lets a program run with the rights of its owner'))
  const system =
    OPEN.test(mode) &&
    others.some(
      ({ text }) => text !== null && (MACHINES.has(placeOf(text, input)) || isDevice(text) || text.endsWith('.sock')),
    )
  if (WRITABLE.test(mode) && others.some(({ text }) => ACCOUNTS.has(text ?? '')))
    out.push(found('permissions', 'high', 'Lets others change the accounts of the machine'))
  if (OPEN.test(mode) && (recursive || system || /777$|^a[+=]rwx$|o/u.test(mode))) {
    out.push(found('permissions', recursive ? 'high' : 'medium', 'Opens files to everybody, or closes them to all'))
  }
  if (READABLE.test(mode) && targets.some(({ text }) => text !== null && PRIVATE_KEY.test(text)))
    out.push(found('permissions', 'medium', 'Lets everybody read a key'))
  if (
    input.program === 'chmod' &&
    targets.some(({ text }) => text !== null && includes(absolute(text, input), '/.git/hooks/'))
  )
    out.push(found('persistence', 'high', 'Has git run a program at later commands'))
  const listed = OPEN.test(mode) && input.argv.includes(null) ? listedByFind(input, false) : undefined
  if (listed !== undefined) out.push(listed)
  for (const { text } of targets) {
    if (!recursive && (text === null || (input.program === 'chmod' && !dashed) || placeOf(text, input) !== 'system'))
      continue
    const severity = text === null ? undefined : changedSeverity(placeOf(text, input), mode)
    if (text !== null && severity !== undefined) {
      out.push(
        found(
          'permissions',
          severity,
          `${CHANGES[input.program] ?? 'Changes'} ${recursive ? 'everything in ' : ''}${text}`,
        ),
      )
    }
  }
  return out
}

const OWNERS_RIGHTS = /^0?[4-7]\d{3}$|(?:^|,)[ua]*[+=][rwxXt]*s/u

/** `install -m 4755 sh /usr/bin/x`, `-m4755`, `--mode=u+s`. */
export function installedMode({ argv }: DangerInput): readonly Found[] {
  const owned = argv.some((word, at) => {
    const glued = /^(?:-[a-zA-Z]*m|--mode=)(.+)$/u.exec(word ?? '')?.[1]
    const given = /^(?:-[a-zA-Z]*m|--mode)$/u.test(argv[at - 1] ?? '') ? word : undefined
    return OWNERS_RIGHTS.test(given ?? glued ?? '')
  })
  return owned ? [found('permissions', 'high', 'Lets a program run with the rights of its owner')] : []
}

const MACHINES: ReadonlySet<Place> = new Set(['root', 'system', 'home'])
/** The owner keeps access and others get none, which is right for a folder of keys (`chmod -R go-rwx ~/.ssh`). */
const KEEPS_OTHERS_OUT = /^(?:0?[67]00|(?:u[+=]rwX?,)?(?:go|og)(?:-rwx|=))$/u

function changedSeverity(place: Place, mode: string): Severity | undefined {
  if (place === 'root') return 'critical'
  if (place === 'system' || place === 'home') return 'high'
  return place === 'other' && !KEEPS_OTHERS_OUT.test(mode) ? 'medium' : undefined
}
