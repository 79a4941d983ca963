/** `countersign replay`: decides the recorded calls again by another policy. */

import { replay } from '../../gate/hindsight/replay.ts'
import { RecordedCalls } from '../../gate/hindsight/recorded.ts'
import { WhatIf } from '../../gate/hindsight/what-if.ts'
import { loadPolicy } from '../../policy/load.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { numberOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'
import { print, printJson } from '../output.ts'
import { drawReplay } from '../render/replay.ts'
import { situationOf } from '../situation.ts'
import { lookingAt } from './managing.ts'

const LOOKED_AT = '2000'

export function run(invocation: Invocation): Promise<number> {
  const { values, on } = invocation
  const policy = values.get('policy')
  if (policy === undefined) throw new BadUse('replay needs the policy to try', 'For example --policy countersign.yaml')
  const limit = numberOf(values.get('limit') ?? LOOKED_AT, 'limit')
  const home = homeFolder()
  const policyAt = (cwd: string) => loadPolicy({ cwd, home })
  const tried = (cwd: string) =>
    situationOf({ ...invocation, values: new Map([...values, ['policy', policy] as const, ['cwd', cwd] as const]) })
  // Reports what is wrong with the policy before the record is opened.
  tried(process.cwd())
  return lookingAt(invocation, async ({ audit }) => {
    const recorded = new RecordedCalls(audit)
    const whatIf = new WhatIf({ home, recorded, policyAt })
    const told = await replay({ whatIf, recorded, house: { policyAt } }, tried, limit)
    if (on.has('json')) printJson(told)
    else print((page) => drawReplay(page, told))
    return EXIT.ok
  })
}
