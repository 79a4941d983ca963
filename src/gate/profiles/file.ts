/**
 * Part of profiles: one profile as a file. It is written as JSON; YAML is read as well.
 *
 * INVARIANT: a profile that `readProfile` accepts is valid in every part: its rules, and the rules of its grants, pass
 * the same checks as a policy file's.
 */

import { MODES } from '../../engine/mode.ts'
import type { Mode } from '../../engine/mode.ts'
import { BEHAVIORS } from '../../engine/rule.ts'
import type { Rule } from '../../engine/rule.ts'
import { messageOf } from '../../engine/thrown.ts'
import { MAX_SIZE, TOO_LARGE } from '../../policy/document.ts'
import { readPage } from '../../policy/object.ts'
import { Page } from '../../policy/page.ts'
import type { Find } from '../../policy/page.ts'
import type { Problem } from '../../policy/problem.ts'
import { POLICY } from '../../policy/schema.ts'
import { check, isMapping, jsonSchema } from '../../policy/shape.ts'
import type { Shape } from '../../policy/shape.ts'
import { readTime } from '../../policy/time.ts'
import { parseText } from '../../policy/yaml.ts'

const PROFILE_SCHEMA = 'countersign-profile'
const PROFILE_VERSION = 1

/** An answer of the kind "always". An answer for a project or a session does not belong in a profile. */
export interface ProfileGrant {
  readonly behavior: 'allow' | 'deny'
  readonly rules: readonly string[]
  readonly agent: string | null
  /** Milliseconds since the epoch. */
  readonly until: number | null
}

export interface ProfileContent {
  readonly name: string
  /** Undefined: the profile leaves it to the other layers. */
  readonly mode: Mode | undefined
  readonly rules: readonly Rule[]
  readonly grants: readonly ProfileGrant[]
}

const text = (what: string): Shape => ({ is: 'text', what })
const fields = POLICY.is === 'mapping' ? POLICY.fields : {}
const rules = { shape: fields['allow']?.shape ?? text('rules'), about: 'Rules, as in a policy file.' }

const GRANT: Shape = {
  is: 'mapping',
  what: 'a grant',
  fields: {
    behavior: {
      shape: { is: 'choice', what: 'an answer', among: ['allow', 'deny'] },
      required: true,
      about: 'What it says.',
    },
    rules: {
      shape: { is: 'list', what: 'rules', items: text('a rule such as `shell(npm run:*)`') },
      required: true,
      about: 'What it covers.',
    },
    agent: { shape: text('the name of an agent'), about: 'Only for calls of this agent.' },
    until: { shape: { is: 'time' }, about: 'It counts until then.' },
  },
}

const PROFILE: Shape = {
  is: 'mapping',
  what: 'a profile',
  fields: {
    $schema: { shape: text('the address of a schema'), about: 'For editors.' },
    name: { shape: text('a name'), required: true, about: 'What the profile is called.' },
    mode: { shape: { is: 'choice', what: 'a mode', among: MODES }, about: 'How what no rule decides is treated.' },
    allow: rules,
    ask: rules,
    deny: rules,
    grants: { shape: { is: 'list', what: 'grants', items: GRANT }, about: 'Answers of the kind "always".' },
  },
}

/** The JSON Schema of the file, for editors. */
export function profileSchema(): Record<string, unknown> {
  const { properties, required, ...rest } = jsonSchema(PROFILE) as { properties: object; required: string[] }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Countersign profile',
    description: 'A named set of rules, grants and mode, as `countersign profiles export` writes it.',
    ...rest,
    properties: { schema: { const: PROFILE_SCHEMA }, version: { const: PROFILE_VERSION }, ...properties },
    required: ['schema', 'version', ...required],
  }
}

export type ReadProfile =
  | { readonly profile: ProfileContent; readonly problems: readonly Problem[] }
  | { readonly profile: undefined; readonly problems: readonly Problem[] }

/** Never throws; without a profile there is at least one error among the problems. */
export function readProfile(source: string, file: string): ReadProfile {
  const page = (find: Find) => new Page({ file, layer: 'user' }, find)
  try {
    if (source.length > MAX_SIZE)
      return refused(
        page(() => undefined),
        TOO_LARGE,
      )
    const { value, find, problems } = parseText(source)
    const whole = page(find)
    for (const { path, message, line, col } of problems) whole.error(path, { message, place: { line, col } })
    if (problems.length === 0) checkProfile(value, whole)
    if (whole.problems.length > 0 || !isMapping(value)) return { profile: undefined, problems: whole.problems }
    return readSound(value, find, page)
  } catch (error) {
    return refused(
      page(() => undefined),
      `cannot be read: ${messageOf(error)}`,
    )
  }
}

/** The format is checked first: a newer one would cause nothing but problems. */
function checkProfile(value: unknown, page: Page): void {
  const { schema, version, ...rest } = isMapping(value) ? value : {}
  if (schema !== PROFILE_SCHEMA)
    return page.error(schema === undefined ? '' : 'schema', {
      message: `is not a profile: \`schema\` must be ${PROFILE_SCHEMA}`,
    })
  if (version !== PROFILE_VERSION)
    return page.error('version', {
      message: `this program reads version ${PROFILE_VERSION} of profiles; the file says another`,
    })
  check(PROFILE, rest, '', ({ path, ...complaint }) => page.error(path, complaint))
}

function refused(page: Page, message: string): ReadProfile {
  page.error('', { message })
  return { profile: undefined, problems: page.problems }
}

type Mapping = Readonly<Record<string, unknown>>

function readSound(value: Mapping, find: Find, page: (find: Find) => Page): ReadProfile {
  const whole = page(find)
  const name = String(value['name']).trim()
  const wrong = nameProblem(name)
  if (wrong !== undefined) whole.error('name', { message: wrong })
  const said = Object.fromEntries(['mode', ...BEHAVIORS].map((field) => [field, value[field]]))
  const policy = readPage(said, page(find), {})
  const grants = ((value['grants'] ?? []) as readonly Mapping[]).map((grant, at) => readGrant(grant, at, find, page))
  const problems = [...whole.problems, ...policy.problems, ...grants.flatMap((grant) => grant.problems)]
  if (policy.document === undefined || problems.some(({ severity }) => severity === 'error'))
    return { profile: undefined, problems }
  const { document } = policy
  return {
    profile: { name, mode: document.mode?.value, rules: document.rules, grants: grants.map(({ grant }) => grant) },
    problems,
  }
}

/** The rules of a grant are checked like a policy that has no other rules. */
function readGrant(value: Mapping, at: number, find: Find, page: (find: Find) => Page) {
  const behavior = value['behavior'] as ProfileGrant['behavior']
  const place: Find = (path, part) => find(path.replace(/^(?:allow|deny)/, `grants[${at}].rules`), part)
  const { problems } = readPage({ [behavior]: value['rules'] }, page(place), {})
  const grant: ProfileGrant = {
    behavior,
    rules: value['rules'] as readonly string[],
    agent: (value['agent'] as string | undefined) ?? null,
    until: readTime(value['until']) ?? null,
  }
  return { grant, problems }
}

export function nameProblem(name: string): string | undefined {
  if (/^[A-Za-z0-9][\w .@+-]{0,63}$/.test(name)) return undefined
  return 'a name has up to 64 letters, digits, blanks or `_.@+-`, and begins with a letter or digit'
}

export function writeProfile({ name, mode, rules, grants }: ProfileContent): string {
  const file = {
    schema: PROFILE_SCHEMA,
    version: PROFILE_VERSION,
    name,
    ...(mode === undefined ? {} : { mode }),
    ...Object.fromEntries(BEHAVIORS.map((behavior) => [behavior, rulesOf(rules, behavior)])),
    grants: grants.map(({ behavior, rules, agent, until }) => ({
      behavior,
      rules,
      ...(agent === null ? {} : { agent }),
      ...(until === null ? {} : { until: new Date(until).toISOString() }),
    })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function rulesOf(rules: readonly Rule[], behavior: Rule['behavior']): unknown[] {
  return rules.filter((rule) => rule.behavior === behavior).map(writtenRule)
}

/** A rule as it is written in a policy file. */
export function writtenRule({ behavior: _behavior, source: _source, rule, expires, notMatch, ...rest }: Rule): unknown {
  const more = {
    ...rest,
    ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
    ...(notMatch === undefined ? {} : { 'not-match': notMatch }),
  }
  return Object.keys(more).length === 0 ? rule : { rule, ...more }
}
