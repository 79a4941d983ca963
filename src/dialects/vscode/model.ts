/**
 * Part of the VS Code dialect: a small evaluator. A key is a prefix that ends at a word boundary, or a regular
 * expression; an entry that does not approve asks. Every command of a line must be approved, or the line itself.
 */

import { compileGlob } from '../../engine/match/glob.ts'
import { literalRegex, regexCompiler } from '../../policy/regex.ts'
import type { Model, Where } from '../dialect.ts'
import { wildcardMatcher } from '../model/glob.ts'
import { commandOf, isShell, isWhole, pathOf, urlOf, WRITERS } from '../model/input.ts'
import { absolute, relativeTo } from '../model/paths.ts'
import { segmentsOf } from '../model/shell.ts'
import type { Segment } from '../model/shell.ts'
import { readJson } from '../text/json.ts'
import { keptFrom } from './network.ts'
import { regexOf, vscodeSettings } from './settings.ts'
import type { Approval } from './settings.ts'

export function vscodeModel(text: string, where: Where): Model | undefined {
  const sheet = readJson(text, where)
  const settings = vscodeSettings(sheet)
  if (sheet.isBroken) return undefined
  const commands = settings.commands.map((one) => ({ ...one, test: commandTest(one) }))
  return (call) => {
    if (isShell(call)) {
      if (settings.isOff) return 'none'
      const line = commandOf(call)
      const segments = segmentsOf(line)
      if (segments === undefined || segments.length === 0) return settings.everything ? 'allow' : 'none'
      const texts = (one: { wholeLine: boolean }) => (one.wholeLine ? [line] : segments.flatMap(views))
      if (commands.some((one) => !one.approve && texts(one).some(one.test))) return 'ask'
      if (settings.everything) return 'allow'
      if (
        segments.some(({ assigns }) => assigns.length > 0) ||
        segments.some((segment) => writesBlocked(segment, settings.writes, where))
      )
        return 'none'
      const approves = commands.filter((one) => one.approve)
      const isLine = approves.some((one) => one.wholeLine && one.test(line))
      return isLine || segments.every((own) => approves.some((one) => !one.wholeLine && one.test(asItStands(own))))
        ? 'allow'
        : 'none'
    }
    if (settings.tools.some(({ key, approve }) => key === call.tool && !approve)) return 'ask'
    const last = (list: readonly Approval[], matches: (key: string) => boolean) =>
      list.findLast(({ key }) => matches(key))?.approve
    const path = WRITERS.has(call.tool) ? pathOf(call) : undefined
    const inside = path === undefined ? undefined : relativeTo(absolute(path, where), where.root)
    const edit = inside === undefined ? undefined : last(settings.edits, (key) => globMatches(key, inside))
    const url = call.tool === 'WebFetch' ? urlOf(call) : undefined
    const kept = url === undefined ? undefined : keptFrom(settings.network, url.hostname)
    if (kept !== undefined) return kept
    const fetch = url === undefined ? undefined : last(settings.urls, (key) => urlMatches(key, url))
    const said = edit ?? fetch
    if (said === false) return 'ask'
    return (said === true && isWhole(call)) || settings.everything ? 'allow' : 'none'
  }
}

/** In VS Code text before the command's name, such as a redirection, is part of the command. */
function asItStands({ text, whole }: Segment): string {
  return whole.slice(0, whole.indexOf(text) + text.length)
}

function views(segment: Segment): readonly string[] {
  return [segment.text, asItStands(segment)]
}

function commandTest({ key }: Approval): (text: string) => boolean {
  const regex = regexOf(key)
  try {
    const source = regex === undefined ? `^${literalRegex(key)}\\b` : regex.source
    return regexCompiler()(source, regex?.flags ?? '')
  } catch {
    return () => false
  }
}

function writesBlocked({ redirects }: Segment, setting: unknown, where: Where): boolean {
  return redirects.some(({ op, target, isCopy }) => {
    if (isCopy || op.startsWith('<') || target === '/dev/null' || setting === 'never') return false
    if (setting === 'all' || target === undefined) return true
    return relativeTo(absolute(target, where), where.root) === undefined
  })
}

function globMatches(pattern: string, path: string): boolean {
  try {
    return compileGlob(pattern.replace(/^\//u, ''))(path)
  } catch {
    return false
  }
}

function urlMatches(pattern: string, { href, hostname, origin }: URL): boolean {
  return (
    pattern === hostname ||
    pattern === origin ||
    pattern === href ||
    wildcardMatcher(pattern.replace(/\/?$/u, '/*'))(`${origin}/`) ||
    wildcardMatcher(pattern)(href)
  )
}
