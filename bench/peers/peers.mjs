/**
 * The peers, each with the same rules in its own form and given the same calls. Those that do not read shell get the
 * simple commands of a line, split beforehand: that work is not in their figures.
 *
 * A peer is `(rules) => decide(items, call)`, where `items` are `{ tool, text }`.
 */

import { createMongoAbility, subject } from '@casl/ability'
import { newModelFromString, newEnforcer } from 'casbin'
import cedar from '@cedar-policy/cedar-wasm/nodejs'

/** Rules such as `Bash(npm run:*)` as tool, text or glob, and behaviour, the strictest last. */
export function written(policy) {
  return ['allow', 'ask', 'deny'].flatMap((behavior) =>
    policy[behavior].map((rule) => {
      const [, tool, specifier] = /^(\w+?)(?:\((.*)\))?$/.exec(rule)
      const prefix = specifier?.endsWith(':*') ? specifier.slice(0, -2) : undefined
      return { behavior, tool: specifier === undefined ? 'mcp' : tool, prefix, glob: specifier, name: tool }
    }),
  )
}

function pattern({ tool, prefix, glob, name }) {
  const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  if (tool === 'mcp') return `^${escape(name)}$`
  if (prefix !== undefined) return `^${escape(prefix)}(?: |$)`
  const parts = glob.split(/(\*\*\/|\*\*|\*)/)
  return `^${parts.map((part) => (part === '**/' ? '(?:.*/)?' : part === '**' ? '.*' : part === '*' ? '[^/]*' : escape(part))).join('')}$`
}

export function casl(policy) {
  const ability = createMongoAbility(
    written(policy).map((rule) => ({
      action: 'use',
      subject: rule.tool,
      conditions: { text: { $regex: pattern(rule) } },
      inverted: rule.behavior !== 'allow',
      reason: rule.behavior,
    })),
  )
  return (items) => items.map(({ tool, text }) => ability.relevantRuleFor('use', subject(tool, { text }))?.reason)
}

const MODEL = `
[request_definition]
r = tool, text
[policy_definition]
p = tool, pattern, eft
[policy_effect]
e = priority(p.eft) || deny
[matchers]
m = r.tool == p.tool && like(r.text, p.pattern)
`

export async function casbin(policy) {
  const enforcer = await newEnforcer(newModelFromString(MODEL))
  const compiled = new Map()
  await enforcer.addFunction('like', (text, source) => {
    let regex = compiled.get(source)
    if (regex === undefined) compiled.set(source, (regex = new RegExp(source)))
    return regex.test(text)
  })
  const rows = written(policy)
    .reverse()
    .map((rule) => [rule.tool, pattern(rule), rule.behavior === 'allow' ? 'allow' : 'deny'])
  await enforcer.addPolicies(rows)
  return (items) => items.map(({ tool, text }) => enforcer.enforceSync(tool, text))
}

let sets = 0

export function cedarWasm(policy) {
  const text = written(policy).map((rule) => {
    const like =
      (rule.tool === 'mcp' ? rule.name : (rule.prefix ?? rule.glob.replaceAll('**', '*'))) + (rule.prefix ? '*' : '')
    const head = rule.behavior === 'allow' ? 'permit' : 'forbid'
    return `${head}(principal, action == Action::"${rule.tool}", resource) when { context.text like "${like}" };`
  })
  const name = `set${++sets}`
  const answer = cedar.preparsePolicySet(name, { staticPolicies: text.join('\n') })
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer).slice(0, 300))
  return (items) =>
    items.map(
      ({ tool, text: said }) =>
        cedar.statefulIsAuthorized({
          principal: { type: 'Agent', id: 'a' },
          action: { type: 'Action', id: tool },
          resource: { type: 'Call', id: 'c' },
          context: { text: said },
          preparsedPolicySetId: name,
          entities: [],
        }).type,
    )
}

/** It reads shell itself, with tree-sitter; its check is asynchronous. */
export async function gemini(policy) {
  // It logs every step.
  console.debug = () => {}
  const from = new URL('node_modules/@google/gemini-cli-core/dist/src/', import.meta.url)
  const { PolicyEngine } = await import(new URL('policy/policy-engine.js', from))
  const { buildArgsPatterns } = await import(new URL('policy/utils.js', from))
  const { initializeShellParsers } = await import(new URL('utils/shell-utils.js', from))
  await initializeShellParsers()
  const decisions = { allow: 'allow', ask: 'ask_user', deny: 'deny' }
  const rules = written(policy).flatMap((rule, at) => {
    const common = { decision: decisions[rule.behavior], priority: 1 + at / 1e6 }
    if (rule.tool === 'mcp') return [{ ...common, toolName: rule.name }]
    if (rule.prefix === undefined)
      return [
        {
          ...common,
          toolName: rule.tool,
          argsPattern: new RegExp(pattern(rule).replace('^', '"').replace(/\$$/, '"')),
        },
      ]
    return buildArgsPatterns(undefined, rule.prefix, undefined).map((source) => ({
      ...common,
      toolName: 'run_shell_command',
      argsPattern: new RegExp(source),
    }))
  })
  const engine = new PolicyEngine({ rules, defaultDecision: 'ask_user' })
  return async (_items, call) =>
    engine.check({ name: call.tool === 'Bash' ? 'run_shell_command' : call.tool, args: call.input }, undefined)
}
