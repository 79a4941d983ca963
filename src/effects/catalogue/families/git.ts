/**
 * Part of the command catalogue: git.
 *
 * Its configuration can make any command run programs (fsmonitor, textconv, pagers). What a line adds to the
 * configuration (`-C`, `--git-dir`, `--ext-diff`, most of `-c` …) is never harmless here. Whether the repository is
 * trusted is for the caller to judge.
 */

import {
  addsIgnored,
  afterDashes,
  beginsHere,
  cleans,
  copiedOut,
  discards,
  forgets,
  leavesOut,
  mergesFile,
  onlyTries,
  putsAway,
  restores,
  showsUntracked,
} from '../grammars/git-paths.ts'
import { clonedByName } from '../grammars/fetched.ts'
import { onlyGetting } from '../grammars/git-config.ts'
import { unsignedFormat } from '../grammars/git-format.ts'
import { comparesNames, listsNames, logsNames, showsIfTold, showsObject, showsTracked } from '../grammars/git-names.ts'
import { appliedPatch, printsPatches, toldByPatch } from '../grammars/patch-text.ts'
import { indexedOnInput, listedOnInput } from '../grammars/lists.ts'
import { manPages } from '../grammars/documents.ts'
import { movedAway } from '../grammars/links.ts'
import { searchedByGit } from '../grammars/searched.ts'
import { configFile } from '../grammars/written-files.ts'
import { acts, inert, reads, suite, type Family, type Spec } from '../spec.ts'

export function git(): Family {
  const DIFF = `-p,-u,--patch -s,--no-patch -U,--unified? --output-indicator-new= --output-indicator-old= --output-indicator-context=
  --raw --patch-with-raw --[no-]indent-heuristic --minimal --patience --histogram --anchored= --diff-algorithm= --stat?
  --stat-width= --stat-name-width= --stat-count= --stat-graph-width= --compact-summary --numstat --shortstat -X? --dirstat?
  --cumulative --dirstat-by-file? --summary --patch-with-stat -z --name-only --name-status --submodule? --color? --no-color
  --color-moved? --no-color-moved --color-moved-ws= --no-color-moved-ws --word-diff? --word-diff-regex= --color-words?
  --no-renames --[no-]rename-empty --check --ws-error-highlight= --full-index --binary --abbrev? --no-abbrev -B? --break-rewrites?
  -M? --find-renames? -C? --find-copies? --find-copies-harder -D,--irreversible-delete -l= --diff-filter= -S= -G= --find-object=
  --pickaxe-all --pickaxe-regex --skip-to= --rotate-to= -R --relative? --no-relative -a,--text --ignore-cr-at-eol
  --ignore-space-at-eol -b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines -I,--ignore-matching-lines=
  --inter-hunk-context= -W,--function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules? --src-prefix=
  --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index --ita-visible-in-index --max-depth=
  !-O=r !--output=w !--ext-diff !--textconv`

  const WALK = `-# --max-count= --skip= --since,--after= --since-as-filter= --until,--before= --max-age= --min-age= --author=
  --grep-reflog= --grep= --all-match --invert-grep -i,--regexp-ignore-case --basic-regexp -E,--extended-regexp
  -F,--fixed-strings -P,--perl-regexp --remove-empty --merges --no-merges --min-parents= --max-parents= --no-min-parents
  --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches? --tags? --remotes? --glob= --exclude=
  --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --bisect --stdin --cherry-mark --cherry-pick
  --left-right --left-only --right-only --cherry -g,--walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls
  --full-history --dense --sparse --simplify-merges --ancestry-path? --date-order --author-date-order --topo-order --reverse
  --no-walk? --do-walk --quiet -q --count --end-of-options --maximal-only`

  const PRETTY = `--pretty? --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs? --no-expand-tabs --notes?
  --no-notes --show-notes? --[no-]standard-notes --relative-date --date= --parents --children --graph --no-graph
  --show-linear-break? --no-show-signature`

  const LOG = `${WALK} -n= --committer= ${DIFF} ${PRETTY} --follow --no-decorate --decorate? --decorate-refs= --decorate-refs-exclude= --clear-decorations
  --source --[no-]mailmap --[no-]use-mailmap --full-diff --log-size -L=g --diff-merges= --no-diff-merges --dd --remerge-diff -m -c --cc
  --combined-all-paths -t -r`

  const REMOTE = '-f -t= -m= -a,--auto -d,--delete --add --push --tags --no-tags --mirror? --[no-]progress'
  const LISTING = '--column? --no-column --sort= --color? --no-color -i,--ignore-case --format= --omit-empty'
  const WHICH = '--contains? --no-contains? --merged? --no-merged? --points-at='

  const changes = (flags = '', args = 't*', more?: Partial<Spec>): Spec =>
    acts('changes the repository', args, flags, more)
  const talks = (flags = '', args = 'h t*', more?: Partial<Spec>): Spec =>
    acts('talks to a remote repository', args, flags, more)

  return {
    git: suite(
      `-v,--version --no-pager -P --no-optional-locks --no-replace-objects --no-lazy-fetch --no-advice --literal-pathspecs --glob-pathspecs
     --noglob-pathspecs --icase-pathspecs --html-path --man-path --info-path --exec-path?x
     -c=n !-C=m !--config-env= !--git-dir=m !--work-tree=m !--namespace= !--super-prefix= !--attr-source= !--list-cmds= !--bare
     !-p,--paginate -h,--help`,
      {
        status: reads(
          'r*',
          `-s,--short -b,--branch --show-stash --porcelain? --long -v,--verbose -u? --untracked-files? --ignore-submodules? --ignored? -z
         --column? --no-column --[no-]ahead-behind --[no-]renames --find-renames? -M?`,
          { guard: listsNames },
        ),
        'log whatchanged': reads('g*', LOG, { guard: logsNames }),
        show: reads('g*', LOG, { guard: comparesNames }),
        diff: reads(
          'g*',
          `${DIFF} --no-index --cached,--staged --merge-base -1,--base -2,--ours -3,--theirs -0 -c --cc --combined-all-paths -m -t -r`,
          { guard: comparesNames },
        ),
        'diff-tree': reads(
          'g*',
          `${DIFF} ${PRETTY} -r -t --root --merge-base --stdin -m -v --no-commit-id -c --cc --combined-all-paths --always -s`,
          { guard: comparesNames },
        ),
        'diff-index': reads('g*', `${DIFF} --cached --merge-base -m -r`, { guard: showsIfTold }),
        'diff-files': reads('g*', `${DIFF} -1,--base -2,--ours -3,--theirs -0 -c --cc -q -r`, { guard: showsIfTold }),
        'range-diff': reads('g*', `${DIFF} --no-dual-color --creation-factor= --left-only --right-only --[no-]notes?`, {
          guard: showsTracked,
        }),
        shortlog: reads(
          'g*',
          `${WALK} -n,--numbered -s,--summary -e,--email --format= --date= --group= -c,--committer -w?`,
          { guard: logsNames },
        ),
        blame: reads(
          'g*',
          `-b --root --show-stats -L= -l -t -S=r --reverse --first-parent -p,--porcelain --line-porcelain --incremental --encoding=
         --date= --[no-]progress -M? -C? --ignore-rev= --ignore-revs-file=r --color-lines --color-by-age -h -c --score-debug
         -f,--show-name -n,--show-number -s -e,--show-email -w --abbrev? --diff-algorithm= --minimal --since,--after= --until,--before=
         --max-age= --min-age= !--contents=r`,
        ),
        annotate: '=blame',
        grep: reads(
          't g*',
          `--cached --no-index --untracked --[no-]exclude-standard --recurse-submodules -a,--text --no-textconv -i,--ignore-case -I
         --max-depth= -r,--recursive --no-recursive -w,--word-regexp -v,--invert-match -h -H --full-name -E,--extended-regexp
         -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column -l,--files-with-matches,--name-only
         -L,--files-without-match -z,--null -o,--only-matching -c,--count --color? --no-color --break --heading -p,--show-function
         -# -C,--context= -A,--after-context= -B,--before-context= -W,--function-context -m,--max-count= --threads= -f=r -e= --and --or
         --not --all-match -q,--quiet !-O?x !--open-files-in-pager?x !--textconv`,
          { shift: '-e -f', guard: searchedByGit },
        ),
        'ls-files': reads(
          'm*',
          `-c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage --directory --no-empty-directory --empty-directory
         -u,--unmerged -k,--killed --resolve-undo -z --deduplicate -x,--exclude= -X,--exclude-from=r --exclude-per-directory=
         --exclude-standard --error-unmatch --with-tree= -t -v -f --full-name --recurse-submodules --abbrev? --debug --eol --sparse --format=`,
        ),
        'ls-tree': reads(
          'g*',
          '-d -r -t -l,--long -z --name-only --name-status --object-only --abbrev? --full-name --full-tree --format=',
        ),
        'cat-file': reads(
          'g*',
          `-t -s -e -p --[no-]mailmap --[no-]use-mailmap --batch? --batch-check? --batch-command? --buffer --batch-all-objects --unordered
         --allow-unknown-type --follow-symlinks -z -Z --filter= !--textconv !--filters !--path=`,
          {
            guard: (draft) => {
              listedOnInput(draft)
              showsObject(draft)
            },
          },
        ),
        'rev-parse': reads(
          't*',
          `--sq --keep-dashdash --stop-at-non-option --stuck-long --revs-only --no-revs --flags --no-flags --default= --prefix= --verify
         --end-of-options -q,--quiet --short? --not --abbrev-ref? --symbolic --symbolic-full-name --all --branches? --tags? --remotes?
         --glob= --exclude= --exclude-hidden= --disambiguate= --local-env-vars --path-format= --git-dir --git-common-dir
         --resolve-git-dir= --git-path= --show-toplevel --show-superproject-working-tree --shared-index-path --absolute-git-dir
         --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-cdup --show-prefix
         --show-object-format? --show-ref-format --since= --after= --until= --before=`,
        ),
        'rev-list': reads(
          'g*',
          `${WALK} ${PRETTY} -n= --committer= --disk-usage? --use-bitmap-index --progress= --objects --in-commit-order --objects-edge
         --objects-edge-aggressive --indexed-objects --unpacked --[no-]object-names --filter= --no-filter --filter-provided-objects
         --filter-print-omitted --missing= --exclude-promisor-objects --header --no-commit-header --commit-header --timestamp
         --bisect-vars --bisect-all --color? --no-color --abbrev? --no-abbrev`,
          { guard: logsNames },
        ),
        describe: reads(
          't*',
          `--dirty? --broken? --all --tags --contains --abbrev? --candidates= --exact-match --debug --long --match= --no-match --exclude=
         --no-exclude --always --first-parent`,
        ),
        'name-rev': reads(
          't*',
          '--tags --refs= --no-refs --exclude= --no-exclude --all --annotate-stdin --stdin --name-only --no-undefined --always',
        ),
        'merge-base': reads('t*', '-a,--all --octopus --independent --is-ancestor --fork-point'),
        cherry: reads('t*', '-v --abbrev?'),
        branch: reads(
          't*',
          `-a,--all -r,--remotes -l,--list --show-current -v,--verbose -q,--quiet --abbrev? --no-abbrev ${LISTING} ${WHICH}
         !-d,--delete !-D !-m,--move !-M !-c,--copy !-C !-f,--force !-t !--track? !--no-track !-u,--set-upstream-to= !--unset-upstream
         !--edit-description !--create-reflog !--set-upstream`,
          { needs: '-l --list --contains --no-contains --merged --no-merged --points-at', guard: unsignedFormat },
        ),
        tag: reads(
          't*',
          `-l,--list -n? ${LISTING} ${WHICH} !-a,--annotate !-s,--sign !--no-sign !-u,--local-user= !-f,--force !-d,--delete !-v,--verify
         !-m,--message= !-F,--file=r !-e,--edit !--cleanup= !--create-reflog !--trailer=`,
          { needs: '-l --list -n --contains --no-contains --merged --no-merged --points-at', guard: unsignedFormat },
        ),
        remote: suite(
          '-v,--verbose',
          {
            'get-url': reads('t', '--push --all'),
            // Without `-n` the remote repository is asked.
            show: reads('h t*', '-n', { needs: '-n' }),
            'add set-url': changes(REMOTE, 't h*'),
            'rename remove set-head set-branches': changes(REMOTE),

            rm: '=remove',
            'prune update': talks('-n,--dry-run -p,--prune'),
          },
          { bare: true },
        ),
        stash: suite(
          '!-p,--patch !-u,--include-untracked !-a,--all !-k,--keep-index !-m,--message= !-q,--quiet !-S,--staged',
          {
            list: reads('t*', LOG, { guard: logsNames }),
            show: reads('g*', `${DIFF} -u,--include-untracked --only-untracked --no-include-untracked`, {
              guard: (draft) => {
                showsIfTold(draft)
                showsUntracked(draft)
              },
            }),
            'push save pop apply drop clear create store branch': changes(
              '-p,--patch -S,--staged -k,--keep-index --no-keep-index -q,--quiet -u,--include-untracked -a,--all -m,--message= --index',
              't*',
              { guard: putsAway },
            ),
          },
          { guard: putsAway },
        ),
        reflog: suite(
          LOG,
          {
            show: reads('g*', LOG, { guard: logsNames }),
            list: reads('', ''),
            exists: reads('t', ''),
            // These are no subcommands, but names of what to show the log of.
            'HEAD @ main master stash HEAD@{0} HEAD@{1} HEAD@{2}': reads('g*', LOG, { guard: logsNames }),
            'expire delete drop write': changes(
              '--expire= --expire-unreachable= --all -n,--dry-run --verbose --rewrite --updateref --stale-fix',
            ),
          },
          { bare: true, guard: logsNames },
        ),
        config: {
          flags: `-l,--list --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --global --system --local --worktree
          --type= --bool --int --bool-or-int --path --expiry-date --no-type -z,--null --name-only --show-origin --show-scope
          --[no-]includes --default= --fixed-value --all --regexp --value= --url= --show-names
          -f,--file=r !--blob=g !--add !--replace-all !--unset !--unset-all !--rename-section !--remove-section !-e,--edit !--comment=`,
          args: 't*',
          guard: (draft) => {
            onlyGetting(draft)
            configFile(draft)
          },
        },
        // It stays away from the remote repository only if it is told to print its address.
        'ls-remote': reads(
          'h t*',
          '-b,--heads,--branches -t,--tags --refs -q,--quiet --exit-code --get-url --sort= --symref -o,--server-option= !--upload-pack=x !--exec=x',
          { must: '--get-url' },
        ),
        'show-ref': reads(
          't*',
          '--head --heads --branches --tags -d,--dereference -s,--hash? --verify --abbrev? -q,--quiet --exclude-existing? --exists',
        ),
        'show-branch': reads(
          't*',
          `-r,--remotes -a,--all --current --topo-order --date-order --sparse --more? --list --merge-base --independent --no-name --sha1-name
         --topics -g? --reflog? --color? --no-color`,
        ),
        'for-each-ref': reads(
          't*',
          `--count= ${LISTING} ${WHICH} --shell --perl --python --tcl --stdin --include-root-refs --exclude= --start-after=`,
          { guard: unsignedFormat },
        ),
        'check-ignore': inert('m*', '-q,--quiet -v,--verbose --stdin -z -n,--non-matching --no-index'),
        'check-attr': reads('t*', '-a,--all --cached --stdin -z --source='),
        'check-mailmap': reads('t*', '--stdin'),
        'check-ref-format': reads('t*', '--[no-]allow-onelevel --refspec-pattern --normalize --branch'),
        'count-objects': reads('', '-v,--verbose -H,--human-readable'),
        'symbolic-ref': reads('t', '-q,--quiet --short --[no-]recurse !-d,--delete !-m='),
        'verify-commit verify-tag': acts('runs gpg', 't*', '-v --raw'),
        'verify-pack': reads('r*', '-v,--verbose -s,--stat-only --object-format='),
        fsck: reads(
          't*',
          `--unreachable --[no-]dangling --root --tags --cache --no-reflogs --[no-]full --strict --verbose --[no-]progress
         --connectivity-only --[no-]name-objects --[no-]references !--lost-found`,
        ),
        var: reads('t', '-l'),
        submodule: suite(
          '-q,--quiet --cached',
          {
            status: reads('r*', '--cached --recursive'),
            summary: reads('t*', '--cached --files -n,--summary-limit='),
            add: changes('-b= -f,--force --name= --reference=r --depth=', 'h c'),
            deinit: changes('-f,--force --all', 'D*'),
            'update init set-branch set-url sync absorbgitdirs': changes('', '?*'),
            foreach: acts('runs a command in every submodule', 'x', ''),
          },
          { bare: true },
        ),
        worktree: suite('', {
          list: reads('', '--porcelain -v,--verbose -z --expire='),
          add: changes('-f,--force -b= -B= -d,--detach --checkout --lock', 'c t'),
          move: changes('-f,--force', 'D w'),
          remove: changes('-f,--force', 'D'),
          'prune lock unlock repair': changes('-f,--force'),
        }),
        notes: suite(
          '--ref=',
          {
            'list show get-ref': reads('t*', ''),
            'add append copy edit merge remove prune': changes('-f,--force -m= -F=r -C= -c='),
          },
          { bare: true },
        ),
        bundle: suite('', {
          'list-heads verify': reads('r t*', '-q,--quiet'),
          create: changes('-q --all', 'w t*'),
          unbundle: changes('', 'r t*'),
        }),
        bisect: suite('', {
          log: reads('', ''),
          'start bad good new old skip reset replay terms visualize view next': changes(),
          run: acts('runs a command', 'x x*', ''),
        }),
        'sparse-checkout': suite('', {
          list: reads('', ''),
          'set init add reapply disable': changes('', 't*', { guard: leavesOut }),
          'check-rules': changes(),
        }),
        lfs: suite('--version', {
          'ls-files status env version': reads(
            't*',
            '-l,--long -s,--size -a,--all -n,--name-only -p,--porcelain -j,--json -d,--debug -I,--include= -X,--exclude=',
          ),
          checkout: changes('', 'e*'),
          'track untrack pull push fetch prune install uninstall migrate lock unlock locks clone update fsck dedup':
            changes(),
        }),
        archive: acts(
          'writes an archive',
          'g*',
          '--format= -l,--list -o,--output=w --prefix= --remote=u !--exec=x -v,--verbose -9',
          { guard: showsTracked },
        ),
        version: reads('', '--build-options'),
        help: reads(
          't*',
          '-a,--all -g,--guides -c,--config -v,--verbose -m,--man --user-interfaces --developer-interfaces !-w,--web !-i,--info',
          { guard: manPages },
        ),
        rerere: suite('', { 'status remaining diff': reads('', ''), 'clear forget gc': changes() }),
        'interpret-trailers': reads(
          'r*',
          '--trim-empty --where= --if-exists= --if-missing= --only-trailers --only-input --unfold --parse --no-divider !--trailer= !--in-place',
        ),
        'show-index': reads('', '--object-format='),
        'bugreport diagnose fmt-merge-msg for-each-repo hook http-fetch mailinfo mailsplit merge-index pack-objects pack-redundant prune-packed quiltimport subtree stage':
          acts('runs or changes something', 't*', ''),
        'get-tar-commit-id patch-id stripspace column': reads(
          '',
          '--stable --unstable --verbatim -s,--strip-comments --mode? --width= --padding= --indent=',
        ),

        // With `-e` it opens an editor, even if it is told only to try.
        add: reads(
          'r*',
          '-n,--dry-run -v,--verbose -f,--force !-i,--interactive !-p,--patch !-e,--edit -u,--update -A,--all,--no-ignore-removal --no-all -N,--intent-to-add !--refresh --ignore-errors !--chmod=',
          {
            guard: (draft) => {
              addsIgnored(draft)
              onlyTries(draft)
            },
          },
        ),
        commit: changes(
          `-a,--all -p,--patch -C,--reuse-message= -c,--reedit-message= --fixup= --squash= --reset-author --short --branch --porcelain --long
         -z,--null -F,--file=r --author= --date= -m,--message= -t,--template=r -s,--signoff --no-signoff -n,--no-verify --verify --allow-empty
         --allow-empty-message --cleanup= -e,--edit --no-edit --amend --no-post-rewrite -i,--include -o,--only -u? -v,--verbose -q,--quiet
         --dry-run -S? --gpg-sign? --no-gpg-sign --trailer=`,
          'r*',
        ),
        push: acts(
          'sends to a remote repository',
          'h t*',
          `--all --branches --prune --mirror -n,--dry-run --porcelain -d,--delete --tags --follow-tags --no-follow-tags --signed? --atomic
         -o,--push-option= --receive-pack=x --exec=x -f,--force --force-with-lease? --force-if-includes --repo=h -u,--set-upstream --thin -q,--quiet -v,--verbose
         --progress --recurse-submodules= --no-verify --verify -4 -6`,
        ),
        'send-pack http-push': '=push',
        pull: talks(
          '-q,--quiet -v,--verbose --recurse-submodules? --commit --no-commit -e,--edit --no-edit --ff --no-ff --ff-only -s,--strategy= -X= -r? --rebase? --no-rebase --autostash --no-autostash --all -a,--append --depth= --unshallow -f,--force -t,--tags --no-tags -p,--prune -j,--jobs? --set-upstream --squash --stat --allow-unrelated-histories',
        ),
        fetch: talks(
          '--all -a,--append --atomic --depth= --deepen= --unshallow --dry-run -f,--force -k,--keep --multiple -p,--prune -P,--prune-tags -n,--no-tags -t,--tags --recurse-submodules? -j,--jobs= --set-upstream -q,--quiet -v,--verbose --progress -o= !--upload-pack=x',
        ),
        clone: talks(
          '-l,--local -s,--shared -q,--quiet -v,--verbose --progress -n,--no-checkout --bare --mirror -o,--origin= -b,--branch= --depth= --single-branch --no-single-branch --no-tags --recurse-submodules? --recursive --shallow-submodules -j,--jobs= --filter= --sparse --template=r --separate-git-dir=w -c,--config= --reference=r !-u,--upload-pack=x',
          'h w',
          { guard: clonedByName },
        ),
        checkout: changes(
          '-q,--quiet -f,--force --ours --theirs -b= -B= -t --track? --no-track -l -d,--detach --orphan= -m,--merge -p,--patch --overwrite-ignore --guess --no-guess',
          't*',
          { guard: afterDashes },
        ),
        switch: changes(
          '-c,--create= -C,--force-create= -d,--detach --guess --no-guess -f,--force --discard-changes -m,--merge -q,--quiet -t --track? --orphan=',
          't*',
          { guard: discards },
        ),
        restore: changes(
          '-s,--source= -p,--patch -W,--worktree -S,--staged -q,--quiet --ours --theirs -m,--merge',
          'w*',
          { guard: restores },
        ),
        reset: changes('--soft --mixed -N --hard --merge --keep -q,--quiet -p,--patch --pathspec-from-file=q', 't*', {
          guard: afterDashes,
        }),
        rm: changes('-f,--force -n,--dry-run -r --cached --ignore-unmatch --sparse -q,--quiet', 'd*', {
          tree: '-r',
          guard: forgets,
        }),
        mv: changes('-f,--force -k -n,--dry-run -v,--verbose', 'D* w', { into: true, guard: movedAway }),
        clean: reads('D*', '-d -f,--force !-i,--interactive -n,--dry-run -q,--quiet -e,--exclude= -x -X', {
          guard: cleans,
        }),
        rebase: changes(
          '--onto= --continue --abort --skip --quit --edit-todo -i,--interactive -f,--force-rebase -p --autosquash --autostash -s= -X= !-x,--exec=x --root',
        ),
        merge: changes(
          '--commit --no-commit -e,--edit --no-edit --ff --no-ff --ff-only -m= -s,--strategy= -X= --squash --abort --continue --quit -q -v',
        ),
        init: changes('-q,--quiet --bare --template=r --separate-git-dir=w -b,--initial-branch= --shared?', 'c', {
          guard: beginsHere,
        }),
        // Each of these turns off applying, and only `--apply` and `--reject` turn it on again.
        apply: reads(
          'r*',
          '--stat --check --numstat --summary -v,--verbose -q,--quiet -R,--reverse -p= --include= --exclude= --directory= !--index !--cached !-3,--3way',
          { must: '--stat --check --numstat --summary', guard: appliedPatch },
        ),
        am: reads('r*', '--show-current-patch? !-3,--3way !--abort !--continue !--skip !-s', {
          must: '--show-current-patch',
          guard: toldByPatch,
        }),
        'format-patch': reads('g*', '-o,--output-directory=w -n --stdout -1 -# --cover-letter', {
          guard: printsPatches,
        }),
        'cherry-pick revert': changes('-e,--edit -x -n,--no-commit -m= -s --abort --continue --skip --quit'),
        'hash-object': reads('r*', '-t= !-w --stdin !--stdin-paths --path= --no-filters --literally', {
          guard: listedOnInput,
        }),
        replace: reads(
          't*',
          '-l,--list --format= !-d,--delete !-e,--edit !-f,--force !-g,--graft !--convert-graft-file !--raw',
          {
            needs: '-l --list',
          },
        ),
        gc: changes('--aggressive --auto --prune? --no-prune -q,--quiet --force'),
        'filter-branch filter-repo prune repack pack-refs update-ref update-server-info write-tree commit-tree mktag mktree maintenance fast-import index-pack unpack-objects merge-tree multi-pack-index commit-graph':
          changes(),
        'fast-export': changes('', 't*', { guard: showsTracked }),
        'merge-file': changes('-p,--stdout -L= -q,--quiet --ours --theirs --union --diff3 --zdiff3', 'e r r', {
          guard: mergesFile,
        }),
        'credential-store': acts('keeps passwords', 't*', '--file=e'),
        'read-tree': changes('-m -u --reset', 't*', { guard: discards }),
        'unpack-file': changes('', 'g'),
        'update-index': changes('', 'r*', { guard: indexedOnInput }),
        'checkout-index': changes('-a,--all', 'w*', {
          guard: (draft) => {
            indexedOnInput(draft)
            discards(draft)
            copiedOut(draft)
          },
        }),
        'fetch-pack': talks('--all --stdin -q,--quiet -k,--keep --thin --depth= !--upload-pack=x !--exec=x'),
        difftool: acts('runs or talks to another program', 't*', '!-h', { guard: showsTracked }),
        'mergetool gui citool gitk instaweb daemon credential credential-cache send-email imap-send p4 svn cvsimport request-pull upload-pack receive-pack http-backend shell web--browse':
          acts('runs or talks to another program', 't*', '!-h'),
      },
      { asks: '--html-path --man-path --info-path -h', helps: true },
    ),
  }
}
