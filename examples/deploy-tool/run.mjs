/**
 * A tool of your own that protects production: a blanket allow for staging cannot authorize a deployment to `prod-*`,
 * because the tool's check raises a safety ask, and no allow rule silences those.
 */

import { createEngine } from 'countersign'

const deploy = {
  name: 'Deploy',
  readOnly: (input) => input.operation === 'status',
  check: async (input) => {
    if (String(input.target).startsWith('prod-')) {
      return { says: 'safety', why: `This deploys to the production system ${input.target}` }
    }
    return { says: 'pass' }
  },
  suggest: (input) => [JSON.stringify(input)],
}

const policy = { allow: [{ rule: 'Deploy', where: { target: 'staging-*' } }, 'Deploy({"target": "prod-eu"})'] }
const calls = [
  ['default', { target: 'staging-eu' }, 'allow'],
  ['default', { target: 'prod-eu' }, 'ask'],
  ['default', { target: 'preview-7' }, 'ask'],
  ['explore', { target: 'staging-eu', operation: 'status' }, 'allow'],
  ['explore', { target: 'staging-eu' }, 'deny'],
  ['dontAsk', { target: 'prod-eu' }, 'deny'],
]

for (const [mode, input, expected] of calls) {
  const engine = createEngine({ policy: { ...policy, mode }, tools: [deploy] })
  const verdict = await engine.decideAsync({ tool: 'Deploy', input })
  console.log(`${mode.padEnd(8)} ${JSON.stringify(input).padEnd(48)} ${verdict.behavior.padEnd(6)} ${verdict.reason}`)
  if (verdict.behavior !== expected) process.exitCode = 1
}
