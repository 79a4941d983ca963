/** Part of the server: sends each request to its handler, before any router. */

import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createAgentApp, createApp } from './app.ts'
import type { Deps } from './deps.ts'
import type { HooksOverHttp } from './hooks/over-http.ts'
import type { Authorize } from './http/authorize.ts'
import { sendProblem } from './http/reply.ts'
import type { Bucket } from './limits.ts'

export interface Asking {
  readonly authorize: Authorize
  readonly hooks: HooksOverHttp
  readonly bucket: Bucket
}

/**
 * The port, where every request is checked, and the socket, which only this user can open. The requests that agents
 * send most bypass the router.
 */
export function waysIn(deps: Deps, { authorize, hooks, bucket }: Asking, webFolder: string | undefined) {
  const { guard } = deps
  const pages = getRequestListener(createApp(deps, bucket, webFolder).fetch, { overrideGlobalObjects: false })
  const agents = getRequestListener(createAgentApp(deps, bucket).fetch, { overrideGlobalObjects: false })
  const overTcp: RequestListener = (request, response) => {
    const strange = guard.cameHere(request.headers)
    const agent = hooks.agentOf(request)
    if (agent !== undefined) return void hooks.handle(agent, request, response, strange ?? guard.agent(request.headers))
    if (strange !== undefined) return sendProblem(response, strange)
    if (!isAuthorize(request)) return void pages(request, response)
    const refused = guard.agent(request.headers)
    if (refused === undefined) authorize.handle(request, response)
    else sendProblem(response, refused)
  }
  const overSocket: RequestListener = (request, response) => {
    if (isAuthorize(request)) return authorize.handle(request, response)
    const agent = hooks.agentOf(request)
    if (agent === undefined) void agents(request, response)
    else void hooks.handle(agent, request, response)
  }
  return { overTcp, overSocket }
}

function isAuthorize({ method, url }: IncomingMessage): boolean {
  return url === '/v1/authorize' && method === 'POST'
}
