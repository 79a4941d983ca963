/** Part of reading shell lines: the rules that may be offered for a command, narrow to broad, from closed tables. */

import type { Word } from '../../engine/effect.ts'
import { singleQuoted } from '../../vocabulary/quote.ts'
import type { CommandReading } from '../catalogue/read.ts'

/** Programs without subcommands that are always used for the same sort of thing. */
const ONE_SORT = new Set(
  'tsc eslint prettier biome oxlint vitest jest mocha pytest ruff mypy black isort flake8 pyright phpunit rspec rubocop clippy gofmt shellcheck hadolint'.split(
    ' ',
  ),
)
/**
 * Groups whose subcommands all do the same sort of thing. Other groups mix destructive subcommands with what was asked
 * about (`aws s3`, `gh pr`, `git stash`).
 */
const GROUPS_OF_ONE_SORT = new Set(['npm run', 'pnpm run', 'yarn run', 'bun run', 'go mod'])
/**
 * With other words these take over the machine, its registries or its accounts: they are offered exactly, never with a
 * star.
 */
const NEVER_OPEN = new Set(
  `docker run,docker exec,docker compose run,docker compose exec,podman run,podman exec,kubectl exec,kubectl run,kubectl apply,npm config,npm exec,npm publish,npm login,npm token,
  pnpm config,pnpm exec,pnpm dlx,pnpm publish,yarn config,yarn dlx,bun x,bun publish,aws configure,aws iam,aws ssm,gcloud auth,gcloud config,az login,az account,
  deno run,go run,terraform console,git config,git remote,git submodule,gh auth,gh api,gh secret,gh extension,cargo publish,cargo login,pip config,uv publish,uv auth,poetry publish,gem push,gem owner,docker login,podman login,
  dotnet ef,dotnet nuget push,kubectl config,helm registry,helm install,helm upgrade,terraform apply,terraform destroy,ssh-keygen,systemctl enable`
    .split(',')
    .map((stem) => stem.trim()),
)
/** A rule is written to a file that may be shared, so nothing that looks like a secret goes into one. */
const SECRET =
  /authorization|bearer|token|passw|secret|api[-_]?key|credential|:\/\/[^/\s:]*:[^/\s@]+@|^-{1,2}p(?!ort|ath|retty|roject|ackage|roperty)[^\s=/.-]{4,}$/i
const LONGEST = 160
const PLAIN_WORD = /^[\w./:,@%+=~^-]+$/

/**
 * `open`: whether all commands of its sort may be offered, too. A command that wraps another, or destroys something, is
 * offered exactly as it is.
 */
export function offersFor(
  argv: readonly Word[],
  reading: CommandReading | undefined,
  open: boolean,
  tool: string,
): readonly string[] {
  const offers: string[] = []
  const exact = exactText(argv)
  if (exact !== undefined) offers.push(`${tool}(${exact})`)
  if (reading === undefined || !open) return offers
  const { stem } = reading
  if (NEVER_OPEN.has(stem.slice(0, 2).join(' ')) || NEVER_OPEN.has(stem.slice(0, 3).join(' '))) return offers
  if (stem.length >= 2 || ONE_SORT.has(stem[0] ?? '')) offers.push(`${tool}(${stem.join(' ')}:*)`)
  const group = stem.slice(0, 2).join(' ')
  if (stem.length > 2 && GROUPS_OF_ONE_SORT.has(group)) offers.push(`${tool}(${group}:*)`)
  return offers
}

/** The command as a rule that matches exactly it; undefined if a word is unknown or too strange to show. */
function exactText(argv: readonly Word[]): string | undefined {
  const words: string[] = []
  for (const word of argv) {
    if (word !== null && SECRET.test(word)) return undefined
    if (word === null || /[\u0000-\u001f\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/.test(word))
      return undefined
    words.push(PLAIN_WORD.test(word) ? word : singleQuoted(word))
  }
  const text = words.join(' ')
  return text.length <= LONGEST && !text.endsWith(':*') ? text : undefined
}
