/**
 * Part of loading: a policy of a folder around the project, as it counts inside the project.
 *
 * A policy further down does not remove what the folders around it forbid, and does not inherit what they permit: their
 * permissions are for their own folder. INVARIANT: what remains can only take permissions away, and means the same
 * files as where it was written.
 */

import { expandBraces } from '../engine/match/braces.ts'
import { readSpecifier } from '../engine/match/path-specifier.ts'
import { COVERS, splitRule } from '../engine/rule.ts'
import type { Rule } from '../engine/rule.ts'
import { canonicalTool } from '../vocabulary/canonical.ts'
import type { PolicyDocument } from './object.ts'
import { quoted } from './problem.ts'
import type { Problem } from './problem.ts'

export interface Around {
  readonly document: PolicyDocument
  readonly problems: readonly Problem[]
}

/** The document as a restriction that comes from `folder`; rules that cannot be tied to that folder are errors. */
export function fromAround(document: PolicyDocument, folder: string): Around {
  const problems: Problem[] = []
  const rules = document.rules.flatMap((rule) => {
    // Kept as it is: merging reports that it does not count.
    if (rule.behavior === 'allow') return [rule]
    const anchored = anchorRule(rule, folder)
    if (anchored === undefined) problems.push(cannotAnchor(rule, document.file))
    return anchored ?? []
  })
  return { document: { ...document, around: folder, rules }, problems }
}

const LONGEST = 4096
const UNPRINTABLE = /[\0-\x1f\x7f]/u

function anchorRule(rule: Rule, folder: string): Rule[] | undefined {
  const texts = anchorText(rule.rule, folder, false)
  const except = rule.except?.map((text) => anchorText(text, folder, true))
  if (texts === undefined || except?.includes(undefined)) return undefined
  const excepted = except === undefined ? {} : { except: except.flatMap((one) => one ?? []) }
  // The rule's tests are about its own folder, so they are left out.
  return texts.map((text) => ({ ...rule, rule: text, ...excepted, match: [], notMatch: [] }))
}

/** Rules that mean from anywhere what `text` means in `folder`; undefined if there are none. */
function anchorText(text: string, folder: string, permits: boolean): string[] | undefined {
  const { tool = '', specifier } = splitRule(text) ?? {}
  const kind = COVERS.get(tool) ?? canonicalTool(tool)?.kind
  if (specifier === undefined || (kind !== 'read' && kind !== 'write')) return [text]
  const alternatives = expandBraces(specifier)
  const anchored = alternatives.map((one) => anchorPath(one, folder, permits))
  if (anchored.every((one, at) => one === alternatives[at])) return [text]
  if (anchored.some((one) => one.length > LONGEST || UNPRINTABLE.test(one))) return undefined
  return anchored.map((one) => `${tool}(${one})`)
}

function anchorPath(path: string, folder: string, permits: boolean): string {
  const { from } = readSpecifier(path)
  if (from === 'root') return `${escaped(folder)}/${path}`
  // As a restriction, a name without a slash counts at any place.
  return from === 'depths' && permits ? `${escaped(folder)}/**/${path}` : path
}

function escaped(folder: string): string {
  const slashed = /^[A-Za-z]:\\/u.test(folder) ? folder.replaceAll('\\', '/') : folder
  return slashed.replaceAll(/[\\*?[\]{}]/gu, '\\$&')
}

function cannotAnchor({ rule, source }: Rule, file: string): Problem {
  const message = `${quoted(rule)} cannot be tied to the folder of its file, whose name is too long or cannot be written in a rule`
  return { severity: 'error', file, line: source.line ?? 0, col: source.col ?? 0, path: '', message }
}
