import { CODEX_DIALECT } from '../../src/dialects/codex/index.ts'
import { dialectContract } from './contract.ts'
import { CODEX_SAMPLES, rules } from './codex-samples.ts'

dialectContract({
  dialect: CODEX_DIALECT,
  samples: CODEX_SAMPLES,
  malformed: {
    'a variable': rules('x = ["git"]\nprefix_rule(pattern=x)\n'),
    'no decision of theirs': rules('prefix_rule(pattern=["git"], decision="maybe")\nprefix_rule(pattern=[])\n'),
    'another call': rules('load("x")\nforbid(["rm"])\n'),
    'never closed': rules('prefix_rule(pattern=["git", decision="allow")\n'),
    'config of another type': { file: 'config.toml', text: 'mcp_servers = 3\n' },
  },
})
