/**
 * Compares the real client with our reading of its configuration: which calls are put to it, and what their answers say.
 *
 * Nothing that is asked about runs (see `inert.mjs`); lines that would do harm outside the place if they did run are left out
 * all the same.
 */

import { dirname, resolve } from 'node:path'
import { compareImport } from '../../src/dialects/proof/compare.ts'
import { decider, policyOf } from '../../test/dialects/deciding.ts'

/**
 * Ours, imported: the stricter of its answers with upper and lower case taken as the same and as different.
 *
 * Clients take them as the same in some places and as different in others, whatever the disk does; ours goes by the disk.
 */
export function importedBeside(document, here) {
  const policy = policyOf(document, here)
  const [two, one] = [false, true].map((caseInsensitive) => decider(policy, here, { caseInsensitive }))
  return (call) => {
    const verdict = two(call)
    return verdict.behavior === 'allow' ? one(call) : verdict
  }
}

/** Ours, exported: the milder of the two answers. */
function exportedBeside(policy, here) {
  const [two, one] = [false, true].map((caseInsensitive) => decider(policy, here, { caseInsensitive }))
  return (call) => (one(call).behavior === 'allow' ? 'allow' : two(call).behavior)
}

/** Calls that may be put to a real client. */
export function tame(calls, place) {
  const files = new Set(calls.map((call) => fileOf(call, place)))
  return calls.filter((call) => {
    const { tool, input } = call
    const file = fileOf(call, place)
    // A file cannot also be a folder.
    if (file !== undefined && above(file).some((folder) => files.has(folder))) return false
    if (tool === 'Task' || tool === 'Grep') return false
    if (tool === 'Bash') return !/(?:^|[\s>"'=;&|(`])\/(?!dev\/null)/u.test(input.command)
    const path = input.file_path ?? input.path ?? ''
    if (!/^(?:\.\.)?[/]/u.test(path)) return true
    return tool === 'Read'
      ? !/^\/(?:dev|proc)/u.test(path)
      : path.startsWith(`${place.root}/`) || path.startsWith('../')
  })
}

function fileOf({ input }, { project, home }) {
  const path = input.file_path ?? input.path
  return path === undefined ? undefined : resolve(project, path.replace(/^~(?=\/)/u, home))
}

function above(file) {
  const folders = []
  for (let folder = dirname(file); folder !== '/'; folder = dirname(folder)) folders.push(folder)
  return folders
}

/** First what ours allows by a rule, then a sample of the rest, spread over all of it. */
export function chosen(calls, ours, most) {
  const isRuled = (call) => {
    const { behavior, code } = ours(call)
    return behavior === 'allow' && code !== 'read-only'
  }
  return [
    ...spread(calls.filter(isRuled), Math.ceil(most * 0.6)),
    ...spread(
      calls.filter((call) => !isRuled(call)),
      most,
    ),
  ].slice(0, most)
}

function spread(calls, most) {
  const step = Math.max(1, Math.ceil(calls.length / most))
  return calls.filter((_, index) => index % step === 0)
}

const keyOf = ({ tool, input }) => JSON.stringify([tool, input])

/**
 * Compares as `compareImport` does, but with the real client: the calls, and the parts of each by themselves. `wider`: what
 * our evaluator allows and the client does not.
 *
 * @param {{ ask: (calls: object[]) => Promise<Map<object, string | undefined>> }} sides `unruled`: without any rules
 */
export async function compareImported(title, { calls, ask, unruled, model, ours, place }) {
  const known = new Map()
  const learn = async (some) => {
    for (const [call, answer] of await ask(some)) known.set(keyOf(call), answer)
  }
  await learn(calls)
  const decided = calls.filter((call) => known.get(keyOf(call)) !== undefined)
  for (;;) {
    const missing = new Map()
    const source = (call) => {
      const key = keyOf(call)
      if (!known.has(key)) missing.set(key, call)
      return known.get(key) ?? 'none'
    }
    const { lessSafe, ...counts } = compareImport(decided, source, ours, place.project)
    if (missing.size === 0) {
      const differ = decided.filter(
        (call) => (model(call) === 'allow') !== (source(call) === 'allow') && !isOtherCase(call, place),
      )
      const wider = differ.filter((call) => model(call) === 'allow')
      const own = await unruled(differ.filter((call) => !wider.includes(call)))
      const narrower = [...own.values()].filter((answer) => answer !== 'allow').length
      const evaluator = { wider: wider.length, narrower }
      console.log(`${title}, real, import: ${JSON.stringify({ ...counts, lessSafe: lessSafe.length, evaluator })}`)
      return { lessSafe, wider, compared: counts.compared }
    }
    for (const key of missing.keys()) known.set(key, 'none')
    await learn(tame([...missing.values()], place))
  }
}

/** Where upper and lower case may make the difference; see `importedBeside`. */
function isOtherCase({ input }, place) {
  return /[A-Z]{2}/u.test(JSON.stringify(input).replaceAll(place.root, ''))
}

/** What the client allows because of what was written, but our policy does not allow. */
export async function compareExported(title, { calls, most, ask, unruled, policy, here }) {
  const judge = exportedBeside(policy, here)
  const forbidden = spread(
    calls.filter((call) => judge(call) !== 'allow'),
    most,
  )
  const answers = await ask(forbidden)
  const compared = forbidden.filter((call) => answers.get(call) !== undefined)
  const allowed = compared.filter((call) => answers.get(call) === 'allow')
  const own = await unruled(allowed)
  const lessSafe = allowed.filter((call) => own.get(call) !== 'allow')
  const told = {
    compared: compared.length,
    stopped: compared.length - allowed.length,
    own: allowed.length - lessSafe.length,
  }
  console.log(`${title}, real, export: ${JSON.stringify({ ...told, lessSafe: lessSafe.length })}`)
  return lessSafe
}

/** The samples are about another folder. */
export const atPlace = (text, place) => text.replaceAll('/srv/', `${place.root}/`)

export const show = (calls, place) =>
  calls.slice(0, 5).map(({ tool, input }) => `${tool} ${JSON.stringify(input).replaceAll(place.root, '$')}`)
