/**
 * Part of the command catalogue: interpreters, shells and compilers. They are harmless only when asked for their
 * version.
 */

import { maybeRead } from '../grammars/documents.ts'
import { filtersOrTells } from '../grammars/perl-words.ts'
import { laysOutOrTells } from '../grammars/python-words.ts'
import { onlyAsked, onlyChecks, printsFacts } from '../grammars/version-only.ts'
import { argumentFiles } from '../grammars/more-in-a-word.ts'
import { moduleFolders } from '../grammars/written-files.ts'
import { acts, reads, suite, type Family, type Spec } from '../spec.ts'

export function interpreters(): Family {
  const asked = (flags: string, style?: 'go'): Spec =>
    reads('', flags, { guard: onlyAsked, ...(style === undefined ? undefined : { style }) })

  return {
    'python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3':
      reads(
        '?*',
        '-V,--version -h,--help -c= -m= --sort-keys --no-ensure-ascii --json-lines --tab --no-indent --compact --indent= --format= --local --not-required --user',
        {
          guard: (draft) => {
            laysOutOrTells(draft)
            moduleFolders(draft)
          },
        },
      ),
    'ruby ruby2.7 ruby3.0 ruby3.1 ruby3.2 ruby3.3 ruby3.4 irb': asked('-v,--version -h,--help !-e=x !-r=x'),
    perl: reads('', '-v,--version -V -h,--help !-e=x !-E=x !-M?x', { grammar: filtersOrTells }),
    'php php7.4 php8.0 php8.1 php8.2 php8.3 php8.4 php8.5': asked(
      '-v,--version -h,--help -m,--modules -i,--info --ini -l,--syntax-check=r --ri= --rf= --rc= !-r=x !-f=x',
    ),
    'lua lua5.1 lua5.2 lua5.3 lua5.4 luajit': asked('-v !-e=x !-l=x'),
    'Rscript R': asked('--version --help !-e=x'),
    'julia groovy dart flutter nim crystal v': asked('-v,--version -h,--help'),
    zig: suite('-h,--help', {
      'version env targets': reads('', ''),
      '*': acts('builds, and so runs code of the project', 't*', ''),
    }),
    // A short flag that they do not know, or use otherwise, starts them: then they run their input.
    'ghc ghci runghc ocaml racket sbcl clojure swift': asked('--version --help'),
    jar: {
      flags: '--version --help',
      subs: {
        't tf tvf': reads('r t*', '', { guard: argumentFiles }),
        'c cf cvf cfm cfe x xf xvf u uf': acts('writes files or an archive', 'w R*', ''),
      },
    },
    java: asked(
      '-version --version -fullversion --full-version -help --help -XshowSettings -XshowSettings:all -XshowSettings:vm -XshowSettings:properties -XshowSettings:system --list-modules',
      'go',
    ),
    'javac jshell scala scalac kotlin kotlinc': asked('-version --version -help --help', 'go'),
    'zsh fish': asked('--version --help !-c=x'),
    'bash sh dash ksh': reads('r*', '--version --help -n --norc --noprofile -x -e -u -o= !-c=x', {
      guard: onlyChecks('-n'),
    }),
    // For `as`, `-v` is no question: it goes on and writes a.out.
    as: asked('--version --help'),
    'gcc g++ cc c++ clang clang++ ld arm-none-eabi-gcc aarch64-linux-gnu-gcc riscv64-unknown-elf-gcc avr-gcc': asked(
      '--version -v --help -dumpversion -dumpmachine -print-search-dirs -print-file-name? -print-prog-name? -print-libgcc-file-name -print-multiarch -print-sysroot -print-resource-dir --print-resource-dir -print-targets --print-targets !-o=w',
      'go',
    ),
    'cmake ctest cpack ninja meson': asked('--version -version --help'),
    rustc: reads('', '-v,--verbose -V,--version -h,--help --explain= --print=', { guard: printsFacts }),
    rustup: {
      flags: '-V,--version -h,--help -v -q',
      subs: {
        show: reads('t*', '-v,--verbose'),
        which: reads('t', '--toolchain='),
        'toolchain target component': {
          subs: {
            list: reads('', '-v --installed --toolchain= -q'),
            'install add remove uninstall link': acts('changes toolchains'),
          },
        },
        override: { subs: { list: reads('', ''), '*': acts('changes toolchains') } },
        'update default self run install uninstall set doc completions check': acts(
          'changes toolchains or runs one',
          't*',
          '',
        ),
      },
    },
    'make gmake': reads('x*', '-v,--version -h,--help !-n,--just-print,--dry-run !-f,--file=r !-C=w !--eval=x', {
      guard: onlyAsked,
      task: true,
    }),
    just: { flags: '--version -h,--help', args: 't*', acts: 'runs a recipe of the project', task: true },
    'task rake invoke': acts('runs a task of the project', 't*', '--version', { task: true }),
    'nginx apache2 redis-server hyperfine pre-commit direnv protoc buf cargo-nextest age sops': asked(
      '-v,--version -V -version --help',
      'go',
    ),
    // `-v` starts some of these, and `-version` starts those in the list after them.
    'httpd mysqld chromium google-chrome golangci-lint staticcheck trivy semgrep gitleaks git-cliff stylelint stripe btm vale pdflatex':
      asked('--version -version', 'go'),
    'mongod act postgres autoconf automake libtool bison flex doxygen ncdu logrotate sox aspell tig jless glow syft grype gcov lcov cppcheck clangd clang-tidy gfortran nasm yasm mold restic zoxide lazygit gitui mdbook zola typst taplo gnuplot helmfile':
      asked('--version'),
    // Its version includes those of its plugins: it runs the plugins in the folder to ask them.
    tflint: acts('runs plugins of the project', 't*', ''),
    // It starts by running ansible, and so what ansible.cfg names.
    'ansible-lint': acts('runs what the folder holds', 't*', ''),
    ffmpeg: acts('converts media', 'w*', '-i=r -version --version -h --help -y -n', {
      style: 'go',
      guard: maybeRead,
    }),
    'convert magick': acts('converts images', 'r* w', '-version --version', { style: 'go', guard: maybeRead }),
    'powershell pwsh cmd cmd.exe powershell.exe': acts('another shell', 't*', ''),
    'osascript expect tclsh m4 gdb lldb': acts('runs code', 't*', '--version'),
    // wish ignores that a flag asks something and runs its input. Erlang first loads code from the folder.
    'wish erl elixir iex': acts('runs code', 't*', ''),
    strace: acts('runs a program under its eyes', 't*', '-V --version -o=w'),
    ltrace: '=strace',
  }
}
