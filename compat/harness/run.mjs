/** Runs a client in a process group of its own, for a limited time, with its standard input closed. */

import { spawn } from 'node:child_process'

/** Many times what is needed: the machine may be busy. */
export const LONGEST = 180_000

/**
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string, timedOut: boolean }>}
 */
export function run(command, args, { cwd, env, input, within = LONGEST }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const heard = { stdout: '', stderr: '' }
    let timedOut = false
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (heard[name] += text))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
    const timer = setTimeout(() => {
      timedOut = true
      killGroup(child.pid)
    }, within)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      // Otherwise what it left running would outlive the test.
      killGroup(child.pid)
      resolve({ code, ...heard, timedOut })
    })
  })
}

export function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is gone.
  }
}
