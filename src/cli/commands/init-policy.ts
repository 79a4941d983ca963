/** Part of `init`: the policy a new user starts with. */

import { entryLines } from '../../dialects/policy-text.ts'
import type { Behavior, Rule } from '../../engine/rule.ts'

const ALLOW = `# What agents may do on this machine. Yours: change it as you like.
#
#   countersign explain 'npm publish'    how a call is decided, and what would change it
#   countersign rules                    every rule in force
#
# Deny beats ask beats allow. What no rule covers is asked; commands that only read run unasked, but secrets are asked about.
# A project may add its own rules in countersign.yaml.

mode: default

allow:
  # Files of the project at hand. Secrets among them are asked about all the same.
  - "read(./**)"
  # The output of a command that still runs in the background.
  - BashOutput
  # A subagent starts unasked; each of its calls is decided like any other.
  - rule: Task
    agents: [claude-code, copilot, codex, opencode]
  # - "shell(npm test)"
  # - "shell(npm run:*)"
  # - "write(src/**)"
`

const ASK = `
ask:
  - "shell(git push:*)"
  - "shell(npm publish:*)"
`

const DENY = `
deny:
  - "shell(sudo:*)"
  - rule: "shell(git push --force:*)"
    reason: A forced push rewrites what others have
  # Keys and credentials are asked about anyway. Denied, no agent ever reads them; but then lines whose files are known only when
  # they run are asked about, too (find . -name '*.go' | xargs wc -l).
  # - "read(~/.ssh/**)"
  # - "read(~/.aws/**)"
  # - "read(~/.gnupg/**)"
`

export const STARTER_POLICY = ALLOW + ASK + DENY

/** The same, with the person's rules that were found elsewhere added to each list. */
export function starterPolicy(brought: readonly Rule[]): string {
  const more = (behavior: Behavior) => {
    const lines = brought.filter((rule) => rule.behavior === behavior).flatMap(entryLines)
    return lines.length === 0 ? '' : ['  # As you have told it elsewhere.', ...lines, ''].join('\n')
  }
  return `${ALLOW}${more('allow')}${ASK}${more('ask')}${DENY}${more('deny')}`
}
