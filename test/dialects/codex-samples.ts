/** Configurations of Codex as people have them; the real system is asked about the same ones in compat/dialects. */

import type { Sample } from './contract.ts'

export const rules = (text: string) => ({ text, file: 'default.rules' })

export const CODEX_SAMPLES: Readonly<Record<string, Sample>> = {
  everyday: rules(`# what runs unasked
prefix_rule(pattern=["npm", "test"], decision="allow")
prefix_rule(
    pattern = ["git", ["status", "diff", "log"]],
    decision = "allow",
    justification = "only reads",
    match = ["git status", ["git", "diff"]],
    not_match = ["git push"],
)
prefix_rule(pattern=["git", "push"], decision="prompt")
prefix_rule(pattern=["rm"], decision="forbidden", justification="no")
network_rule(host="evil.example", protocol="https", decision="deny")
host_executable(name="git", paths=["/usr/bin/git"])
`),
  'odd words': rules(`prefix_rule(pattern=["echo", "a b"], decision="allow")
prefix_rule(pattern=["curl", "it's"], decision="forbidden")
prefix_rule(pattern=["make"])
network_rule(host="api.github.com", protocol="https", decision="allow")
`),
  config: {
    file: 'config.toml',
    text: `approval_policy = "on-request"
sandbox_mode = "workspace-write"
[mcp_servers.github]
command = "x"
enabled_tools = ["get_me", "delete_repo"]
disabled_tools = ["run"]
default_tools_approval_mode = "approve"
[mcp_servers.github.tools.delete_repo]
approval_mode = "prompt"
[mcp_servers.docs]
default_tools_approval_mode = "prompt"
`,
  },
}
