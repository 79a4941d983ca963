/** Part of `countersign serve`: turns the command's options into those of the server. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../engine/thrown.ts'
import { userName } from '../../gate/user-name.ts'
import { visible } from '../../gate/visible.ts'
import type { ServeOptions } from '../../server/serve.ts'
import { BadUse } from '../bad-use.ts'
import type { Invocation } from '../command.ts'
import { numberOf, portOf } from '../given-values.ts'
import { homeFolder } from '../home.ts'

declare const COUNTERSIGN_VERSION: string

/** Beside the built command line; in a checkout, the folder it is built into. */
const WEB_FOLDERS = ['../web', '../../../dist/web']

/** `page`: the address of the server, once it runs. */
export async function optionsOf(invocation: Invocation, page: () => string | undefined): Promise<ServeOptions> {
  const { values, on } = invocation
  const tls = tlsOf(values)
  const names = ['store', 'host', 'approvers', 'timeout', 'port', 'metrics-token']
  const [store, host, file, timeout, port, metricsToken] = names.map((name) => values.get(name))
  return {
    home: homeFolder(),
    cwd: process.cwd(),
    version: typeof COUNTERSIGN_VERSION === 'string' ? COUNTERSIGN_VERSION : 'dev',
    approver: userName(),
    names: values.get('name')?.split(',') ?? [],
    insecure: on.has('insecure'),
    webFolder: webFolder(),
    onFailure: complain,
    ...(port === undefined ? {} : { port: portOf(port, 'port') }),
    ...(host === undefined ? {} : { host }),
    ...(store === undefined ? {} : { store }),
    ...(metricsToken === undefined ? {} : { metricsToken: await tokenIn(resolve(metricsToken)) }),
    ...(timeout === undefined ? {} : { timeout: numberOf(timeout, 'timeout') * 1000 }),
    ...(tls === undefined ? {} : { tls }),
    ...(file === undefined ? {} : { accounts: await accountsOf(file) }),
    ...(await askersOf(values.get('webhook'), page)),
  }
}

function tlsOf(values: Invocation['values']): ServeOptions['tls'] {
  const [cert, key] = [values.get('tls-cert'), values.get('tls-key')]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new BadUse('--tls-cert and --tls-key go together')
  for (const file of [cert, key]) if (!existsSync(file)) throw new BadUse(`there is no file ${file}`)
  return { cert, key }
}

async function accountsOf(file: string): Promise<ServeOptions['accounts']> {
  const { readAccounts } = await import('../../server/auth/accounts.ts')
  try {
    return readAccounts(file)
  } catch (error) {
    if (!existsSync(file)) throw new BadUse(`there is no file ${file}`, '--add-approver NAME makes it.')
    throw new BadUse(messageOf(error))
  }
}

/** Made if there is no such file; a file with anything else is left as it is. */
async function tokenIn(file: string): Promise<string> {
  const { keptToken, readToken } = await import('../../server/auth/kept-token.ts')
  if (existsSync(file) && readToken(file) === undefined)
    throw new BadUse(
      `${file} holds no token that only its owner can read`,
      'Name a file that is not there yet: it is made, with a token in it.',
    )
  return keptToken(file)
}

/** Always the page's inbox; and a webhook, if one is given. */
async function askersOf(url: string | undefined, page: () => string | undefined): Promise<Pick<ServeOptions, 'asker'>> {
  if (url === undefined) return {}
  const secret = process.env['COUNTERSIGN_WEBHOOK_SECRET'] ?? ''
  const { askByWebhook } = await import('../../gate/askers/webhook.ts')
  const { INBOX } = await import('../../gate/askers/inbox.ts')
  try {
    return { asker: [INBOX, askByWebhook({ url, secret, page })] }
  } catch (error) {
    const message = messageOf(error)
    const hint = message.includes('secret')
      ? 'It is read from COUNTERSIGN_WEBHOOK_SECRET, in the environment.'
      : undefined
    throw new BadUse(message, hint)
  }
}

function webFolder(): string | undefined {
  return WEB_FOLDERS.map((folder) => fileURLToPath(new URL(folder, import.meta.url))).find((folder) =>
    existsSync(folder),
  )
}

function complain(error: unknown): void {
  process.stderr.write(`countersign serve: ${complaintOf(error)}\n`)
}

/** The message of a failure may contain a path or a call that an agent chose. */
export function complaintOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.split('\n').map(visible).join('\n')
}
