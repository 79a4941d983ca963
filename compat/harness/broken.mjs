/** Gates that fail, each in its own way. Whatever they do, nothing may run. */

const never = () => new Promise(() => undefined)
const garbage = () => Promise.resolve({ behavior: 'ALLOW', input: 'yes' })
const boom = () => {
  throw new Error('the gate broke')
}

const gateOf = (answer) => ({ judge: answer, authorize: answer, visible: (tools) => [...tools], outcome: answer })

export const BROKEN_GATES = [
  ['throws', gateOf(boom)],
  ['rejects', gateOf(() => Promise.reject(new Error('the gate broke')))],
  ['never answers', gateOf(never)],
  ['answers garbage', gateOf(garbage)],
  ['answers nothing', gateOf(() => Promise.resolve(undefined))],
]
