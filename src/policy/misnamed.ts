/**
 * Part of policies: files that look like one but have a name that nobody reads, such as `.countersign.yaml`. Whoever
 * wrote one believes that its denials hold.
 */

import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { closest } from '../vocabulary/closest.ts'
import { displayed } from './load.ts'
import type { Problem } from './problem.ts'
import { localForms, managedForms, projectForms, realOrSpelled, userForms } from './root.ts'

interface Place {
  readonly folder: string
  /** The files that are read there. */
  readonly forms: readonly string[]
  /** Names that a person might give a policy there, and the one to give it. */
  readonly names: readonly (readonly [name: string, meant: string])[]
}

const ENDING = /(?:\.(?:ya?ml|json[5c]?|toml|txt)|rc)$/i
const USUAL = ['policy', 'countersign', 'settings', 'config', 'rules']

/** Lists a few folders, so it is for commands that a person runs, not for every call. */
export function misnamedPolicies({ root, ...given }: Record<'cwd' | 'root' | 'home', string>): Problem[] {
  const [cwd, home] = [realOrSpelled(given.cwd), realOrSpelled(given.home)]
  return placesOf(cwd, root, home).flatMap(({ folder, forms, names }) => {
    const read = forms.flatMap((form) => identityOf(form) ?? [])
    return namesIn(folder).flatMap((name): Problem[] => {
      const meant = forms.includes(join(folder, name)) ? undefined : closest(stemOf(name), names)
      // On some disks another spelling is the same file.
      if (meant === undefined || read.includes(identityOf(join(folder, name)) ?? '')) return []
      const file = displayed(join(folder, name), cwd, home)
      return [{ severity: 'warning', file, line: 0, col: 0, path: '', message: UNREAD, suggestion: meant }]
    })
  })
}

const UNREAD = 'it looks like a policy, but no policy of this name is read'

function placesOf(cwd: string, root: string, home: string): readonly Place[] {
  const [local, user, managed] = [localForms(root), userForms(home), managedForms()]
  const own = (forms: readonly string[], ...names: readonly string[]): Place => {
    const [meant = ''] = forms
    return { folder: dirname(meant), forms, names: [...names, ...USUAL].map((name) => [name, basename(meant)]) }
  }
  const everybody: Place['names'] = [['countersign', displayed(user[0] as string, cwd, home)]]
  const projects = new Set([cwd, root])
  return [
    ...[...projects].map((folder): Place => {
      const names = [
        ['countersign', 'countersign.yaml'],
        ['countersign.local', '.countersign/local.yaml'],
      ] as const
      return { folder, forms: projectForms(folder), names }
    }),
    own(local, 'local'),
    own(user),
    own(managed),
    ...(projects.has(home) ? [] : [{ folder: home, forms: projectForms(home), names: everybody }]),
    { folder: join(home, '.config'), forms: [], names: everybody },
  ]
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => ENDING.test(name))
  } catch {
    return []
  }
}

/** The name without dots before it and without its endings. */
function stemOf(name: string): string {
  const short = name.replace(/^\.+/, '').replace(ENDING, '')
  return short === name ? name : stemOf(short)
}

function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path)
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}
