/**
 * Part of the server: the page's own built files. All are read once at the start, so no part of a request becomes a
 * path.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Hono } from 'hono'
import type { Env } from './deps.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** No scripts, styles, frames, forms or addresses but the server's own, and nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
} as const

const MISSING = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title>
<p>The page is not built. Run <code>npm run build</code>; the server itself works, and so does <code>countersign inbox</code>.</p></html>`

interface File {
  readonly body: Buffer
  readonly type: string
}

export function pageRoutes(folder: string | undefined): Hono<Env> {
  const files = folder === undefined ? new Map<string, File>() : readFiles(folder)
  const index = files.get('/index.html')
  const app = new Hono<Env>()
  app.get('/', (c) => c.body(index === undefined ? MISSING : bytes(index.body), 200, headersOf(index?.type, false)))
  for (const [path, { body, type }] of files)
    if (path !== '/index.html')
      app.get(path, (c) => c.body(bytes(body), 200, headersOf(type, path.startsWith('/assets/'))))
  return app
}

/** Files under `assets/` have a hash of their content in their name. */
function headersOf(type: string | undefined, isHashed: boolean): Record<string, string> {
  return {
    ...PAGE_HEADERS,
    'content-type': type ?? 'text/html; charset=utf-8',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}

function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const entry of listOf(folder)) {
    const type = TYPES[extname(entry)]
    if (type !== undefined) files.set(`/${entry}`, { body: readFileSync(join(folder, entry)), type })
  }
  return files
}

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true }).map((entry) => String(entry).replaceAll('\\', '/'))
  } catch {
    return []
  }
}
