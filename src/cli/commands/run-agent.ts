/**
 * Part of `countersign run`: the agent as a process, with nothing on its input and its output read line by line.
 *
 * INVARIANT: it never outlives this process: its whole process group ends with it, however that ends.
 */

import { spawn } from 'node:child_process'
import { notStarted } from '../bad-use.ts'
import { endGroup } from '../end-group.ts'

export interface AgentOutput {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

const LONGEST_LINE = 16 * 1024 * 1024

/** Its exit code; 1 if it was killed. Rejects if it cannot be started. */
export function runAgent(program: string, args: readonly string[], output: AgentOutput): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const end = () => endGroup(child.pid)
    const stop = (signal: NodeJS.Signals) => {
      end()
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    process.on('exit', end)
    for (const signal of SIGNALS) process.on(signal, stop)
    const over = () => {
      end()
      process.off('exit', end)
      for (const signal of SIGNALS) process.off(signal, stop)
    }
    const flush = [eachLine(child.stdout, output.out), eachLine(child.stderr, output.err)]
    child.on('error', (error) => {
      over()
      reject(notStarted(program, error) ?? error)
    })
    // Processes that it leaves behind would keep its output open.
    child.on('exit', end)
    child.on('close', (code) => {
      over()
      for (const rest of flush) rest()
      resolve(code ?? 1)
    })
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Returns a function for the rest of a stream that did not end with a line break. */
function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): () => void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) take(line)
  })
  return () => {
    if (rest !== '') take(rest)
  }
}
