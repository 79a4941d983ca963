/**
 * Part of the vocabularies: the tool kinds of the Agent Client Protocol, over the raw inputs that its agents send.
 *
 * A request often carries less than the call itself; anything missing is then a problem and is never guessed from the
 * title.
 */

import type { PathField, ToolEntry, Vocabulary } from './entry.ts'

const FILE = ['filepath', 'filePath', 'file_path', 'path', 'fileName', 'absolute_path']
const file = (access: 'read' | 'write', how?: PathField['how']): PathField => ({
  from: FILE,
  access,
  ...(how === undefined ? {} : { how }),
})
const files = (from: string, access: 'read' | 'write', how?: PathField['how']): PathField => ({
  from: [from],
  access,
  list: true,
  tree: true,
  ...(how === undefined ? {} : { how }),
})
const execute: ToolEntry = {
  tool: 'Bash',
  command: ['command'],
  args: ['args'],
  argv: true,
  cwd: ['cwd', 'workdir'],
  hazards: ['env'],
}
const TITLE_ONLY = 'the agent sent only a title, which need not be all of it'
const NO_KIND = 'the agent does not say what kind of tool it is'
const PLACE_ONLY = 'the agent says only where, not what'

export const ACP: Vocabulary = {
  agent: 'acp',
  mcp: 'mcp__server__tool',
  tools: {
    execute,
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
    // For requests that say something in other ways than through the raw input; these names come from the gateway, not
    // from the protocol.
    execute_by_title: { tool: 'Bash', command: ['title'], opaque: TITLE_ONLY },
    fetch_by_title: { tool: 'WebFetch', urls: [], prose: ['title'], opaque: TITLE_ONLY },
    execute_perhaps: { ...execute, opaque: NO_KIND },
    fetch_perhaps: { tool: 'WebFetch', urls: ['url'], opaque: NO_KIND },
    use_somewhere: {
      tool: 'Edit',
      paths: [{ ...files('locations', 'write', 'modify'), tells: true }],
      opaque: NO_KIND,
    },
    edit_files: { tool: 'Edit', paths: [files('files', 'write', 'modify')] },
    read_somewhere: { tool: 'Read', paths: [files('locations', 'read')], opaque: PLACE_ONLY },
    search_somewhere: { tool: 'Grep', paths: [files('locations', 'read')], opaque: PLACE_ONLY },
    edit_somewhere: { tool: 'Edit', paths: [files('locations', 'write', 'modify')], opaque: PLACE_ONLY },
    delete_somewhere: { tool: 'Delete', paths: [files('locations', 'write', 'delete')], opaque: PLACE_ONLY },
    move_somewhere: { tool: 'Move', paths: [files('locations', 'write')], opaque: PLACE_ONLY },
    switch_mode: { tool: 'ExitPlanMode', internal: 'switches the session’s mode, which the agent itself confirms' },
  },
}
