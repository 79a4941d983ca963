/** Part of `init`: the policy a new user starts with. */

export const STARTER_POLICY = `# What agents may do on this machine. Yours: change it as you like.
#
#   countersign explain 'npm publish'    how a call is decided, and what would change it
#   countersign rules                    every rule in force
#
# Deny beats ask beats allow. What no rule covers is asked; commands that only read inside the project run unasked.
# A project may add its own rules in countersign.yaml.

mode: default

allow:
  # Files of the project at hand. Secrets among them are asked about all the same.
  - "read(./**)"
  # What a command prints that was started before, and runs on.
  - BashOutput
  # A subagent starts unasked; each of its calls is decided like any other.
  - rule: Task
    agents: [claude-code, copilot, codex, opencode]
  # - "shell(npm test)"
  # - "shell(npm run:*)"
  # - "write(src/**)"

ask:
  - "shell(git push:*)"
  - "shell(npm publish:*)"

deny:
  - "shell(sudo:*)"
  - rule: "shell(git push --force:*)"
    reason: A forced push rewrites what others have
  - "read(~/.ssh/**)"
  - "read(~/.aws/**)"
  - "read(~/.gnupg/**)"
`
