/**
 * Part of the command catalogue: file commands. Everything they do is in their effects on files, so a policy on paths
 * governs them.
 */

import { installs, lendsNoRights, madeSomewhere, onlySinks } from '../grammars/made-files.ts'
import { ddWords } from '../grammars/dd.ts'
import { editorFiles } from '../grammars/written-files.ts'
import { removesCopied } from '../grammars/in-place.ts'
import { copyTargets, linkTargets, movedAway, namedInFolder } from '../grammars/links.ts'
import { patchText, toldByPatch } from '../grammars/patch-text.ts'
import { acts, reads, type Family } from '../spec.ts'

export function files(): Family {
  const removesSent = removesCopied(/^--remove-(?:source|sent)-files$/u)
  const H = '--help --version'

  return {
    rm: reads(
      'd*',
      `-f,--force -i -I --interactive? --one-file-system !--no-preserve-root --preserve-root? -r,-R,--recursive -d,--dir -v,--verbose -P -W -x ${H}`,
      {
        tree: '-r --recursive',
        valueless: true,
      },
    ),
    rmdir: reads('d*', `--ignore-fail-on-non-empty -p,--parents -v,--verbose ${H}`, { valueless: true }),
    unlink: reads('d', H),
    'trash-put': reads('D*', '-v,--verbose -f,--force -r -R -i -d'),
    shred: acts(
      'destroys file contents',
      'd*',
      `-f,--force -n,--iterations= --random-source=r -s,--size= -u --remove? -v,--verbose -x,--exact -z,--zero ${H}`,
    ),
    mkdir: reads('c*', `-m,--mode= -p,--parents -v,--verbose -Z --context? ${H}`, { guard: lendsNoRights }),
    mkfifo: reads('c*', `-m,--mode= -Z --context? ${H}`),
    mknod: acts('makes a device', 'c t*', `-m,--mode= -Z --context? ${H}`),
    mktemp: reads('c', `-d,--directory -u,--dry-run -q,--quiet --suffix= -p=c --tmpdir?c -t ${H}`, {
      guard: madeSomewhere,
    }),
    touch: reads('c*', `-a -c,--no-create -d,--date= -f -h,--no-dereference -m -r,--reference=m -t= -A= --time= ${H}`),
    cp: reads(
      'r* w',
      `-a,--archive --attributes-only --backup? -b --copy-contents -c -d -f,--force -i,--interactive -H -l,--link -L,--dereference
     -n,--no-clobber -P,--no-dereference -p --preserve? --no-preserve= --parents -r,-R,--recursive --reflink?
     --remove-destination --sparse= --strip-trailing-slashes -s,--symbolic-link -S,--suffix= -t,--target-directory=w
     -T,--no-target-directory -u --update? -v,--verbose -x,-X,--one-file-system -Z --context? --debug --keep-directory-symlink ${H}`,
      { tree: '-r --recursive -a --archive', target: '-t --target-directory', into: true, guard: copyTargets },
    ),
    mv: reads(
      'D* w',
      `--backup? -b -f,--force -i,--interactive -n,--no-clobber --no-copy --exchange --strip-trailing-slashes -S,--suffix=
     -t,--target-directory=w -T,--no-target-directory -u --update? -v,--verbose -Z,--context --debug -h ${H}`,
      { target: '-t --target-directory', into: true, guard: movedAway },
    ),
    ln: reads(
      't* w',
      `--backup? -b !-d,-F,--directory -f,--force -h -i,--interactive -L,--logical -n,--no-dereference -P,--physical -r,--relative
     -s,--symbolic -S,--suffix= -t,--target-directory=w -T,--no-target-directory -v,--verbose -w ${H}`,
      { target: '-t --target-directory', into: true, guard: linkTargets },
    ),
    link: reads('e c', H),
    install: reads(
      'r* w',
      `--backup? -b -c -C,--compare -d,--directory -D -g,--group= -m,--mode= -o,--owner= -p,--preserve-timestamps -s,--strip
     !--strip-program=x -S,--suffix= -t,--target-directory=w -T,--no-target-directory -v,--verbose --preserve-context -Z --context? ${H}`,
      { target: '-t --target-directory', into: true, guard: installs },
    ),
    truncate: reads('w*', `-c,--no-create -o,--io-blocks -r,--reference=m -s,--size= ${H}`),
    fallocate: reads(
      'w',
      '-c,--collapse-range -d,--dig-holes -i,--insert-range -l,--length= -n,--keep-size -o,--offset= -p,--punch-hole -v,--verbose -x,--posix -z,--zero-range -h,--help -V,--version',
    ),
    tee: reads('w*', `-a,--append -i,--ignore-interrupts -p --output-error? ${H}`, { guard: onlySinks }),
    sponge: reads('w', '-a'),
    chmod: reads(
      't w*',
      `-c,--changes -f,--silent,--quiet -v,--verbose !--no-preserve-root --preserve-root --reference=m -R,--recursive -h,--no-dereference
     --dereference -H -L -P -r -w -x -X -s -t -u -g -o -a -# ${H}`,
      { tree: '-R --recursive', shift: '--reference -r -w -x', guard: lendsNoRights },
    ),
    'chown chgrp': acts(
      'changes who owns files',
      't w*',
      `-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --no-preserve-root --preserve-root --reference=m -R,--recursive -H -L -P ${H}`,
      {
        tree: '-R --recursive',
        shift: '--reference',
      },
    ),
    'chattr setfattr chcon': acts('changes attributes of files', 't w*', '-R -r', { tree: '-R -r' }),
    setfacl: acts(
      'changes who may reach files',
      'w*',
      `-R,--recursive -m,--modify= -x,--remove= -b,--remove-all -k,--remove-default -M,--modify-file=r -X,--remove-file=r --set= --set-file=r
     --restore=r --mask -n,--no-mask -d,--default -L -P --test --version --help`,
      { tree: '-R --recursive' },
    ),
    lsattr: reads('m*', '-R -V -a -d -l -p -v'),
    getfacl: reads(
      'm*',
      '-a,--access -d,--default -c,--omit-header -e,--all-effective -E,--no-effective -s,--skip-base -R,--recursive -L,--logical -P,--physical -t,--tabular -n,--numeric -p,--absolute-names -v,--version -h,--help',
    ),
    getfattr: reads(
      'm*',
      '-n,--name= -d,--dump -e,--encoding= -h,--no-dereference -m,--match= --absolute-names --only-values -R,--recursive -L,--logical -P,--physical --version --help',
    ),
    split: reads(
      'r c',
      `-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes? -x --hex-suffixes? -e,--elide-empty-files !--filter=x -l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose -# ${H}`,
      {
        guard: madeSomewhere,
      },
    ),
    csplit: reads(
      'r t*',
      `-b,--suffix-format= -f,--prefix=c -k,--keep-files --suppress-matched -n,--digits= -s,--quiet,--silent -z,--elide-empty-files ${H}`,
      {
        guard: madeSomewhere,
      },
    ),
    logsave: acts('runs a command', 'w t*', '-a -s -v'),
    dd: { grammar: ddWords },
    patch: acts(
      'applies a patch that names its own files',
      'w r',
      '-p,--strip= -i,--input=r -d,--directory=w -R,--reverse -N,--forward -s,--silent,--quiet --dry-run -b,--backup -o,--output=w -r,--reject-file=w -f,--force -t,--batch -u,--unified -E --verbose --help -v,--version',
      { guard: toldByPatch },
    ),
    rename: acts(
      'renames files by pattern',
      't t w*',
      '-v,--verbose -n,--no-act,--nono -f,--force -s,--symlink -o,--no-overwrite -i,--interactive',
    ),
    rsync: acts(
      'copies files, over the network or not',
      's* S',
      `-v,--verbose -q,--quiet -c,--checksum -a,--archive -r,--recursive -R,--relative -b,--backup -u,--update -l,--links -L,--copy-links
     -H,--hard-links -p,--perms -E,--executability -A,--acls -X,--xattrs -o,--owner -g,--group -D --devices --specials -t,--times
     -U,--atimes -O,--omit-dir-times -S,--sparse -n,--dry-run -W,--whole-file -x,--one-file-system -e,--rsh=x --rsync-path=x
     --existing --ignore-existing --remove-source-files --remove-sent-files --del --delete --delete-before --delete-during --delete-delay --delete-after
     --delete-excluded --force --max-delete= --max-size= --min-size= --partial --partial-dir=w --backup-dir=w --write-batch=w --only-write-batch=w --read-batch=r -m,--prune-empty-dirs --numeric-ids
     --timeout= -I,--ignore-times --size-only -T,--temp-dir=w -y,--fuzzy --compare-dest=r --copy-dest=r --link-dest=r -z,--compress
     --compress-level= -C,--cvs-exclude -f,--filter= -F --exclude= --exclude-from=r --include= --include-from=r --files-from=q
     -0,--from0 -s,--protect-args --port= --stats -8 -h,--human-readable --progress -P -i,--itemize-changes --out-format=
     --log-file=w --password-file=r --list-only --bwlimit= --info= --chmod= --chown= --inplace --append -V,--version --help -4 -6 -k -K`,
      {
        tree: '-r --recursive -a --archive',
        into: true,
        guard: (draft) => {
          namedInFolder(draft)
          removesSent(draft)
        },
      },
    ),
    'xargs parallel': acts(
      'runs another command for each input',
      't*',
      '-a,--arg-file=q -0 -r -t -x -o,--open-tty --version --help',
    ),
    ed: acts('an editor', 'e', '-s -p='),
    ex: acts('an editor', 'e*', '-s -e -E -n -v -c= --cmd=', { guard: editorFiles }),
    'vi vim nvim nano emacs pico micro code codium cursor subl': acts('an editor', 'e*', '--version -c= --cmd=', {
      guard: editorFiles,
    }),
    apply_patch: { grammar: patchText },
    'applypatch apply-patch': '=apply_patch',
    script: acts(
      'records a terminal',
      'w t*',
      '-a,--append -c,--command=x -e,--return -f,--flush -q,--quiet --force -T,--log-timing=w -O,--log-out=w -I,--log-in=w -B,--log-io=w -V,--version -h,--help',
    ),
  }
}
