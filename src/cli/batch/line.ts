/**
 * Part of `check --batch`: the fields a line may have. Unknown fields count as remarks and are ignored, unless they
 * look like a mistyped field: without its policy, a line would be answered wrongly.
 */

import { isObject } from '../../engine/call.ts'
import type { Input } from '../../engine/call.ts'
import { MODES } from '../../engine/mode.ts'
import type { Mode } from '../../engine/mode.ts'
import type { DescribedDisk } from '../../effects/paths/file-system.ts'
import type { PolicyInput } from '../../policy/inline.ts'
import { nearest } from '../../vocabulary/closest.ts'

export interface Line {
  readonly tool: string
  readonly input: Input
  readonly cwd?: string
  readonly home?: string
  readonly mode?: Mode
  readonly agent?: string
  readonly policy: PolicyInput
  /** Another system's configuration, instead of `policy`. */
  readonly dialect?: string
  readonly settings?: unknown
  readonly fs?: DescribedDisk
}

interface FieldSpec {
  readonly needs: string
  readonly accepts: (value: unknown) => boolean
  readonly required?: true
}

const isText = (value: unknown) => typeof value === 'string'
const isAbsolute = (value: unknown) => typeof value === 'string' && /^(?:\/|[A-Za-z]:[\\/])/.test(value)

const FIELDS: Readonly<Record<keyof Line, FieldSpec>> = {
  tool: { needs: 'the name of a tool', accepts: (value) => isText(value) && value !== '', required: true },
  // Some agents pass the input as JSON text.
  input: { needs: 'an object', accepts: (value) => isObject(value) || isText(value), required: true },
  cwd: { needs: 'an absolute path', accepts: isAbsolute },
  home: { needs: 'an absolute path', accepts: isAbsolute },
  mode: { needs: `one of ${MODES.join(', ')}`, accepts: (value) => (MODES as readonly unknown[]).includes(value) },
  agent: { needs: 'the name of an agent', accepts: isText },
  policy: { needs: 'an object', accepts: isObject },
  dialect: { needs: 'the name of a dialect', accepts: isText },
  settings: { needs: 'an object or a text', accepts: (value) => isObject(value) || isText(value) },
  fs: { needs: '{ symlinks, caseInsensitive, files }, with absolute paths', accepts: isDisk },
}

export function readLine(value: unknown): Line | { readonly error: string } {
  if (!isObject(value)) return { error: 'a line must be a JSON object' }
  for (const name of Object.keys(value)) {
    const meant = Object.hasOwn(FIELDS, name) ? undefined : meantBy(name)
    if (meant !== undefined) return { error: `\`${name}\` is not a field of a line; did you mean \`${meant}\`?` }
  }
  const line: Record<string, unknown> = { policy: {} }
  for (const [name, { needs, accepts, required }] of Object.entries(FIELDS)) {
    const field = Object.hasOwn(value, name) ? said(value[name]) : undefined
    if (field === undefined && required !== true) continue
    if (!accepts(field)) return { error: `\`${name}\` must be ${needs}` }
    line[name] = field
  }
  if ('settings' in line !== 'dialect' in line) return { error: '`dialect` and `settings` go together' }
  if ('settings' in line && Object.keys(line['policy'] as object).length > 0)
    return { error: 'a line has a `policy` or `settings`, not both' }
  return line as unknown as Line
}

/** The fields by which a line brings its policy. The other names are short, and close to what a remark may be called: `model`, `cmd`, `event`. */
const BRINGS_POLICY = ['policy', 'dialect', 'settings']

function meantBy(name: string): string | undefined {
  const lower = name.toLowerCase()
  return lower !== name && Object.hasOwn(FIELDS, lower) ? lower : nearest(name, BRINGS_POLICY)
}

/** Works even for a line that cannot be read otherwise. */
export function idOf(value: unknown): string | number | null {
  const id = isObject(value) ? value['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Whether another system's dialect is needed to answer the line. */
export function hasDialect(value: unknown): boolean {
  return isObject(value) && said(value['dialect']) !== undefined
}

/** Null counts as not given. */
function said(value: unknown): unknown {
  return value === null ? undefined : value
}

/** Refuses a mistyped field name, since the links listed under it would be missing. */
function isDisk(value: unknown): boolean {
  if (!isObject(value)) return false
  const { symlinks, caseInsensitive, files, ...others } = value
  if (Object.keys(others).some((name) => nearest(name, ['symlinks', 'caseInsensitive', 'files']) !== undefined))
    return false
  if (caseInsensitive !== undefined && typeof caseInsensitive !== 'boolean') return false
  if (files !== undefined && !(Array.isArray(files) && files.every(isAbsolute))) return false
  if (symlinks === undefined) return true
  return isObject(symlinks) && Object.keys(symlinks).every(isAbsolute) && Object.values(symlinks).every(isText)
}
