import { parse, stripComments } from 'jsonc-parser'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { setJson, setJsonList } from './json-file.ts'

const INLINE = '{"permissions":{"allow":["a","b"],"deny":["c"]},"model":"x"}'
const PATH = ['permissions', 'allow']

describe('a list in a JSON file', () => {
  it.each([
    ['the last goes, of a file in one line', INLINE, ['a']],
    ['the first goes', INLINE, ['b']],
    ['all go', INLINE, []],
    ['all go and others come', INLINE, ['c', 'd']],
    ['the last goes, of a list in one line', '{\n  "permissions": {\n    "allow": ["a", "b"]\n  }\n}\n', ['a']],
    ['there is none yet', '{"model":"x"}', ['a', 'b']],
    ['there is nothing yet', '', ['a']],
    ['the list is empty', '{"permissions":{"allow":[]}}', ['a', 'b']],
    [
      'comments stand around',
      '{\n  // mine\n  "permissions": { "allow": ["a", /* why */ "b"] } // end\n}\n',
      ['b', 'c'],
    ],
  ])('holds what it should, and the rest is as it was: %s', (_, text, wanted) => {
    const next = setJsonList(text, PATH, wanted)
    const meant = (parse(text) ?? {}) as { permissions?: Record<string, unknown> }
    meant.permissions = { ...meant.permissions, allow: wanted }
    expect(strictly(next)).toEqual(meant)
    for (const comment of text.match(/\/\/ .*|\/\*.*?\*\//g) ?? []) expect(next).toContain(comment)
  })

  it('is not touched when it says so already', () => {
    expect(setJsonList(INLINE, PATH, ['a', 'b'])).toBe(INLINE)
  })
})

test('whatever is set or taken out, however the file is written, is what it reads as, and nothing else', () => {
  const value = fc.jsonValue({ maxDepth: 2 })
  const key = fc.constantFrom('a', 'b', 'c', 'x.y')
  const object = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value)), { noNullPrototype: true })
  fc.assert(
    fc.property(
      object,
      fc.tuple(key, key),
      fc.option(value, { nil: undefined }),
      fc.constantFrom(0, 2, '\t'),
      (before, path, set, indent) => {
        const outer = before[path[0]]
        fc.pre(outer === undefined || isObject(outer))
        const meant = structuredClone(before) as Record<string, Record<string, unknown>>
        if (set !== undefined) meant[path[0]] = { ...meant[path[0]], [path[1]]: set }
        else if (meant[path[0]] !== undefined) delete meant[path[0]]?.[path[1]]
        expect(strictly(setJson(JSON.stringify(before, null, indent), path, set))).toEqual(
          JSON.parse(JSON.stringify(meant)),
        )
      },
    ),
    // Comment marks inside texts do not start comments.
    { examples: [[{ a: { a: { '/*': 0 } }, b: { a: [{ '*/': '// x' }] } }, ['a', 'b'], undefined, 0]] },
  )
})

/** Apart from comments it must be strict JSON: no client tolerates an extra comma. */
function strictly(text: string): unknown {
  return JSON.parse(stripComments(text))
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
