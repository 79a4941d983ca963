import { GEMINI_DIALECT } from '../../src/dialects/gemini/index.ts'
import { dialectContract } from './contract.ts'
import { GEMINI_SAMPLES, GEMINI_SETTINGS, rule, shell } from './gemini-samples.ts'

dialectContract({
  dialect: GEMINI_DIALECT,
  samples: { ...GEMINI_SAMPLES, ...GEMINI_SETTINGS },
  malformed: {
    'no TOML': { text: '[[rule]\ntoolName = "x"' },
    'no decision': { text: '[[rule]]\ntoolName = "glob"\npriority = 1\n' },
    'another type': { text: '[[rule]]\ntoolName = 3\ndecision = "maybe"\npriority = "high"\n' },
    'two conditions': {
      text: rule({ toolName: shell, commandPrefix: 'x', commandRegex: 'y', decision: 'deny', priority: 1 }),
    },
    'settings of another type': { text: '{ "tools": { "exclude": "x" } }' },
    'a last comma, which Gemini does not read': { text: '{ "tools": { "allowed": ["run_shell_command(ls)"] }, }' },
    'a table': { text: '[rule]\ntoolName = "x"\n' },
  },
})
