/** Part of the command catalogue: printing the whole environment prints its secrets; these names hold none. */

import { type Draft, spoil } from '../draft.ts'

const PLAIN = new Set(
  `PATH HOME USER LOGNAME SHELL PWD OLDPWD LANG LANGUAGE TERM TZ EDITOR VISUAL PAGER TMPDIR HOSTNAME NODE_ENV CI SHLVL DISPLAY
   COLUMNS LINES GOPATH GOROOT JAVA_HOME VIRTUAL_ENV CONDA_PREFIX NVM_DIR CARGO_HOME RUSTUP_HOME PYTHONPATH XDG_CONFIG_HOME
   XDG_DATA_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR COLORTERM KUBECONFIG LD_LIBRARY_PATH`.split(/\s+/u),
)

export function plainVariables(draft: Draft): void {
  const named = draft.operands.map((index) => draft.argv[index])
  const plain = named.every((name) => name != null && (PLAIN.has(name) || name.startsWith('LC_')))
  if (named.length === 0 || !plain) spoil(draft, 'prints environment variables that may hold secrets')
}
