/** `countersign serve` in a place of its own, and the person on its page. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { killGroup } from './run.mjs'
import { COUNTERSIGN } from './wired.mjs'

/** @param {ReturnType<import('./place.mjs').newPlace>} place */
export async function startServer(place) {
  const child = spawn(process.execPath, [COUNTERSIGN, 'serve', '--port', '0', '--json'], {
    cwd: place.project,
    env: place.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let heard = ''
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const { url, link } = await new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      heard += text
      if (heard.includes('}\n')) resolve(JSON.parse(heard))
    })
    ended.then(() => reject(new Error(`the server ended: ${heard}${complaints}`)))
  })
  const kill = async () => {
    killGroup(child.pid)
    await ended
  }
  return {
    url,
    token: () => readFileSync(join(place.home, '.local/state/countersign/agent-token'), 'utf8').trim(),
    kill,
    /** It lives, but does not answer. */
    hang: () => process.kill(child.pid, 'SIGSTOP'),
    person: () => openSession(url, link),
  }
}

async function openSession(url, link) {
  const opened = await fetch(`${url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ open: link.split('#open=')[1] }),
  })
  if (opened.status !== 200) throw new Error(`no session: ${opened.status} ${await opened.text()}`)
  const { key } = await opened.json()
  const cookie = opened.headers.get('set-cookie').split(';')[0]
  const headers = { cookie, 'x-countersign-key': key, 'content-type': 'application/json' }

  async function send(method, path, body) {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  return {
    /** The first question that is open, once there is one. */
    async question({ within = 60_000 } = {}) {
      const end = performance.now() + within
      while (performance.now() < end) {
        const { approvals } = await send('GET', '/v1/approvals')
        if (approvals.length > 0) return approvals[0]
        await wait(50)
      }
      throw new Error('nothing was asked')
    },
    answer: ({ id, digest }, said) => send('POST', `/v1/approvals/${id}/answer`, { digest, lasts: 'once', ...said }),
  }
}
