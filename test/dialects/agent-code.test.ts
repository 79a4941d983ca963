import { AGENT_CODE_DIALECT } from '../../src/dialects/agent-code/index.ts'
import { dialectContract } from './contract.ts'

const rule = (tool: string, action: string, pattern?: string) =>
  `[[permissions.rules]]\ntool = "${tool}"\n${pattern === undefined ? '' : `pattern = ${JSON.stringify(pattern)}\n`}action = "${action}"\n`

dialectContract({
  dialect: AGENT_CODE_DIALECT,
  samples: {
    seed: {
      text: '[permissions]\nallowed_tools    = ["FileRead", "Grep", "mcp__*"]\ndisallowed_tools = ["Bash", "WebFetch"]\n',
    },
    rules: {
      text: `[permissions]\ndefault_mode = "ask"\n\n${rule('Bash', 'allow', 'git status*')}${rule('bash', 'allow', 'npm run *')}${rule('Bash', 'deny', 'rm *')}${rule('Bash', 'ask', '*curl*')}${rule('FileWrite', 'allow', 'src/*')}${rule('FileRead', 'deny', '*.env')}${rule('WebFetch', 'allow', 'https://docs.rs/*')}`,
    },
    'deny otherwise': {
      text: `[permissions]\ndefault_mode = "deny"\n${rule('Bash', 'allow', 'npm test')}${rule('FileRead', 'allow')}`,
    },
    'allow otherwise': {
      text: `[permissions]\ndefault_mode = "allow"\n${rule('Bash', 'deny', 'rm*')}${rule('FileEdit', 'ask')}`,
    },
    modes: {
      text: `[permissions]\ndefault_mode = "plan"\n${rule('*', 'allow')}${rule('FileEdit', 'accept_edits')}${rule('Agent', 'deny', '*')}`,
    },
  },
  malformed: {
    'no TOML': { text: '[permissions\n' },
    'another action': { text: `[permissions]\ndefault_mode = "fast"\n${rule('Bash', 'maybe')}` },
    'no tool': { text: '[permissions]\nallowed_tools = "Bash"\n[[permissions.rules]]\npattern = "x"\n' },
  },
  existing: {
    path: '.agent/settings.toml',
    text: '# my settings\nmodel = "x" # best\n\n[permissions]\ndefault_mode = "allow"\n# why not\n[[permissions.rules]]\ntool = "Bash"\npattern = "mine *"\naction = "deny"\n\n[ui]\ntheme = "dark"\n',
    keeps: [
      '# my settings',
      'model = "x" # best',
      '[ui]',
      'theme = "dark"',
      '# why not',
      'pattern = "mine *"',
      'pattern = "sudo *"',
    ],
  },
})
