/** `countersign doctor`: what is wired, does it fail closed, which holes of each client remain, is the policy sound. */

import { anyonesPath } from '../../policy/anyones.ts'
import { loadPolicy } from '../../policy/load.ts'
import { misnamedPolicies } from '../../policy/misnamed.ts'
import { formatProblem } from '../../policy/problem.ts'
import { localForms, projectForms } from '../../policy/root.ts'
import { findClients, placeHere } from '../agents-here.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import { counted } from '../render/counted.ts'
import { drawEnd, drawExamined, drawPolicy } from '../render/doctor.ts'
import { examine } from './doctor-look.ts'
import type { Examined } from './doctor-look.ts'
import { recordProblem } from './doctor-record.ts'
import { prove } from './doctor-prove.ts'
import type { Proof } from './doctor-prove.ts'

export interface Diagnosis extends Examined {
  /** For each hook; empty if no proof was asked for. */
  readonly proofs: readonly { readonly file: string; readonly proofs: readonly Proof[] }[]
}

export interface PolicyDiagnosis {
  readonly files: readonly string[]
  readonly mode: string
  readonly enforce: boolean
  readonly problems: readonly string[]
  readonly broken: boolean
}

export async function run({ on, values }: Invocation): Promise<number> {
  const place = placeHere()
  const diagnoses: Diagnosis[] = []
  for (const found of await findClients(place, values.get('agent'))) {
    const examined = examine(found, place)
    const proofs = []
    if (on.has('prove'))
      for (const hook of examined.hooks)
        proofs.push({ file: hook.file, proofs: await prove(found.client.name, hook, place) })
    diagnoses.push({ ...examined, proofs })
  }
  const policy = policyHere(place.home)
  const record = recordProblem(place.home)
  const reasons = whyNotWell(diagnoses, policy, record)
  if (on.has('json')) printJson({ ...asJson(diagnoses, policy), record: { problem: record ?? null } })
  else
    print((page) => {
      for (const diagnosis of diagnoses) drawExamined(page, diagnosis)
      drawPolicy(page, policy, diagnoses.length === 0)
      if (record !== undefined) page.gap().line(['Record  ', 'bold'], ['problem', 'red'], ` ${record}`)
      drawEnd(page, reasons)
    })
  return reasons.length === 0 ? EXIT.ok : EXIT.failure
}

/** What lets calls pass undecided, or denies them all. It is the last line, so that it is seen after much output. */
function whyNotWell(diagnoses: readonly Diagnosis[], policy: PolicyDiagnosis, record: string | undefined): string[] {
  const reasons = diagnoses.flatMap((diagnosis) => {
    const { found, hooks, problems } = diagnosis
    if (found.program !== undefined && hooks.length === 0) return [`${found.client.title} is not wired`]
    if (problems.length > 0) return [`${found.client.title} has ${counted(problems.length, 'problem')}`]
    return isSound(diagnosis) ? [] : [`a hook of ${found.client.title} does not block`]
  })
  if (!diagnoses.some(({ hooks }) => hooks.length > 0) && reasons.length === 0) reasons.push('no agent is wired')
  if (policy.broken) reasons.push('the policy is broken')
  if (record !== undefined) reasons.push('nothing can be put on record')
  return reasons
}

export function isSound({ problems, proofs }: Diagnosis): boolean {
  return problems.length === 0 && proofs.every((one) => one.proofs.every(({ ok }) => ok))
}

/** Unknown names of tools and rules that can never match are among its problems. */
function policyHere(home: string): PolicyDiagnosis {
  const cwd = process.cwd()
  const { policy, problems, notes, files, root, trusted } = loadPolicy({ cwd, home })
  // For your own file and the managed one, loading already reports it and lets them permit nothing.
  const own = [...projectForms(root), ...localForms(root)].filter((file) => files.includes(file))
  const anyones = trusted ? own.filter((file) => anyonesPath(file) !== undefined) : []
  return {
    files,
    mode: policy.mode,
    enforce: policy.enforce,
    problems: [
      ...[...problems, ...misnamedPolicies({ cwd, root, home })].map(formatProblem),
      ...notes.map(({ message }) => message),
      ...anyones.map((file) => `${file}: everybody on this machine can change what it permits in this trusted folder`),
    ],
    broken: policy.broken !== undefined,
  }
}

function asJson(diagnoses: readonly Diagnosis[], policy: PolicyDiagnosis): object {
  return {
    agents: diagnoses.map((diagnosis) => {
      const { found, hooks, problems, others, proofs } = diagnosis
      return {
        name: found.client.name,
        version: found.version ?? null,
        program: found.program ?? null,
        wired: hooks.map(({ file, event, command }) => ({ file, event, command })),
        sound: hooks.length > 0 && isSound(diagnosis),
        problems,
        others,
        proofs,
        holes: found.client.holes,
      }
    }),
    policy,
  }
}
