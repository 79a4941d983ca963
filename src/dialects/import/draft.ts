/**
 * Part of reading other systems' configurations: the policy while it is being built.
 *
 * INVARIANT: a permission without an exact counterpart is left out; a restriction without one is widened until it has
 * one. Either way a finding says so.
 */

import type { Mode } from '../../engine/mode.ts'
import { splitRule } from '../../engine/rule.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import { compileSubject } from '../../engine/subject.ts'
import { compileWhere } from '../../engine/match/where.ts'
import { directoryProblem } from '../../policy/directory.ts'
import type { PolicyDocument, Said } from '../../policy/object.ts'
import { ANYWHERE, patternProblem } from '../../policy/pattern-problem.ts'
import { below, quoted } from '../../policy/problem.ts'
import { regexCompiler } from '../../policy/regex.ts'
import { canonicalTool } from '../../vocabulary/canonical.ts'
import type { Lock } from '../../policy/schema.ts'
import type { Finding, Made, ReadResult } from '../dialect.ts'
import { strangeIn } from '../text/sheet.ts'
import type { Fields, Sheet } from '../text/sheet.ts'

export interface RuleExtras {
  readonly except?: readonly string[]
  readonly where?: Readonly<Record<string, unknown>>
  readonly reason?: string
  readonly match?: readonly string[]
  readonly notMatch?: readonly string[]
}

export class Draft {
  readonly sheet: Sheet
  readonly #rules: Rule[] = []
  readonly #findings: Finding[] = []
  readonly #directories: Said<string>[] = []
  readonly #allowed: string[] = []
  readonly #disallowed: string[] = []
  readonly #locked: Lock[] = []
  readonly #servers: Said<string>[] = []
  readonly #regex = regexCompiler(1000)
  readonly #filledIn: RegExp | undefined
  #mode: Said<Mode> | undefined
  #otherwise: Said<Behavior> | undefined

  /** @param filledIn what the source replaces in its texts when it starts, such as `$NAME`: by what is not known here */
  constructor(sheet: Sheet, filledIn?: RegExp) {
    this.sheet = sheet
    this.#filledIn = filledIn
  }

  get rules(): readonly Rule[] {
    return this.#rules
  }

  note(path: string, made: Made, message: string): void {
    const { line = 0, col = 0 } = this.sheet.source(path)
    this.#findings.push({ file: this.sheet.where.file, line, col, made, message })
  }

  /** Adds one of our rules for what the source says at `path`. */
  add(behavior: Behavior, rule: string, path: string, given: RuleExtras = {}): void {
    const extras = given.except === undefined ? given : { ...given, except: given.except.flatMap(asCalled) }
    if (behavior === 'allow') return this.#addOne(behavior, rule, path, extras)
    for (const one of asCalled(rule)) this.#addOne(behavior, one, path, extras)
  }

  #addOne(behavior: Behavior, rule: string, path: string, extras: RuleExtras): void {
    // Our rules are read without these blanks; in a text that is compared literally they count.
    const isPadded = behavior === 'allow' && /\(\s|\s\)$/u.test(rule)
    const why = isPadded ? 'blanks at the edge of it count there' : this.#unreadable(rule, behavior, extras)
    if (why === undefined)
      return this.#push({
        behavior,
        rule: subjectOf(rule, behavior, extras),
        ...extras,
        source: this.sheet.source(path),
      })
    if (behavior === 'allow') return this.note(path, 'withheld', `${quoted(rule)} cannot be expressed here: ${why}`)
    this.widen(rule, path, why)
  }

  /** A restriction without an exact counterpart: everything of that tool is asked about. */
  widen(rule: string, path: string, why: string): void {
    const tool = splitRule(rule)?.tool ?? '*'
    const isReadable = this.#unreadable(tool, 'ask', {}) === undefined
    const wide = isReadable ? tool : tool.startsWith('mcp__') ? 'mcp' : '*'
    this.#push({ behavior: 'ask', rule: wide, source: this.sheet.source(path) })
    this.note(
      path,
      'widened',
      `${quoted(rule)} cannot be expressed here (${why}): every ${quoted(wide)} is asked about`,
    )
  }

  /** Only these exist: everything else that `rule` covers is denied. */
  only(rule: string, these: readonly string[], path: string): void {
    this.add('deny', rule, path, these.length === 0 ? {} : { except: these })
  }

  /** Reports the unknown fields of a mapping, which may well restrict something. */
  unread(fields: Fields, path: string, known: readonly string[]): void {
    for (const name of strangeIn(fields, known))
      this.note(below(path, name), 'left out', `${quoted(name)} is not known here: what it says does not count`)
  }

  /** Whether a rule must be left out because of unknown conditions; a restriction counts without them. */
  dependsOn(strange: readonly string[], behavior: string, path: string): boolean {
    if (strange.length === 0) return false
    const names = strange.map(quoted).join(', ')
    if (behavior === 'allow') this.note(path, 'withheld', `the permission is left out: ${names} is not known here`)
    else this.note(path, 'widened', `counts here without ${names}, which is not known here`)
    return behavior === 'allow'
  }

  mode(value: Mode, path: string): void {
    this.#mode = { value, source: this.sheet.source(path) }
  }

  otherwise(value: Behavior, path: string): void {
    this.#otherwise = { value, source: this.sheet.source(path) }
  }

  directory(value: string, path: string): void {
    const problem = directoryProblem(value, this.sheet.where.layer)
    if (problem === undefined) this.#directories.push({ value, source: this.sheet.source(path) })
    else this.note(path, 'withheld', `the folder ${quoted(value)} is left out: ${problem}`)
  }

  /** Sets which tools the model sees. */
  show(list: 'allowed' | 'disallowed', name: string): void {
    if (list === 'allowed') this.#allowed.push(name)
    else this.#disallowed.push(...asCalled(name))
  }

  lock(lock: Lock): void {
    if (this.sheet.where.layer === 'managed') this.#locked.push(lock)
  }

  result(): ReadResult {
    const { problems, where } = this.sheet
    if (problems.length > 0) return { problems, findings: [] }
    const hasTools = this.#allowed.length + this.#disallowed.length > 0
    const document: PolicyDocument = {
      layer: where.layer,
      file: where.file,
      rules: distinct(this.#rules),
      mode: this.#mode,
      otherwise: this.#otherwise,
      tools: hasTools ? { allowed: this.#allowed, disallowed: this.#disallowed } : undefined,
      workingDirectories: this.#directories,
      locked: this.#locked,
      protectedPaths: { add: [], remove: [] },
      trustedServers: this.#servers,
    }
    return { document, problems: [], findings: this.#findings }
  }

  #push(rule: Rule): void {
    this.#rules.push(rule)
  }

  #unreadable(rule: string, behavior: Behavior, { except = [], where }: RuleExtras): string | undefined {
    if (this.#filledIn?.test(JSON.stringify([rule, except, where])) === true)
      return 'a part of it is filled in when the source starts'
    for (const text of [rule, ...except]) {
      const why = patternProblem(() => compileSubject(text, ANYWHERE))
      if (why !== undefined) return why
    }
    if (where === undefined) return undefined
    return patternProblem(() => compileWhere(where, { regex: this.#regex, permits: behavior === 'allow' }))
  }
}

/**
 * Our policies do not compare the text of a command, because there is always another spelling. Another system's
 * restriction may do just that, in addition to restricting words: then it applies to that argument of any tool.
 */
function subjectOf(rule: string, behavior: Behavior, { where }: RuleExtras): string {
  const isText = behavior !== 'allow' && where?.['command'] !== undefined && canonicalTool(rule)?.kind === 'shell'
  return isText ? '*' : rule
}

/**
 * Agents replace characters that a tool name must not contain: a server's tools are then called by another name than in
 * the settings.
 */
function asCalled(rule: string): string[] {
  if (!/^mcp__[^()]*$/u.test(rule)) return [rule]
  const called = rule.replaceAll(/[^\w*-]/gu, '_')
  return called === rule ? [rule] : /\s/u.test(rule) ? [called] : [rule, called]
}

function distinct(rules: readonly Rule[]): Rule[] {
  const seen = new Set<string>()
  return rules.filter((rule) => {
    const key = JSON.stringify({ ...rule, source: undefined })
    return !seen.has(key) && seen.add(key)
  })
}
