/** Part of the server's API: who is at the page, and what server this is. */

import type { Mode } from '../../engine/mode.ts'

/** `POST /v1/session`: the secret of a one-time link, or an approver's account. */
export type OpenSessionRequest = { readonly open: string } | { readonly name: string; readonly password: string }

/** Answer to `POST /v1/session`. The key is told only here. */
export interface OpenedSession extends SessionInfo {
  readonly key: string
}

/** `GET /v1/session`; 401 when there is none. `DELETE /v1/session` ends it. */
export interface SessionInfo {
  readonly approver: string
  readonly expiresAt: number
  readonly now: number
  readonly server: ServerInfo
  /** Where agents have been at work, the latest first; the server's own folder is always among them. */
  readonly projects: readonly ProjectInfo[]
  readonly modes: readonly ModeInfo[]
  /** Those whose tools are known here by name; a policy may name others. */
  readonly agents: readonly string[]
}

export interface ServerInfo {
  readonly version: string
  readonly startedAt: number
  /** `sqlite` or `postgres`; never an address. */
  readonly store: string
  /** The folder it was started in. */
  readonly cwd: string
  readonly home: string
  /** Approvers have accounts: without a session the page asks for name and password. */
  readonly accounts: boolean
}

/** `GET /v1/hello`, for everybody: what the page needs before there is a session. */
export interface Hello {
  readonly version: string
  readonly accounts: boolean
}

/** `POST /v1/session/link`: a one-time link for another browser of the same person. */
export interface NewLink {
  readonly url: string
  readonly expiresAt: number
}

export interface ProjectInfo {
  /** The project's root: pass it as `cwd` where a route wants one. */
  readonly root: string
  readonly lastSeen: number | null
  readonly trusted: boolean
}

export interface ModeInfo {
  readonly mode: Mode
  /** In one sentence: what it lets through and what it asks. */
  readonly meaning: string
  /** Worth a second look before it is switched on. */
  readonly risky: boolean
}
