/** Part of what the command line prints: the rules without effect, each with what happens and what to do. */

import type { Death } from '../../engine/lint/dead.ts'
import type { Remark } from '../../engine/lint/lint.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'
import { citeRule } from '../../engine/verdict.ts'
import { counted } from './counted.ts'
import type { Page, Style } from './page.ts'
import { ruleJson } from './rules.ts'

export function remarkJson(remark: Remark): object {
  const { happens, advice } = tell(remark)
  const common = { says: remark.says, rule: ruleJson(remark.rule) }
  const more = 'by' in remark ? { by: ruleJson(remark.by) } : { why: remark.why }
  return { ...common, ...more, message: `${citeRule(remark.rule)} ${happens}`, advice }
}

const COLOUR: Readonly<Record<Remark['says'], Style>> = {
  dead: 'red',
  contradiction: 'red',
  shadowed: 'yellow',
  redundant: 'cyan',
}

export function drawRemarks(page: Page, remarks: readonly Remark[], count: number, warned: number): void {
  for (const remark of remarks) {
    const { happens, advice } = tell(remark)
    page.line([remark.says, COLOUR[remark.says]], ` ${citeRule(remark.rule)} ${happens}`)
    page.line([`  ${advice}`, 'dim'])
  }
  if (remarks.length > 0) page.gap()
  const rules = counted(count, 'rule')
  page.line(
    remarks.length === 0
      ? `${rules}; none was found without effect${warned === 0 ? '' : ', but see the warnings'}.`
      : `${rules}, ${remarks.length} of them without effect.`,
  )
}

interface Told {
  /** What follows the rule's name in a sentence. */
  readonly happens: string
  readonly advice: string
}

function tell(remark: Remark): Told {
  if (remark.says === 'dead') return DEATHS[remark.why](remark.rule)
  const { rule, by, says } = remark
  const other = citeRule(by)
  if (says === 'redundant')
    return { happens: `adds nothing: ${other} ${COVERS[by.behavior]} all of it.`, advice: 'Remove it.' }
  if (says === 'contradiction')
    return {
      happens: `never counts: ${other} says otherwise of the same, and ${by.behavior} beats ${rule.behavior}.`,
      advice: `Remove one of the two; as it is, ${OUTCOMES[by.behavior]}.`,
    }
  return {
    happens: `never counts: ${other} ${COVERS[by.behavior]} all of it, and ${by.behavior} beats ${rule.behavior}.`,
    advice: `Remove it, or narrow the ${by.behavior}: \`except\` takes something out of a rule.`,
  }
}

const COVERS: Readonly<Record<Behavior, string>> = {
  allow: 'allows',
  ask: 'asks about',
  deny: 'denies',
}

const OUTCOMES: Readonly<Record<Behavior, string>> = {
  allow: 'it is allowed',
  ask: 'it is asked about',
  deny: 'it is denied',
}

const DEATHS: Readonly<Record<Death, (rule: Rule) => Told>> = {
  expired: ({ expires = 0 }) => ({
    happens: `no longer counts: it expired on ${new Date(expires).toISOString().slice(0, 10)}.`,
    advice: 'Remove it, or give it a later date.',
  }),
  excepted: () => ({
    happens: 'can never match: its own `except` takes all of it out.',
    advice: 'Remove it, or narrow the exception.',
  }),
  hidden: () => ({
    happens: 'can never match: `tools.disallowed` hides its tool, and every call of it is denied before.',
    advice: 'Remove it, or show the tool.',
  }),
  unnamed: () => ({
    happens: 'can never match: a permission for a program in a folder spells its name, without a star.',
    advice: 'Name each program, as in `shell(./scripts/build.sh:*)`.',
  }),
}
