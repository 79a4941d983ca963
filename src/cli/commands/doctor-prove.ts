/** Part of `doctor`: calls a wired hook exactly as its client would, with good input and bad. */

import { spawn } from 'node:child_process'
import { decisionIn, shellPayload } from '../../adapters/hooks/canary.ts'
import { DENYING_EXIT } from '../../adapters/hooks/format.ts'
import type { Place, WiredHook } from '../../adapters/hooks/wiring/client.ts'
import { endGroup } from '../end-group.ts'

export interface Proof {
  readonly name: string
  readonly ok: boolean
  /** What came back. */
  readonly got: string
}

interface Trial {
  readonly name: string
  readonly input: string
  readonly change?: (hook: WiredHook) => WiredHook['command']
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const CANARY = 'echo countersign-canary'
const LATEST = 30_000
const LONGEST = 65_536

export async function prove(agent: string, hook: WiredHook, { root }: Place): Promise<readonly Proof[]> {
  const payload = JSON.stringify(shellPayload(agent, CANARY, root))
  const trials: readonly Trial[] = [
    { name: 'a harmless call', input: payload },
    { name: 'no input', input: '' },
    { name: 'garbage', input: '{"tool_name": "Bash", ' },
    { name: 'half a payload', input: '{}' },
    { name: 'its program gone', input: payload, change: withoutProgram },
  ]
  const proofs: Proof[] = []
  for (const { name, input, change } of trials) {
    const ended = await call(change?.(hook) ?? hook.command, input, root)
    const decision = ended.code === 0 ? decisionIn(agent, ended.stdout) : undefined
    const isAlive = name === trials[0]?.name
    const ok = isAlive ? decision !== undefined : isBlocked(ended, hook)
    proofs.push({ name, ok, got: decision ?? `${outcome(ended)}${ok ? '' : said(ended)}` })
  }
  return proofs
}

function outcome({ code }: Ended): string {
  return code === null ? 'no exit code: it did not start, or was ended' : `exit code ${code}`
}

/** What the hook prints about itself, in one line. */
function said({ stderr }: Ended): string {
  const [line = ''] = stderr.trim().split('\n')
  return line === '' ? '' : `: ${line}`
}

/** Our plugin takes any code but 0 for a denial; the other clients only 2. */
function isBlocked({ code }: Ended, { command }: WiredHook): boolean {
  return typeof command === 'string' ? code === DENYING_EXIT : code !== 0
}

function withoutProgram({ command }: WiredHook): WiredHook['command'] {
  const gone = '/nonexistent/countersign'
  return typeof command === 'string' ? command.replace(/^('[^']*'|\S+)/, gone) : [gone, ...command.slice(1)]
}

function call(command: WiredHook['command'], input: string, cwd: string): Promise<Ended> {
  const [program = '', ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    const timer = setTimeout(() => endGroup(child.pid), LATEST)
    const end = (code: number | null) => {
      clearTimeout(timer)
      resolve({ code, stdout, stderr })
    }
    child.stdout.on('data', (chunk: Buffer) => void (stdout = (stdout + chunk.toString('utf8')).slice(0, LONGEST)))
    child.stderr.on('data', (chunk: Buffer) => void (stderr = (stderr + chunk.toString('utf8')).slice(0, LONGEST)))
    child.stdin.on('error', () => undefined)
    child.on('error', () => end(null))
    child.on('close', (code) => end(code))
    child.stdin.end(input)
  })
}
