/** Part of the server: the parts of an address, which show where it leads. */

import { domainToUnicode } from 'node:url'
import type { Call } from '../engine/call.ts'
import { translate } from '../vocabulary/translate.ts'
import type { UrlParts } from './api/approvals.ts'

export function urlPartsOf(call: Call): UrlParts | null {
  try {
    const [first] = translate(call).urls
    if (first === undefined) return null
    const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(first.text)
    const unicode = domainToUnicode(hostname)
    return {
      scheme: protocol.replace(/:$/, ''),
      user: password === '' ? username : `${username}:…`,
      host: hostname,
      unicodeHost: unicode === '' || unicode === hostname ? null : unicode,
      port,
      path: pathname,
      query: search,
      fragment: hash,
    }
  } catch {
    return null
  }
}
