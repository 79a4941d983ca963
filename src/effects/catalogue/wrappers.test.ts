import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../test/cpu.ts'
import type { Word } from '../../engine/effect.ts'
import { isShell, scriptFromStdin, unwrap, wrapperOf } from './wrappers.ts'
import { EVALUATING_READERS } from './wrappers/evaluating.ts'
import { PREFIX_NAMES, RUNNER_NAMES } from './wrappers/names.ts'
import { PREFIXES } from './wrappers/prefixes.ts'
import { RENAMED_READERS } from './wrappers/renamed.ts'
import { RUNNER_PREFIXES, RUNNERS } from './wrappers/runners.ts'
import { SESSION_READERS } from './wrappers/sessions.ts'
import { BUILTIN_READERS } from './wrappers/shell-builtins.ts'
import { SHELL_READERS } from './wrappers/shells.ts'
import { SPECIAL_READERS } from './wrappers/special.ts'

/** Splits at blanks; `_` is a blank inside a word, `$…` a word only running would tell. */
function words(line: string): Word[] {
  return line.split(' ').map((word) => (word.startsWith('$') ? null : word.replaceAll('_', ' ')))
}

function seen(line: string): ReturnType<typeof unwrap> {
  const argv = words(line)
  const first = argv[0] ?? ''
  return unwrap(argv, first.slice(first.lastIndexOf('/') + 1))
}

function fromStdin(line: string): ReturnType<typeof scriptFromStdin> {
  const argv = words(line)
  const wrapper = wrapperOf(argv[0] ?? '')
  return wrapper === undefined ? false : scriptFromStdin(wrapper, argv, unwrap(argv, argv[0] ?? ''))
}

/** Every program or script that the line would run, at any depth. */
function runs(line: string): string[] {
  return seen(line).flatMap((one) => {
    if (typeof one.script === 'string') return [one.script.split(' ')[0] ?? '', ...runs(one.script)]
    const inner = one.inner?.map((word) => (word === null ? '$' : word.replaceAll(' ', '_'))).join(' ')
    return inner === undefined ? [] : [one.inner?.[0] ?? '$', ...runs(inner)]
  })
}

describe('a wrapper whose whole grammar is known is seen through for permission', () => {
  test.each([
    ['timeout 5 ls', 2],
    ['timeout -k 1 -s KILL 5 ls', 6],
    ['timeout --signal=9 5 ls', 3],
    ['nice ls', 1],
    ['nice -n 19 ls', 3],
    ['nice -19 ls', 2],
    ['nohup ls', 1],
    ['time -p ls', 2],
    ['stdbuf -oL ls', 2],
    ['ionice -c2 -n 7 ls', 4],
    ['command ls', 1],
    ['command -p -- ls', 3],
    ['builtin echo', 1],
    ['env LANG=C ls', 2],
    ['xargs -0 -n1 ls', 3],
  ])('%s', (line, at) => {
    const [only, ...others] = seen(line)
    expect(others).toEqual([])
    expect(only).toMatchObject({ strict: true, kind: 'argv', at, dynamic: false })
  })

  test('xargs appends any number of words nobody knows, and runs echo by itself', () => {
    expect(seen('xargs -n1 rm')[0]).toMatchObject({ inner: ['rm', null], many: true })
    expect(seen('xargs')[0]).toMatchObject({ inner: ['echo', null], many: true })
  })

  test('with a place for it, xargs gives one word, unless a later option takes the place back', () => {
    const [placed] = seen('xargs -I{} cp {} x{}y z')
    expect(placed?.inner).toEqual(['cp', null, null, 'z'])
    expect(placed?.many).toBeUndefined()
    expect(seen('xargs -I{} -n 2 cp {} z')[0]).toMatchObject({ inner: ['cp', null, 'z', null], many: true })
  })
})

describe('anything not fully understood before the command costs the permission', () => {
  test.each([
    'timeout --unknown 5 ls',
    'timeout --sig=9 5 ls',
    'timeout $T ls',
    'nice -z ls',
    'time -o out ls',
    'env -i ls',
    'env -u HOME ls',
    'env -C / ls',
    'env PATH=. ls',
    'env FOO=1 ls',
    'env -S ls',
    'xargs -S 999 ls',
    'xargs $X ls',
    'sudo ls',
    'exec ls',
    'setsid ls',
    'busybox ls',
    'watch -x ls',
    'sh -c ls',
    'find . -exec ls {} ;',
  ])('%s', (line) => {
    const all = seen(line)
    expect(all.length).toBeGreaterThan(0)
    expect(all.some(({ strict }) => strict)).toBe(false)
  })

  test('only reviewed wrappers are ever strict', () => {
    const strict = [...PREFIXES].filter(([, spec]) => spec.strict === true).map(([name]) => name)
    expect(strict.toSorted().join(' ')).toBe(
      'builtin command env genv gnice gnohup gstdbuf gtime gtimeout gxargs ionice nice nohup stdbuf time timeout xargs xcrun',
    )
  })
})

describe('which programs are wrappers', () => {
  const words = (text: string) => text.split(/\s+/u)

  test('is told by names that are those of the tables', () => {
    // `env` and `tmux` have readers of their own, which look there themselves.
    const prefixes = [...PREFIXES.keys(), ...Object.keys(RUNNER_PREFIXES)].filter((name) => !/^g?env$/u.test(name))
    expect(words(PREFIX_NAMES)).toEqual(prefixes)
    expect(words(RUNNER_NAMES)).toEqual(Object.keys(RUNNERS).filter((name) => name !== 'tmux'))
  })

  test('every name of the tables has a reader, and several only where each of them is needed', () => {
    const lists = [
      SHELL_READERS,
      BUILTIN_READERS,
      SPECIAL_READERS,
      EVALUATING_READERS,
      RENAMED_READERS,
      SESSION_READERS,
    ]
      .flat()
      .map(([name]) => name)
    const names = [...PREFIXES.keys(), ...Object.keys(RUNNER_PREFIXES), ...Object.keys(RUNNERS), ...lists]
    expect(names.filter((name) => wrapperOf(name)?.name !== name)).toEqual([])
    expect(lists.filter((name, at) => lists.indexOf(name) !== at)).toEqual([])
    const several = names.filter((name) => (wrapperOf(name)?.readers.length ?? 0) > 1)
    expect([...new Set(several)].toSorted().join(' ')).toBe(
      'brew bun cargo cmake cross-env cross-env-shell declare deno doas docker dotenv env export gdb gmake go kitty kubecolor lldb local mix nerdctl nix npm pnpm podman readonly ssh strace sudo svn systemd-run tox typeset uv valgrind wezterm yarn',
    )
  })

  test.each(['', ' ', 'sudo nice', 'builtin command', 'nice\n', '__proto__', 'constructor', 'sud', 'udo', '9', '2.7'])(
    '%j is none',
    (name) => {
      expect(wrapperOf(name)).toBeUndefined()
    },
  )

  test('versions and the dashed names of git are seen through, again and again', () => {
    for (const _ of [1, 2]) {
      expect(wrapperOf('python3.11')).toMatchObject({ name: 'python', interprets: true })
      expect(wrapperOf('git-push')?.name).toBe('git-push')
      expect(wrapperOf('ld-linux-x86-64.so.2')?.name).toBe('ld-linux')
      expect(wrapperOf('ls')).toBeUndefined()
    }
  })
})

describe('looking a name up runs nothing', () => {
  test.each([
    'command -v rm',
    'command -V rm',
    'command -pv rm',
    'sudo -l',
    'sudo -v',
    'timeout --help',
    'trap - EXIT',
    'bash --version',
    'make-rm',
    'git rm f',
    'docker rm c',
    'npm rm x',
    'kubectl get pods',
    'echo rm',
    'env',
    'env A=1',
  ])('%s', (line) => {
    expect(runs(line)).toEqual([])
  })
})

describe('rm behind a wrapper is found for a restriction', () => {
  test.each([
    'command rm x',
    'builtin command rm x',
    'exec rm x',
    'exec -a y rm x',
    'env -i A=1 rm x',
    'env -u HOME rm x',
    'env -S rm_x',
    'env -vS rm_x',
    'env - rm x',
    'env -uSHELL rm x',
    '/usr/bin/env rm x',
    'sudo -u root -- rm x',
    'sudo -s rm x',
    'sudo A=1 rm x',
    'sudo --unheard-of y rm x',
    'sudo env command rm x',
    'env env env env env rm x',
    'doas -u root rm x',
    'xargs rm',
    'xargs -P4 -I{} rm {}',
    'find . -name y -exec rm {} ;',
    'find . -type f -exec ls {} ; -execdir rm {} +',
    'find . -ok rm {} ;',
    'fd -e log -x rm',
    'fd x --exec-batch rm',
    'busybox rm x',
    'busybox sh -c rm_x',
    'toybox rm x',
    'uutils rm x',
    'sbase-box rm x',
    'launchctl asuser 501 rm x',
    'launchctl submit -l x -- rm x',
    'xcrun simctl spawn booted rm x',
    'xctrace record --template t --launch -- rm x',
    'security execute-with-privileges rm x',
    'taskpolicy -b rm x',
    'cttyhack rm x',
    'openvt -c 5 rm x',
    'oneit rm x',
    'inotifyd rm x',
    'tcpsvd 0 80 rm x',
    'truss -f rm x',
    'ktrace -i rm x',
    'rtprio 5 rm x',
    'jexec 1 rm x',
    'limits -c 0 rm x',
    'proccontrol -m aslr -s disable rm x',
    'coreutils --coreutils-prog=rm x',
    '/lib64/ld-linux-x86-64.so.2 rm x',
    'ld-linux-x86-64.so.2 --argv0 y rm x',
    'ld-musl-aarch64.so.1 rm x',
    'chrt -i 0 rm x',
    'prlimit --cpu=5 rm x',
    'setarch -R rm x',
    'setarch i686 rm x',
    'taskset -c 0 rm x',
    'unshare -r rm x',
    'chroot / rm x',
    'nsenter -t 1 -m rm x',
    'systemd-run --user --scope rm x',
    'flock /tmp/l rm x',
    'setsid -f rm x',
    'strace -f -o out rm x',
    'ltrace -o out rm x',
    'watch -n 1 rm x',
    'watch -x rm x',
    'caffeinate -i rm x',
    'entr -r rm x',
    'firejail --quiet rm x',
    'proxychains -q rm x',
    'xvfb-run -a rm x',
    'hyperfine -w 3 rm_x',
    'devbox run rm x',
    'mise exec node@20 -- rm x',
    'direnv exec . rm x',
    'nix shell nixpkgs#x -c rm x',
    'bundle exec rm x',
    'poetry run rm x',
    'uv run --with y rm x',
    'npx -y rm x',
    'npx rm@1.0 x',
    'npm exec -- rm x',
    'pnpm dlx rm x',
    'docker run --rm -it -v a:b alpine rm x',
    'docker --context y exec -u root c rm x',
    'docker compose -f y.yml exec -T web rm x',
    'docker --unheard-of y exec c rm x',
    'podman exec c rm x',
    'kubectl -n prod exec pod -c app -- rm x',
    'kubectl exec pod rm x',
    'gosu user rm x',
    'runuser -u user -- rm x',
    'perf stat -e x rm y',
    'gdb --args rm x',
    'git bisect run rm x',
    'git -c alias.y=!rm_x y',
    'parallel rm ::: x',
  ])('%s', (line) => {
    expect(runs(line)).toContain('rm')
  })
})

describe('scripts given as text are handed on', () => {
  test.each([
    ['sh -c rm_x', 'sh'],
    ['bash -lc rm_x', 'bash'],
    ['sh -xec rm_x', 'sh'],
    ['bash --norc -c rm_x', 'bash'],
    ['bash -o pipefail -c rm_x', 'bash'],
    ['bash --rcfile f -c rm_x name', 'bash'],
    ['bash -c -e rm_x', 'bash'],
    ['zsh -fc rm_x', 'zsh'],
    ['fish --command=rm_x', 'fish'],
    ['eval rm x', 'bash'],
    ['eval -- rm x', 'bash'],
    ['trap rm_x EXIT', 'bash'],
    ['su -c rm_x', 'sh'],
    ['su root -c rm_x', 'sh'],
    ['su - root --command=rm_x', 'sh'],
    ['ssh -p 22 host rm x', 'sh'],
    ['ssh host -p 22 rm x', 'sh'],
    ['script -qc rm_x /dev/null', 'sh'],
    ['flock /tmp/l -c rm_x', 'sh'],
    ['nix-shell -p y --run rm_x', 'bash'],
    ['npx -c rm_x', 'sh'],
    ['tmux new-session -d rm_x', 'sh'],
    ['git -c core.pager=rm_x log', 'sh'],
    ['git -c alias.y=!rm_x y', 'sh'],
    ['git submodule foreach rm_x', 'sh'],
    ['git rebase -x rm_x main', 'sh'],
    ['tar cf a b --checkpoint-action=exec=rm_x', 'sh'],
    ['tar xf a --to-command=rm_x', 'sh'],
    ['ssh -o ProxyCommand=rm_x host', 'sh'],
    ['rsync -e rm_x a b', 'sh'],
    ['rg --pre rm_x y', 'sh'],
    ['vim -c :!rm_x', 'sh'],
    ['gdb -batch -ex shell_rm_x', 'sh'],
    ['awk BEGIN{system("rm_x")}', 'sh'],
    ['awk {print|"rm_x"}', 'sh'],
    ['sed 1e_rm_x f', 'sh'],
    ['python3.11 -Ic import_os;os.system("rm_x")', 'sh'],
    ['node -e require("child_process").execSync("rm_x")', 'sh'],
    ['perl -we system("rm_x")', 'sh'],
    ['mapfile -C rm_x -c 1 a', 'bash'],
    ['cmd /c rm x', 'cmd'],
    ['pwsh -NoProfile -Command rm x', 'pwsh'],
  ])('%s', (line, shell) => {
    const found = seen(line).find(({ script }) => script === 'rm x')
    expect(found).toMatchObject({ strict: false, kind: 'script', shell, dynamic: false })
  })

  test('a git alias without ! is another git command', () => {
    expect(seen('git -c alias.y=push y -f')[0]?.inner).toEqual(['git', 'push', '-f'])
  })
})

describe('what only running would tell fails closed', () => {
  test.each([
    'sh -c $X',
    'bash $OPTIONS',
    'eval $X',
    'command $X y',
    'xargs $X',
    'sudo $X',
    'find . -exec {} ;',
    'python -c exec(1)',
    'perl -e run',
    'ruby -e puts',
    'php -r echo',
    'deno eval 1',
    'powershell -EncodedCommand ZQBj',
    'make --eval=x',
    'env -S $X',
  ])('%s', (line) => {
    expect(seen(line).some(({ dynamic, unresolved }) => dynamic && unresolved !== undefined)).toBe(true)
  })

  test.each(['bash script.sh', 'source env.sh', 'make rm', 'just build'])(
    '%s runs code kept elsewhere, which only informs',
    (line) => {
      expect(seen(line)).toMatchObject([{ strict: false, dynamic: false, unresolved: expect.any(String) }])
    },
  )

  test('a script with a placeholder inside is read as written, too', () => {
    expect(seen('xargs -I{} sh -c rm_{}').map(({ inner }) => inner)).toEqual([
      ['sh', '-c', null],
      ['sh', '-c', 'rm {}'],
    ])
  })

  test('inside a container or on another host is not this machine', () => {
    expect(seen('docker run alpine rm x')[0]?.elsewhere).toBe('container')
    expect(seen('ssh host rm x')[0]?.elsewhere).toBe('remote')
    expect(seen('sudo rm x')[0]?.elsewhere).toBeUndefined()
  })
})

describe('who reads a script from the standard input', () => {
  test.each([
    'sh',
    'bash -s',
    'bash -',
    'sudo -s',
    'python3',
    'python3 -',
    'node',
    'perl',
    'bash /dev/stdin',
    'su',
    'ssh host',
    'at now',
    'parallel',
    'source /dev/stdin',
  ])('%s does', (line) => {
    expect(fromStdin(line)).not.toBe(false)
  })
  test.each([
    'sh -c ls',
    'bash x.sh',
    'python3 x.py',
    'python3 -c 1',
    'python3 -m json.tool',
    'node x.js',
    'jq .',
    'cat',
    'ssh host ls',
  ])('%s does not', (line) => {
    expect(fromStdin(line)).toBe(false)
  })
  test.each(['python3 -', 'node', 'ed', 'expect', 'crontab -', 'vim -es'])('%s reads no shell script', (line) => {
    expect(fromStdin(line)).toBe('other')
  })
  test.each(['bash', 'ssh host', 'at now'])('%s reads a shell script', (line) => {
    expect(fromStdin(line)).toBe('shell')
  })
  test('shells are told from other programs', () => {
    expect(['sh', 'bash', 'zsh', 'fish', 'pwsh'].every(isShell)).toBe(true)
    expect(['ssh', 'python', 'shred', 'toString'].some(isShell)).toBe(false)
  })
})

describe('hostile words', () => {
  const programs = [
    'sudo',
    'env',
    'xargs',
    'find',
    'bash',
    'docker',
    'git',
    'npx',
    'python',
    'awk',
    'parallel',
    'tar',
    'ssh',
    'su',
    'watch',
    'sed',
    'tmux',
    'screen',
    'declare',
    'test',
    'read',
    'hyperfine',
    'expect',
    'git-x',
    'constructor',
    '__proto__',
  ]
  const word = fc.oneof(
    fc.string(),
    fc.constant(null),
    fc.constantFrom('-c', '--', '-', '-S', '-exec', '{}', ';', 'run', 'exec', 'a=b', ':::', 'system("'),
  )

  test('no words make it throw or answer without bound', () => {
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.array(word, { maxLength: 40 }), (program, rest) => {
        expect(unwrap([program, ...rest], program).length).toBeLessThan(100)
      }),
      { numRuns: 2000 },
    )
  })

  test('sixteen thousand characters take no time worth naming', () => {
    const start = cpuNow()
    unwrap(['python', '-c', 'system("'.repeat(2000)], 'python')
    unwrap(['awk', '"|'.repeat(8000)], 'awk')
    unwrap(['parallel', '{}'.repeat(4000), ':::', 'x'.repeat(8000)], 'parallel')
    unwrap(['sudo', ...Array.from({ length: 8000 }, () => '-Q')], 'sudo')
    unwrap(['sed', 'e'.repeat(16_000)], 'sed')
    unwrap(['sed', 's/e'.repeat(5000)], 'sed')
    unwrap(['sed', '/ '.repeat(8000)], 'sed')
    unwrap(['env', '-S', 'a\\_'.repeat(5000)], 'env')
    unwrap(['tmux', ...Array.from({ length: 4000 }, () => 'bind-key')], 'tmux')
    unwrap(['expect', '-c', 'spawn '.repeat(2500)], 'expect')
    unwrap(['find', ...Array.from({ length: 8000 }, () => '-exec')], 'find', [])
    expect(cpuNow() - start).toBeLessThan(500)
  })
})
