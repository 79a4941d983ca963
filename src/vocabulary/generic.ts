/**
 * Part of the vocabularies: names that frameworks and smaller agents share, so that a restriction meets them too.
 *
 * INVARIANT: nothing here is `internal`; a name this common proves nothing about harmlessness.
 */

import type { PathField, ToolEntry, Vocabulary } from './entry.ts'

const FILE = [
  'file_path',
  'path',
  'filePath',
  'filepath',
  'absolute_path',
  'target_file',
  'file',
  'filename',
  'fileName',
]
const DIRECTORY = ['path', 'dir_path', 'directory', 'dir', 'relative_workspace_path', 'target_directory']
const SOURCE = ['source', 'from', 'src', 'old_path', 'oldPath', 'source_path', 'sourcePath']
const TARGET = ['destination', 'to', 'dest', 'dst', 'new_path', 'newPath', 'destination_path', 'destinationPath']

const shell: ToolEntry = {
  tool: 'Bash',
  command: ['command', 'cmd', 'script'],
  argv: true,
  args: ['args', 'arguments', 'parameters'],
  cwd: ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory', 'dir_path'],
  shell: 'shell',
  hazards: ['env', 'environment', 'stdin', 'input'],
}
const read: ToolEntry = { tool: 'Read', paths: [{ from: [...FILE, 'paths'], access: 'read', list: true }] }
const list: ToolEntry = { tool: 'LS', paths: [{ from: DIRECTORY, access: 'read', tree: true, absent: 'here' }] }
const search: ToolEntry = {
  ...list,
  tool: 'Grep',
  filter: { pattern: ['glob', 'include', 'include_pattern', 'file_pattern'], type: ['type'] },
}
// The pattern may be a glob or a part of a name: the whole directory is searched, and the glob's root as well.
const find: ToolEntry = { ...list, tool: 'Glob', glob: { pattern: ['pattern', 'glob', 'query'], base: DIRECTORY } }
const fetch: ToolEntry = { tool: 'WebFetch', urls: ['url', 'urls', 'uri'] }
const write = (tool: string, how?: PathField['how'], tree = false): ToolEntry => ({
  tool,
  paths: [{ from: FILE, access: 'write', tree, ...(how === undefined ? {} : { how }) }],
})
const edit = write('Edit', 'modify')
/** A tool that both shows and changes a file. */
const editor: ToolEntry = { tool: 'Edit', paths: [{ from: FILE, access: 'write', how: 'modify', tells: true }] }
const remove = write('Delete', 'delete', true)
const move: ToolEntry = {
  tool: 'Move',
  paths: [
    { from: SOURCE, access: 'write', how: 'delete', tree: true, tells: true },
    { from: TARGET, access: 'write', how: 'create', tree: true, lands: true },
  ],
}
const copy: ToolEntry = {
  tool: 'Write',
  paths: [
    { from: SOURCE, access: 'read', tree: true },
    { from: TARGET, access: 'write', how: 'create', tree: true, lands: true },
  ],
}
/** Tools with which editors type into their terminal. */
const typed: ToolEntry = { ...shell, typed: true }
const patch: ToolEntry = { tool: 'ApplyPatch', patch: ['patch', 'input', 'patchText', 'command'] }
const makeDirectory: ToolEntry = {
  tool: 'MakeDirectory',
  paths: [{ from: DIRECTORY, access: 'write', how: 'create' }],
}

export const GENERIC: Vocabulary = {
  agent: 'generic',
  mcp: 'mcp__server__tool',
  tools: {
    shell,
    Shell: shell,
    sh: shell,
    bash: { ...shell, command: ['command', 'cmd'] },
    bash_tool: shell,
    terminal: shell,
    execute: shell,
    run_command: shell,
    runCommand: shell,
    execute_command: typed,
    executeCommand: typed,
    execute_bash: shell,
    run_bash_command: shell,
    run_terminal_cmd: typed,
    run_terminal_command: typed,
    run_in_terminal: typed,
    run_shell: shell,
    powershell: { ...shell, tool: 'PowerShell' },
    run_powershell: { ...shell, tool: 'PowerShell' },
    python: { tool: 'Bash', opaque: 'it runs Python' },
    run_python: { tool: 'Bash', opaque: 'it runs Python' },
    python_repl: { tool: 'Bash', opaque: 'it runs Python' },

    read_file: read,
    readFile: read,
    FileRead: read,
    view_file: read,
    open_file: read,
    cat: read,
    list_files: list,
    list_dir: list,
    list_directory: list,
    ls: list,
    grep: search,
    grep_search: search,
    search_files: search,
    find_files: find,
    file_search: find,

    write_file: write('Write'),
    writeFile: write('Write'),
    FileWrite: write('Write'),
    write_to_file: write('Write'),
    create_file: write('Write', 'create'),
    save_file: write('Write'),
    append_file: edit,
    edit_file: edit,
    editFile: edit,
    FileEdit: edit,
    replace_in_file: edit,
    replace_string_in_file: edit,
    insert_edit_into_file: edit,
    search_replace: edit,
    apply_diff: edit,
    str_replace_based_edit_tool: editor,
    text_editor: editor,
    edit_notebook: { ...edit, tool: 'NotebookEdit' },
    delete_file: remove,
    deleteFile: remove,
    remove_file: remove,
    delete_directory: remove,
    rm: remove,
    move_file: move,
    rename_file: move,
    mv: move,
    copy_file: copy,
    copyFile: copy,
    cp: copy,
    // The names for which rules are written, where no agent uses them itself.
    ApplyPatch: patch,
    MakeDirectory: makeDirectory,
    Delete: remove,
    Move: move,
    create_directory: makeDirectory,
    mkdir: makeDirectory,

    fetch,
    fetch_url: fetch,
    fetch_webpage: fetch,
    http_request: fetch,
    open_url: fetch,
    curl: fetch,
    web_search: { tool: 'WebSearch' },
  },
}
