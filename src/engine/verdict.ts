/** Part of the engine's nouns: the answer to a call, which is a view of the evidence. */

import type { Effect, Reading, Word } from './effect.ts'
import type { Mode, Question } from './mode.ts'
import type { Behavior, Rule } from './rule.ts'

/** Stable reason codes. If a finding has a code of its own (`dangerous-path`, `secret-read` …), it replaces `check`. */
export type Code =
  | 'policy-broken'
  | 'tool-hidden'
  | 'deny-rule'
  | 'may-match-deny'
  | 'ask-rule'
  | 'may-match-ask'
  | 'read-only'
  | 'not-read-only'
  | 'inside-working-directory'
  | 'allow-rule'
  | 'answered'
  | 'not-understood'
  | 'no-rule'
  | 'bypass'
  | 'internal-error'
  | (string & {})

export interface Verdict {
  readonly behavior: Behavior
  readonly code: Code
  /** One sentence for a person, built when it is read: `{ ...verdict }` does not copy it. */
  readonly reason: string
  /** The rule without which the verdict or its reason would be different. */
  readonly rule?: Rule | undefined
  /** Index of the effect that decided. */
  readonly effect: number
  /** A safety ask: no allow rule can silence it. */
  readonly safety: boolean
  readonly mode: Mode
  /** False if the policy only records: the program that acts on the verdict lets the call through. */
  readonly enforced: boolean
  readonly reading: Reading
}

/** One question about one part of the call, and its answer. */
export interface TraceStep {
  readonly effect: number
  readonly question: Question | 'hidden tool' | 'answer'
  readonly answer: 'yes' | 'maybe' | 'no'
  readonly behavior?: Behavior
  readonly rule?: Rule
  readonly note?: string
}

/** deny > ask > allow. */
export function isStricter(a: Behavior, b: Behavior): boolean {
  return a !== b && (a === 'deny' || b === 'allow')
}

/** A rule and where it stands, the same everywhere it is shown: ``deny rule `shell(sudo:*)` (countersign.yaml:4)``. */
export function citeRule(rule: Rule, as: string = rule.behavior): string {
  const { file, line, layer } = rule.source
  const place = file === undefined ? `${layer} layer` : line === undefined ? file : `${file}:${line}`
  return `${as} rule \`${rule.rule}\` (${place})`
}

const OPENING: Readonly<Record<Behavior, string>> = { allow: 'Allow', ask: 'Ask', deny: 'Deny' }

/** The same at the beginning of a sentence. */
export function openWithRule(rule: Rule): string {
  return citeRule(rule, OPENING[rule.behavior])
}

/** What an effect is, in a few words for sentences: "`rm -rf build`", "writing /etc/hosts". */
export function nameEffect(effect: Effect): string {
  switch (effect.type) {
    case 'run':
      return `\`${shorten(spelled(effect.argv))}\``
    case 'read':
      return `reading ${shorten(effect.path)}`
    case 'write':
      return `${effect.how === 'delete' ? 'deleting' : 'writing'} ${shorten(effect.path)}`
    case 'connect':
      return `connecting to ${effect.host === '' ? 'an unnamed host' : shorten(effect.host)}`
    case 'use':
      return `the tool ${shorten(effect.tool === '' ? 'without a name' : effect.tool)}`
    case 'unknown':
      return shorten(effect.why)
  }
}

/** Joined piece by piece: the JavaScript engine flattens such strings only when somebody reads them. */
function spelled(argv: readonly Word[]): string {
  let text = argv[0] ?? '…'
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? '…'
    text += word.includes(' ') ? ` ${between(word)}` : ` ${word}`
  }
  return text
}

/** In quotes, so that it is seen to be one word. */
function between(word: string): string {
  const quote = word.includes("'") ? '"' : "'"
  return quote + word + quote
}

const LONGEST = 400

/** Cuts a long text, so that a sentence stays one sentence. */
export function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)} … ${text.slice(-LONGEST / 4)}`
}
