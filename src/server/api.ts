/**
 * What travels between the server and its page, as types. Nothing here runs; `web/` imports it and nothing else of `src/`.
 *
 * How to speak to the server
 * - JSON in, JSON out; an error is a problem document (`Problem`, RFC 9457) with its status.
 * - Who holds the one-time link posts its secret to `/v1/session` and gets the cookie and a page key. The key is kept in
 *   `localStorage` and sent as the header `X-Countersign-Key` with EVERY request, reads and events included: cookies do not
 *   know ports, so what another program on this machine may get hold of must not be enough.
 * - Events are read by `fetch`, not by `EventSource`, which cannot send the header.
 * - Times are milliseconds since the epoch; every answer that shows a countdown carries the server's `now`.
 */

export type * from './api/approvals.ts'
export type * from './api/events.ts'
export type * from './api/history.ts'
export type * from './api/permissions.ts'
export type * from './api/policy.ts'
export type * from './api/problem.ts'
export type * from './api/session.ts'
