/**
 * Part of writing other systems' configurations: the forms in which one of our rules on files is written.
 *
 * Our rules match the file itself; most other systems compare a path as it is spelled, from one folder. INVARIANT: the
 * forms of a restriction cover it, and those of a permission are covered by it.
 */

import type { Behavior } from '../../engine/rule.ts'
import type { WriteContext } from '../dialect.ts'
import { relativeTo } from '../model/paths.ts'
import type { Subject } from './subject.ts'

type Where = Pick<WriteContext, 'root' | 'home' | 'scope'>

/** Empty if there is no form: a folder without its content cannot be permitted. */
export function formsOf(subject: Subject, behavior: Behavior, where: Where): readonly Subject[] {
  if (subject.about !== 'path') return [subject]
  const path = subject.path.replace(/^\/+/u, '/')
  const isFolder = /^(?:~|\.)\/?$/u.test(path)
  const paths = behavior === 'allow' ? permitted(path, isFolder, where) : restricted(path, isFolder, where)
  return paths.map((one) => ({ ...subject, path: one }))
}

function permitted(path: string, isFolder: boolean, { root, scope }: Where): readonly string[] {
  if (isFolder) return []
  // A person's own file applies to every project.
  const inside = scope === 'project' ? relativeTo(path, root) : undefined
  return [inside === undefined || inside === '' ? path : `./${inside}`]
}

function restricted(path: string, isFolder: boolean, { root, home }: Where): readonly string[] {
  if (isFolder) return [`${path.slice(0, 1)}/**`]
  const [inRoot, inHome] = [relativeTo(path, root), relativeTo(path, home)]
  return [
    path,
    ...(inRoot === undefined ? [] : [inRoot === '' ? './**' : `./${inRoot}`]),
    ...(inHome === undefined ? [] : [inHome === '' ? '~/**' : `~/${inHome}`]),
  ]
}
