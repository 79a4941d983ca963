/** Configurations of Gemini CLI as people have them; the real system is asked about the same ones in compat/dialects. */

import type { Sample } from './contract.ts'

export const rule = (fields: Readonly<Record<string, unknown>>) =>
  `[[rule]]\n${Object.entries(fields)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join('\n')}\n`

export const shell = 'run_shell_command'

export const GEMINI_SAMPLES: Readonly<Record<string, Sample>> = {
  everyday: {
    text: [
      '# mine\n',
      rule({ toolName: shell, commandPrefix: ['git status', 'git log', 'npm run'], decision: 'allow', priority: 100 }),
      rule({ toolName: shell, commandPrefix: 'git push', decision: 'ask_user', priority: 200 }),
      rule({ toolName: shell, commandPrefix: 'rm', decision: 'deny', priority: 300, denyMessage: 'no removing' }),
      rule({ toolName: ['read_file', 'grep_search'], decision: 'allow', priority: 50 }),
    ].join('\n'),
  },
  'a permission above a restriction': {
    text: [
      rule({ toolName: shell, commandPrefix: 'git push origin feature', decision: 'allow', priority: 500 }),
      rule({ toolName: shell, commandPrefix: 'git push', decision: 'deny', priority: 400 }),
      rule({ toolName: shell, decision: 'ask_user', priority: 10 }),
    ].join('\n'),
  },
  'stars in names': {
    text: [
      rule({ toolName: 'look_*', decision: 'allow', priority: 100 }),
      rule({ toolName: 'get_*', mcpName: 'github', decision: 'allow', priority: 100 }),
      rule({ toolName: 'mcp_docs_*', decision: 'allow', priority: 100 }),
      rule({ toolName: 'mcp_*_read*', decision: 'allow', priority: 100 }),
    ].join('\n'),
  },
  'regular expressions': {
    text: [
      rule({ toolName: shell, commandRegex: 'npm (?:run|test)', decision: 'allow', priority: 100 }),
      rule({ toolName: shell, commandRegex: 'curl .*evil', decision: 'deny', priority: 200 }),
      rule({ toolName: 'write_file', argsPattern: '"file_path":"src/', decision: 'allow', priority: 100 }),
      rule({ toolName: 'write_file', argsPattern: 'secret', decision: 'deny', priority: 300 }),
      rule({ toolName: shell, commandRegex: '(?!x)rm', decision: 'deny', priority: 301 }),
    ].join('\n'),
  },
  servers: {
    text: [
      rule({ toolName: 'get_me', mcpName: 'github', decision: 'allow', priority: 100 }),
      rule({ toolName: 'mcp_docs_*', decision: 'allow', priority: 100 }),
      rule({ toolName: '*', mcpName: 'other', decision: 'deny', priority: 900 }),
      rule({ toolName: 'mcp_github_delete_repo', decision: 'ask_user', priority: 800 }),
    ].join('\n'),
  },
  conditions: {
    text: [
      rule({ toolName: shell, commandPrefix: 'make', decision: 'allow', priority: 100, modes: ['yolo'] }),
      rule({ toolName: 'write_file', decision: 'deny', priority: 100, modes: ['plan'] }),
      rule({ toolName: 'replace', decision: 'allow', priority: 100, subagent: 'x' }),
      rule({ toolName: 'web_fetch', decision: 'allow', priority: 100, interactive: false }),
      rule({ toolName: 'glob', decision: 'allow', priority: 100 }),
      '[[safety_checker]]\ntoolName = "glob"\npriority = 100\n[safety_checker.checker]\ntype = "in-process"\nname = "allowed-path"\n',
    ].join('\n'),
  },
  everything: {
    text:
      rule({ toolName: '*', decision: 'allow', priority: 1 }) +
      rule({ toolName: shell, commandPrefix: 'rm', decision: 'deny', priority: 2 }),
  },
}

/** Its settings, which its policy engine is not given as a file. */
export const GEMINI_SETTINGS: Readonly<Record<string, Sample>> = {
  settings: {
    file: 'settings.json',
    text: JSON.stringify({
      tools: {
        allowed: ['run_shell_command(git)', 'ShellTool(npm test)', 'glob', 'ReadFileTool'],
        exclude: ['run_shell_command(git push)', 'web_fetch'],
      },
      mcp: { excluded: ['other'] },
      mcpServers: { github: { trust: true, excludeTools: ['delete_repo'] } },
    }),
  },
  'settings that list the tools': {
    file: 'settings.json',
    text: '{\n  // only these\n  "coreTools": ["ReadFileTool", "ShellTool(ls)", "write_file"],\n  "mcpServers": { "github": { "includeTools": ["get_me"] } }\n}\n',
  },
}
