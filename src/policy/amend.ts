/**
 * Changing policy files: adds rules that come from a person's answer, and removes them again.
 *
 * INVARIANT: a file is replaced whole or not at all, and only by a text that reads as exactly the old policy and the
 * change. Comments stay. Nothing is written outside the folder that the layer belongs to.
 */

import { existsSync, lstatSync, realpathSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { OwnLayer, Rule } from '../engine/rule.ts'
import { textWith, textWithout } from './amend-text.ts'
import type { Goes } from './amend-text.ts'
import { MAX_SIZE, readPolicy, TOO_LARGE } from './document.ts'
import { readPolicyObject } from './object.ts'
import type { PolicyDocument } from './object.ts'
import { formatProblem, sayProblem } from './problem.ts'
import { holdingLock } from './file-lock.ts'
import { readText, replaceText, whyNotWritten } from './replace-file.ts'
import { layerFile } from './root.ts'
import { byItsName, says } from './rule-entry.ts'
import type { RuleEntry } from './rule-entry.ts'
import { makeFolder } from './make-folder.ts'

export interface Amendment {
  readonly layer: OwnLayer
  readonly root: string
  readonly home: string
  readonly add?: readonly RuleEntry[]
  readonly remove?: readonly RuleEntry[]
  /** Only the very rules that `remove` says are taken out, not also others of that text: with an exception, or for one agent. */
  readonly exactly?: boolean
}

export type Amended =
  | {
      readonly ok: true
      readonly file: string
      readonly changed: boolean
      /** What was put in and was not there, and what was taken out, as it was written: all it takes to go back. */
      readonly added: readonly RuleEntry[]
      readonly removed: readonly RuleEntry[]
      /** Of what was to be taken out, the rules that stay, for somebody has changed them: for more agents, or another time. */
      readonly left: readonly string[]
    }
  | { readonly ok: false; readonly file: string; readonly why: string }

/** Never throws: if something cannot be done, `why` says so, and the file is unchanged. */
export async function amendPolicy(amendment: Amendment): Promise<Amended> {
  const file = layerFile(amendment.layer, amendment)
  try {
    if ((amendment.add ?? []).length === 0 && lstatSync(file, { throwIfNoEntry: false }) === undefined)
      return { ok: true, file, changed: false, added: [], removed: [], left: [] }
    const target = targetOf(file, amendment)
    return await holdingLock(target, async () => {
      for (let attempt = 0; attempt < 3; attempt++) {
        const text = readText(target)
        const { text: next, ...done } = amendText(text, file, amendment)
        const told = { ...done, left: leftIn(next, file, amendment) }
        if (next === text) return { ok: true, file, changed: false, ...told }
        if (replaceText(target, text, next)) return { ok: true, file, changed: true, ...told }
      }
      throw new Error('it keeps being changed by somebody else')
    })
  } catch (error) {
    return { ok: false, file, why: whyNotWritten(error) }
  }
}

/**
 * Where to write; throws the reason if that is not possible. A checkout's links can lead anywhere, so the local file must
 * stay inside the project; the user's own links are followed.
 */
export function targetOf(file: string, { layer, root }: Pick<Amendment, 'layer' | 'root'>): string {
  const folder = dirname(file)
  if (!existsSync(folder)) {
    makeFolder(folder, layer === 'user' ? 0o700 : 0o755)
    if (layer === 'local') writeIgnored(folder)
  }
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined
  const target = isThere ? realpathSync(file) : join(realpathSync(folder), basename(file))
  if (layer === 'local' && !target.startsWith(`${realpathSync(root)}${sep}`))
    throw new Error('it is a link that leads out of the project')
  const stat = isThere ? statSync(target) : undefined
  if (stat?.isFile() === false) throw new Error('it is not a plain file')
  // Replacing a file needs permission for the folder, not for the file, so a read-only file has to be checked for here.
  if (stat !== undefined && (stat.mode & 0o222) === 0) throw new Error('it is read-only')
  return target
}

/**
 * Has git ignore the local file, which must not be committed by accident, and this `.gitignore` itself, or git would
 * report one more file. It also makes the folder for the local file.
 */
function writeIgnored(folder: string): void {
  const file = join(folder, '.gitignore')
  try {
    writeFileSync(file, 'local.*\n.gitignore\n', { flag: 'wx' })
  } catch (error) {
    // Another process made the folder at the same moment.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    rmSync(file, { force: true })
    rmdirSync(folder)
    throw error
  }
}

interface AmendedText {
  readonly text: string
  readonly added: readonly RuleEntry[]
  readonly removed: readonly RuleEntry[]
}

function amendText(text: string, file: string, amendment: Amendment): AmendedText {
  const { layer, exactly = false } = amendment
  const add = (amendment.add ?? []).map(byItsName)
  const remove = (amendment.remove ?? []).map(byItsName)
  const before = read(text, file, layer)
  const isMeant = (rule: Rule) => (entry: RuleEntry) => !exactly || isSame(rule, entry)
  const goes: Goes = (behavior, told, item) => {
    const named = remove.filter((entry) => says(entry, behavior, told))
    if (named.length === 0 || !exactly) return named.length > 0
    const rule = readPolicyObject({ [behavior]: [item] }, layer).document?.rules[0]
    return rule !== undefined && named.some(isMeant(rule))
  }
  const gone = (rule: Rule) => remove.filter((entry) => says(entry, rule.behavior, rule)).some(isMeant(rule))
  const removed = before.rules.filter(gone)
  const kept = before.rules.filter((rule) => !removed.includes(rule))
  const missing = add.filter((entry) => !kept.some((rule) => isSame(rule, entry)))
  const done = { added: missing, removed: removed.map(({ source: _source, ...entry }) => entry) }
  if (missing.length === 0 && removed.length === 0) return { text, ...done }
  const format = file.endsWith('.json') ? 'json' : 'yaml'
  for (const careful of [true, false]) {
    const without = textWithout(text, goes, { format, careful })
    const next = textWith(without, missing, { format, careful })
    if (isAsMeant(next, file, layer, before, kept, missing)) return { text: next, ...done }
  }
  throw new Error('the rule could not be put into it without changing anything else')
}

function leftIn(text: string, file: string, { layer, remove = [] }: Amendment): readonly string[] {
  if (remove.length === 0) return []
  const { rules } = read(text, file, layer)
  const stays = ({ behavior, rule: wanted, agents }: RuleEntry) =>
    rules.some(({ behavior: does, rule, agents: whose }) => {
      const isForThem = agents === undefined || whose === undefined || agents.some((agent) => whose.includes(agent))
      return does === behavior && rule === wanted && isForThem
    })
  return remove.map(byItsName).flatMap((entry) => (stays(entry) ? entry.rule : []))
}

function read(text: string, file: string, layer: OwnLayer): PolicyDocument {
  if (text.length > MAX_SIZE) throw new Error(`it ${TOO_LARGE}`)
  const { document, problems } = readPolicy(text, { file, layer })
  const error = problems.find(({ severity }) => severity === 'error')
  // Whoever tells why names the file first.
  if (error !== undefined)
    throw new Error(`it cannot be relied on: ${formatProblem({ ...error, file: basename(file) })}`)
  if (document === undefined) throw new Error('it cannot be read')
  return document
}

/** Read back, the text must say what it said before, plus the change, and nothing else. */
function isAsMeant(
  text: string,
  file: string,
  layer: OwnLayer,
  before: PolicyDocument,
  kept: readonly Rule[],
  added: readonly RuleEntry[],
): boolean {
  if (text.length > MAX_SIZE) throw new Error('it would be larger than a policy may be')
  const { document, problems } = readPolicy(text, { file, layer })
  const error = problems.find(({ severity }) => severity === 'error')
  if (error !== undefined && added.length > 0) throw new Error(`the rule is not one: ${sayProblem(error)}`)
  if (document === undefined || error !== undefined) return false
  const meant = [...kept, ...added].map(essence).toSorted()
  return (
    essence({ ...document, rules: [] }) === essence({ ...before, rules: [] }) &&
    JSON.stringify(document.rules.map(essence).toSorted()) === JSON.stringify(meant)
  )
}

/** The value without the places where its parts stand. */
function essence(value: object): string {
  const plain: unknown = JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (key === 'source' ? undefined : member)),
  )
  return JSON.stringify(Object.entries(plain as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether both rules decide the same; their reasons and tests do not matter for that. */
function isSame(rule: Rule, entry: RuleEntry): boolean {
  const aside = { reason: undefined, match: undefined, notMatch: undefined }
  return essence({ ...rule, ...aside }) === essence({ ...entry, ...aside })
}
