/** Part of the server's API: who uses the page, and which server this is. */

import type { Mode } from '../../engine/mode.ts'

/** `POST /v1/session`: the secret of a one-time link, or an approver's account. */
export type OpenSessionRequest = { readonly open: string } | { readonly name: string; readonly password: string }

/** Answer to `POST /v1/session`. The key is sent only here. */
export interface OpenedSession extends SessionInfo {
  readonly key: string
}

/** `GET /v1/session`; 401 if there is none. `DELETE /v1/session` ends it. */
export interface SessionInfo {
  readonly approver: string
  readonly expiresAt: number
  readonly now: number
  readonly server: ServerInfo
  /** The projects in which agents have worked, the latest first; the server's own folder is always among them. */
  readonly projects: readonly ProjectInfo[]
  readonly modes: readonly ModeInfo[]
  /** The agents whose tools are known by name; a policy may name others. */
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
  /** Approvers have accounts: if there is no session, the page asks for name and password. */
  readonly accounts: boolean
}

/** `GET /v1/hello`, for everybody: what the page needs before a session is open. */
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
  /** The project's root: pass it as `cwd` to a route that takes one. */
  readonly root: string
  readonly lastSeen: number | null
  readonly trusted: boolean
}

export interface ModeInfo {
  readonly mode: Mode
  /** In one sentence: what the mode allows and what it asks about. */
  readonly meaning: string
  /** Whether the mode deserves a second look before it is switched on. */
  readonly risky: boolean
}
