/**
 * Modes are data: an ordered list of steps, the first that answers wins. Read beside `spec/decide.md`.
 *
 * A step asks one question of a part of the call; what its answer leads to is written here, nowhere else.
 */

export const MODES = ['default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'] as const
export type Mode = (typeof MODES)[number]

/** The questions, in the numbering of `spec/decide.md`. */
export type Question =
  | 'deny rule' // 2: does a deny rule match?
  | 'ask rule' // 3: does an ask rule match?
  | 'read-only' // 4: is every effect read-only?
  | 'check' // 5: what do the built-in and the tool's own checks say? allow and deny answer at once
  | 'safety ask' // 6: did a check raise a safety ask?
  | 'check ask' // 7: did a check raise an ordinary ask? A step only in dontAsk; elsewhere 8 and 9 answer it
  | 'allow rule' // 8: is every effect covered by an allow rule?
  | 'otherwise' // 9: nothing matched; never milder than ask if a check asked or something was not understood

/** `as said`: the check's own allow or deny, the policy's `otherwise`. `pass`: on to the next step. */
export type Outcome = 'allow' | 'ask' | 'deny' | 'as said' | 'pass'

export interface Step {
  readonly question: Question
  readonly yes: Outcome
  readonly no: Outcome
}

const step = (question: Question, yes: Outcome, no: Outcome = 'pass'): Step => ({ question, yes, no })

/** Steps 2 and 3 open every mode; step 1, hidden tools, concerns the whole call and comes before them. */
export const STEPS: Readonly<Record<Mode, readonly Step[]>> = {
  default: [
    step('deny rule', 'deny'),
    step('ask rule', 'ask'),
    step('check', 'as said'),
    step('safety ask', 'ask'),
    step('allow rule', 'allow'),
    step('otherwise', 'as said'),
  ],
  acceptEdits: [
    step('deny rule', 'deny'),
    step('ask rule', 'ask'),
    step('read-only', 'allow'),
    step('check', 'as said'),
    step('safety ask', 'ask'),
    step('allow rule', 'allow'),
    step('otherwise', 'as said'),
  ],
  explore: [step('deny rule', 'deny'), step('ask rule', 'ask'), step('read-only', 'allow', 'deny')],
  bypass: [
    step('deny rule', 'deny'),
    step('ask rule', 'ask'),
    step('check', 'as said'),
    step('allow rule', 'allow'),
    step('otherwise', 'as said'),
  ],
  dontAsk: [
    step('deny rule', 'deny'),
    step('ask rule', 'deny'),
    step('check', 'as said'),
    step('safety ask', 'deny'),
    step('check ask', 'deny'),
    step('allow rule', 'allow'),
    step('otherwise', 'deny'),
  ],
}
