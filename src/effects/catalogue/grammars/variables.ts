/**
 * Part of the command catalogue: variables with names of secrets, and printing the environment, which contains them.
 */

import { type Draft, spoil } from '../draft.ts'

const SECRET_NAME =
  /SECRET|TOKEN|PASSW(?:OR)?D|PASSPHRASE|(?:^|_)PASS$|\w_PWD$|API_?KEY|PRIVATE_?KEY|(?:ACCESS|SIGNING|ENCRYPTION)_?KEY$|CREDENTIAL|CONNECTION_?STRING|SSHPASS|WEBHOOK|(?:^|_)JWT$|(?:^|_)(?:AUTH|PW|SK)$|_PAT$/
/** An address that usually contains the password. */
const ADDRESS_NAME = /_(?:URL|URI|DSN)$/
const SERVICE_NAME = /DATABASE|DB|POSTGRES|MYSQL|MONGO|REDIS|AMQP|RABBITMQ/

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || (ADDRESS_NAME.test(name) && SERVICE_NAME.test(name))
}

/** The usual spelling of a variable of the environment. Other names may mean something else to a language. */
export const VARIABLE = /^[A-Z][A-Z0-9_]*$/u

/** Whether a program may print this variable. */
export function isShowable(name: string | undefined): boolean {
  return name !== undefined && VARIABLE.test(name) && !isSecretName(name)
}

/** Variables that are named one by one, as in `echo "$PORT"`. */
export function plainVariables(draft: Draft): void {
  const named = draft.operands.map((index) => draft.argv[index])
  const plain = named.every((name) => name != null && /^\w+$/u.test(name) && !isSecretName(name.toUpperCase()))
  if (named.length === 0 || !plain) spoil(draft, 'prints environment variables that may hold secrets')
}
