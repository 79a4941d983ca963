/**
 * Part of the measurements: only the matching of rules with calls that were read beforehand, which is all that peers
 * without a parser do.
 */

import { createEngine } from '../dist/lib/index.js'
import { compile } from '../dist/lib/engine/compile.js'
import { decide } from '../dist/lib/engine/decide.js'
import { copyEffect } from '../dist/lib/effects/make.js'
import { policyFrom } from '../dist/lib/policy/inline.js'
import { canonicalTool } from '../dist/lib/vocabulary/canonical.js'

/** Decides the call at an index of the stream repeatedly. */
export function matcher(policy, stream, { cwd, home }) {
  const engine = createEngine({ cwd, home, policy })
  const readings = stream.map((call) => copied(engine.decide(call).reading))
  const world = { root: cwd, home, caseInsensitive: false, tool: canonicalTool }
  const compiled = compile(policyFrom(policy, { cwd, root: cwd, home, tools: [] }), world)
  const now = { now: Date.now() }
  return (at) => decide(readings[at], compiled, now)
}

/**
 * Copies are kept, because keeping the readings themselves would make V8 put those of all later decisions into the old
 * generation (`effects/shell/memory.ts`).
 */
function copied(reading) {
  return { ...reading, effects: reading.effects.map(copyEffect) }
}
