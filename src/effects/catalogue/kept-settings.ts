/**
 * Part of the command catalogue: files that a program writes because it keeps its settings there, though no word of the
 * command names them. Only rules about these files look at this: a deny on writing `~/.gitconfig` also denies
 * `git config --global x y`.
 */

import type { Word } from '../../engine/effect.ts'

/**
 * By program: words that must all be among those of the command (of words joined by a bar, one), and the files. The
 * first row that fits counts. A slash at the end of a file means something below that folder.
 */
const KEPT: Readonly<Record<string, readonly (readonly [words: string, files: string])[]>> = {
  git: [
    ['config --global', '~/.gitconfig ~/.config/git/config'],
    ['config --system', '/etc/gitconfig'],
    ['config', '.git/config'],
    ['remote add|rename|remove|rm|set-url|set-branches', '.git/config'],
    ['submodule add', '.gitmodules .git/config'],
    ['lfs install', '~/.gitconfig .git/hooks/'],
    ['lfs track', '.gitattributes'],
    ['maintenance start|register', '~/.gitconfig'],
  ],
  npm: [
    ['config|c set|delete|rm --location=project', '.npmrc'],
    ['config|c set|delete|rm|edit|fix', '~/.npmrc'],
    ['set|login|adduser|logout', '~/.npmrc'],
    ['pkg set|delete', 'package.json'],
  ],
  pnpm: [
    ['config|c set|delete --location=project', '.npmrc'],
    ['config|c set|delete', '~/.npmrc ~/.config/pnpm/rc'],
    ['set|login|logout', '~/.npmrc'],
  ],
  yarn: [
    ['config set|unset|delete -H|--home', '~/.yarnrc.yml'],
    ['config set|unset|delete', '.yarnrc.yml ~/.yarnrc'],
  ],
  pip: [['config set|unset|edit', '~/.config/pip/pip.conf ~/.pip/pip.conf']],
  poetry: [
    ['config --local', 'poetry.toml'],
    ['config', '~/.config/pypoetry/'],
  ],
  conda: [
    ['config', '~/.condarc'],
    ['init', '~/.bashrc ~/.bash_profile ~/.zshrc ~/.config/fish/'],
  ],
  cargo: [['login|logout', '~/.cargo/credentials.toml']],
  rustup: [['default|override|toolchain|set', '~/.rustup/']],
  gem: [['sources', '~/.gemrc']],
  bundle: [
    ['config --global', '~/.bundle/config'],
    ['config', '.bundle/config'],
  ],
  composer: [
    ['config|global -g|--global|global', '~/.config/composer/'],
    ['config', 'composer.json'],
  ],
  docker: [
    ['login|logout', '~/.docker/config.json'],
    ['context use|create|rm|update', '~/.docker/'],
  ],
  podman: [['login|logout', '~/.config/containers/auth.json']],
  kubectl: [
    [
      'config set|set-cluster|set-context|set-credentials|unset|use-context|use|delete-context|delete-cluster|delete-user|rename-context',
      '~/.kube/config',
    ],
  ],
  kubectx: [['', '~/.kube/config']],
  kubens: [['', '~/.kube/config']],
  helm: [
    ['repo add|remove|update', '~/.config/helm/repositories.yaml'],
    ['registry login|logout', '~/.config/helm/'],
  ],
  aws: [
    ['configure', '~/.aws/config ~/.aws/credentials'],
    ['sso login', '~/.aws/sso/'],
    ['eks update-kubeconfig', '~/.kube/config'],
  ],
  gcloud: [
    ['container get-credentials', '~/.kube/config'],
    ['config|auth|init', '~/.config/gcloud/'],
  ],
  az: [
    ['aks get-credentials', '~/.kube/config'],
    ['login|logout|configure|config', '~/.azure/'],
  ],
  doctl: [
    ['auth', '~/.config/doctl/config.yaml'],
    ['kubernetes save', '~/.kube/config'],
  ],
  gh: [
    ['auth setup-git', '~/.gitconfig'],
    ['auth', '~/.config/gh/hosts.yml'],
    ['config|alias', '~/.config/gh/config.yml'],
  ],
  terraform: [['login|logout', '~/.terraform.d/credentials.tfrc.json']],
  'ssh-keygen': [['-R', '~/.ssh/known_hosts']],
  crontab: [['', '/var/spool/cron/']],
  'pre-commit': [['install|uninstall', '.git/hooks/']],
  lefthook: [['install|uninstall', '.git/hooks/']],
  husky: [['', '.husky/ .git/config']],
  direnv: [['allow|permit|grant', '~/.local/share/direnv/']],
  useradd: [['', '/etc/passwd /etc/shadow /etc/group']],
  adduser: [['', '/etc/passwd /etc/shadow /etc/group']],
  usermod: [['', '/etc/passwd /etc/shadow /etc/group']],
  userdel: [['', '/etc/passwd /etc/shadow /etc/group']],
  passwd: [['', '/etc/passwd /etc/shadow']],
  chpasswd: [['', '/etc/shadow']],
  chsh: [['', '/etc/passwd']],
  groupadd: [['', '/etc/group']],
  visudo: [['', '/etc/sudoers']],
  hostnamectl: [['set-hostname|hostname', '/etc/hostname']],
  timedatectl: [['set-timezone', '/etc/localtime']],
  systemctl: [
    ['enable|disable|mask|unmask|link|edit|set-default --user', '~/.config/systemd/user/'],
    ['enable|disable|mask|unmask|link|edit|set-default', '/etc/systemd/system/'],
  ],
}

export interface KeptFile {
  /** Relative to where the program runs, or with a home still to be filled in. */
  readonly path: string
  /** Something below it. */
  readonly tree: boolean
  /** The words stand where the program looks for them; elsewhere they may be values of other options. */
  readonly certain: boolean
}

interface Row {
  /** The command must have one word of each of these lists. */
  readonly wanted: readonly (readonly string[])[]
  readonly surely: readonly KeptFile[]
  readonly maybe: readonly KeptFile[]
}

const NOTHING: readonly KeptFile[] = []
/** By program, filled on first use. */
const rows = new Map<string, readonly Row[]>()

export function keepsSettings(program: string): boolean {
  return Object.hasOwn(KEPT, program)
}

/** `argv` is a command that does more than read; its first word is the bare name of a program that keeps settings. */
export function settingsKept(program: string, argv: readonly Word[]): readonly KeptFile[] {
  let known = rows.get(program)
  if (known === undefined) {
    known = (KEPT[program] ?? []).map(rowOf)
    rows.set(program, known)
  }
  for (const { wanted, surely, maybe } of known) {
    if (!wanted.every((one) => hasOneOf(one, argv))) continue
    return wanted.length === 0 || wanted[0]?.includes(argv[1] ?? '') === true ? surely : maybe
  }
  return NOTHING
}

function hasOneOf(words: readonly string[], argv: readonly Word[]): boolean {
  for (let at = 1; at < argv.length; at++) if (words.includes(argv[at] ?? '')) return true
  return false
}

function rowOf([words, files]: readonly [words: string, files: string]): Row {
  const kept = (certain: boolean) =>
    files.split(' ').map((path) => ({ path: path.replace(/\/$/, ''), tree: path.endsWith('/'), certain }))
  const wanted = words === '' ? [] : words.split(' ').map((one) => one.split('|'))
  return { wanted, surely: kept(true), maybe: kept(false) }
}
