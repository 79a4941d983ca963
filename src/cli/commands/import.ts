/** `countersign import`: other systems' configurations, found or named, as a policy of ours. */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { DIALECTS } from '../../dialects/dialects.ts'
import { policyText } from '../../dialects/policy-text.ts'
import { together } from '../../dialects/together.ts'
import type { Policy } from '../../engine/policy.ts'
import { readPolicy } from '../../policy/document.ts'
import { mergeLayers } from '../../policy/layers.ts'
import type { PolicyDocument } from '../../policy/object.ts'
import { whyNotWritten } from '../../policy/replace-file.ts'
import { findRoot, realOrSpelled } from '../../policy/root.ts'
import { isTrusted } from '../../policy/trust.ts'
import { BadUse, BrokenPolicy } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { givenDialect } from '../given-dialect.ts'
import { homeFolder } from '../home.ts'
import { print, printJson, write } from '../output.ts'
import { drawImported, drawFindings } from '../render/dialects.ts'
import type { ImportedFile } from '../render/dialects.ts'
import { drawRules, ruleJson } from '../render/rules.ts'
import { filesOf, readGiven } from './import-files.ts'
import type { FoundFile } from './import-files.ts'
import { importOne } from './import-one.ts'

export function run({ args, values, on }: Invocation): number {
  const home = realOrSpelled(homeFolder())
  const root = findRoot(process.cwd(), home)
  const files = together(whichFiles(args, root, home).map((one) => importOne(one, root, home)))
  const problems = files.flatMap((file) => file.problems)
  if (problems.length > 0) throw new BrokenPolicy(problems)
  const documents = files.flatMap(({ document }) => document ?? [])
  const out = values.get('out')
  if (out !== undefined) writeOut(out, documents, files, { trusted: isTrusted(root, home), asJson: on.has('json') })
  else show(files, mergeLayers(documents, { trusted: true, cwd: root, root, home }).policy, on.has('json'))
  return EXIT.ok
}

function show(files: readonly ImportedFile[], policy: Policy, asJson: boolean): void {
  if (asJson) return printJson(importedJson(files, policy))
  print((page) => {
    drawImported(page, files)
    if (files.length === 0) return
    drawRules(page.gap(), policy)
    page.gap().line('Nothing is written; --out countersign.yaml makes it this project’s policy.')
  })
}

function importedJson(files: readonly ImportedFile[], policy: Policy): object {
  const { mode, otherwise, tools, rules, workingDirectories } = policy
  const told = files.map(({ dialect, file, findings, comparison }) => ({
    dialect: dialect.name,
    file,
    findings,
    comparison: comparison && { ...comparison, lessSafe: comparison.lessSafe.length },
  }))
  return { files: told, mode, otherwise, tools, rules: rules.map(ruleJson), workingDirectories }
}

function whichFiles([name, file]: readonly string[], root: string, home: string): FoundFile[] {
  if (name === undefined) return DIALECTS.flatMap((dialect) => filesOf(dialect, root, home))
  const dialect = givenDialect(name)
  if (file !== undefined) return [readGiven(dialect, file, root, home)]
  const found = filesOf(dialect, root, home)
  if (found.length === 0) throw new BadUse(`no configuration of ${dialect.title} is here`, 'Name its file.')
  return found
}

function writeOut(
  out: string,
  documents: readonly PolicyDocument[],
  files: readonly ImportedFile[],
  { trusted, asJson }: { readonly trusted: boolean; readonly asJson: boolean },
): void {
  if (files.length === 0)
    throw new BadUse(
      `${out} is not written: no configuration of another system is here`,
      'Name a dialect and its file, or write a policy with `countersign init`.',
    )
  if (asJson && out === '-') throw new BadUse('--out - and --json do not go together: both are for the output')
  const text = policyText(documents)
  const { problems } = readPolicy(text, { file: out, layer: 'project', format: 'yaml' })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new BrokenPolicy(errors)
  const findings = files.flatMap((file) => file.findings)
  if (!asJson) print((page) => drawFindings(page, findings), 'stderr')
  if (out === '-') return write(text)
  writeNew(out, text)
  if (asJson) return printJson({ written: out, findings })
  print((page) => page.line([out, 'bold'], ' is written. Read it before you rely on it.'))
  const allows = documents.some(({ rules }) => rules.some(({ behavior }) => behavior === 'allow'))
  if (allows && !trusted)
    print((page) => page.line('As the policy of a project, it allows only after `countersign trust`.'))
}

function writeNew(out: string, text: string): void {
  try {
    writeFileSync(out, text, { flag: 'wx' })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    // Half of a policy would be another policy.
    if (!isThere && existsSync(out)) rmSync(out)
    throw new BadUse(
      `${out} is not written: ${isThere ? 'it is there already' : whyNotWritten(error)}`,
      isThere ? 'Name another file and compare.' : undefined,
    )
  }
}
