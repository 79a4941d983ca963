/**
 * Part of the build of the command line: tables and regular expressions at the top level of our modules are made when
 * they are first used.
 *
 * All of the top level is run at every start, and a call needs few of its hundreds of tables. So a table becomes a
 * function that makes it once, and each use of it a call. A regular expression that is used in one place is made there.
 *
 *     const NAMES = new Set(['a'])   ->   let NAMES_KEPT; const NAMES = () => (NAMES_KEPT ??= new Set(['a']));
 *     NAMES.has(name)                ->   NAMES().has(name)
 *
 * Only for constants in capitals that are not exported and are used nowhere but inside functions. Whatever is not
 * certainly such a use, another variable of the same name for instance, leaves the constant as it is.
 */

import { parseSync } from 'rolldown/utils'

export const lateConstants = {
  name: 'late-constants',
  transform: { filter: { id: /\/src\/.*\.ts$/ }, handler: withLateConstants },
}

export function withLateConstants(code, id) {
  const { program } = parseSync(id, code)
  const constants = program.body.flatMap(constantsIn)
  const byName = new Map(constants.map((one) => [one.name, one]))
  for (const statement of program.body) noteUses(statement, program, false, byName)
  const edits = constants
    .filter(({ uses, isEager }) => !isEager && uses.length > 0)
    .flatMap((one) => editsOf(one, code))
  let text = code
  for (const { start, end, by } of edits.toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + by + text.slice(end)
  return text
}

function constantsIn({ type, kind, declarations, start, end }) {
  if (type !== 'VariableDeclaration' || kind !== 'const' || declarations.length > 1) return []
  const [{ id, init }] = declarations
  const isLate = init !== null && /^[A-Z][A-Z0-9_]*$/.test(id.name) && (isPattern(init) || isTable(init))
  return isLate ? [{ name: id.name, id, init, start, end, uses: [], isEager: false }] : []
}

function isPattern({ regex }) {
  return regex !== undefined
}

function isTable({ type, callee }) {
  return type === 'NewExpression' && /^(?:Set|Map|RegExp|WordSet)$/.test(callee.name)
}

function noteUses(node, parent, isInFunction, byName) {
  if (node.type === 'Identifier') {
    const constant = byName.get(node.name)
    if (constant === undefined || node === constant.id || isOnlyName(node, parent)) return
    if (isInFunction && isRead(node, parent)) constant.uses.push(node)
    else constant.isEager = true
    return
  }
  const isFunction = /Function/.test(node.type)
  for (const child of Object.values(node).flat())
    if (typeof child?.type === 'string') noteUses(child, node, isInFunction || isFunction, byName)
}

/** `x.NAME`, `{ NAME: x }` */
function isOnlyName(node, { type, property, key, computed, shorthand }) {
  if (computed || shorthand) return false
  return (type === 'MemberExpression' && property === node) || (type === 'Property' && key === node)
}

function isRead(node, { type, id, params, left, shorthand }) {
  const isDeclared = id === node || params?.includes(node) === true
  return !isDeclared && left !== node && shorthand !== true && !/^TS|Pattern$|^Rest|^Catch|^Update/.test(type)
}

function editsOf({ name, init, start, end, uses }, code) {
  const used = (by) => uses.map((use) => ({ start: use.start, end: use.end, by }))
  if (isPattern(init) && uses.length === 1)
    return [{ start, end, by: `let ${name};` }, ...used(`(${name} ??= ${code.slice(init.start, init.end)})`)]
  // In two pieces, since the table itself may use other constants.
  const before = { start, end: init.start, by: `let ${name}_KEPT; const ${name} = () => (${name}_KEPT ??= ` }
  return [before, { start: init.end, end, by: ');' }, ...used(`${name}()`)]
}
