/**
 * Part of the vocabularies: the tool kinds of the Agent Client Protocol, over the raw inputs that its agents send.
 *
 * A request often carries less than the call itself; what is missing then is a problem, never guessed from the title.
 */

import type { PathField, Vocabulary } from './entry.ts'

const FILE = ['filepath', 'filePath', 'file_path', 'path', 'fileName', 'absolute_path']
const file = (access: 'read' | 'write', how?: PathField['how']): PathField => ({
  from: FILE,
  access,
  ...(how === undefined ? {} : { how }),
})

export const ACP: Vocabulary = {
  agent: 'acp',
  aliases: [],
  mcp: 'mcp__server__tool',
  tools: {
    execute: { tool: 'Bash', command: ['command'], argv: true, cwd: ['cwd', 'workdir'], hazards: ['env'] },
    read: { tool: 'Read', paths: [file('read')] },
    search: {
      tool: 'Grep',
      paths: [{ from: ['path', 'dir_path'], access: 'read', tree: true, absent: 'here' }],
      filter: { pattern: ['glob', 'include', 'include_pattern'], type: ['type'] },
    },
    edit: { tool: 'Edit', paths: [file('write', 'modify')] },
    delete: { tool: 'Delete', paths: [{ ...file('write', 'delete'), tree: true }] },
    move: { tool: 'Move', opaque: 'the protocol does not say what is moved where' },
    fetch: { tool: 'WebFetch', urls: ['url'] },
    think: { tool: 'TodoWrite', internal: 'is the model’s own thinking' },
    switch_mode: { tool: 'ExitPlanMode', internal: 'switches the session’s mode, which the agent itself confirms' },
  },
}
