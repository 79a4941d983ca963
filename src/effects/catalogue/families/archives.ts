/**
 * Part of the command catalogue: archives and compression. Listing only reads; unpacking writes what the archive says.
 */

import { onlyListing } from '../grammars/compression.ts'
import { copiedInAndOut, packedByPax, packedFolders } from '../grammars/lists.ts'
import { removesPacked } from '../grammars/in-place.ts'
import { argumentFiles } from '../grammars/more-in-a-word.ts'
import { tarCommand, unpackedBy7z, unpackedByRar, unpackedMembers } from '../grammars/tar.ts'
import { acts, inert, reads, type Family, type Spec } from '../spec.ts'

function compressor(flags: string): Spec {
  return reads('w*', flags, { guard: onlyListing })
}

export function archives(): Family {
  // Each compressor has a table of its own. In a shared one, a flag that takes a value only in another compressor could
  // swallow the flag that says not to replace anything.
  const LEVELS = '-1 -2 -3 -4 -5 -6 -7 -8 -9 --fast --best'
  const GZIP = `-a,--ascii -c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h,--help -k,--keep -l,--list -L,--license
  -n,--no-name -N,--name -q,--quiet -r,--recursive -S,--suffix= -t,--test -v,--verbose -V,--version --rsyncable --synchronous ${LEVELS}`
  const XZ = `-z,--compress -d,--decompress,--uncompress -t,--test -l,--list -k,--keep -f,--force -c,--stdout,--to-stdout -S,--suffix= -F,--format=
  -C,--check= -e,--extreme -T,--threads= -M,--memory,--memlimit= -q,--quiet -Q,--no-warn -v,--verbose -h,--help -H,--long-help -V,--version
  --robot --single-stream --no-sparse --ignore-check --block-size= -0 ${LEVELS}`
  const LZIP = `-a,--trailing-error -b,--member-size= -c,--stdout -d,--decompress -f,--force -F,--recompress -h,--help -k,--keep -l,--list
  -m,--match-length= -o,--output=w -q,--quiet -s,--dictionary-size= -S,--volume-size= -t,--test -v,--verbose -V,--version --loose-trailing
  -0 ${LEVELS}`
  const BZIP2 = `-c,--stdout -d,--decompress -f,--force -h,--help -k,--keep -L,--license -q,--quiet -s,--small -t,--test -v,--verbose -V,--version
  -z,--compress ${LEVELS}`
  const LZ4 = `-c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h,--help -H -k,--keep --list -m,--multiple -q,--quiet -r -t,--test
  -v,--verbose -V,--version -z,--compress !--rm ${LEVELS}`
  const BROTLI = `-c,--stdout -d,--decompress -D,--dictionary=r -f,--force -h,--help !-j,--rm -k,--keep -n,--no-copy-stat -o,--output=w
  -q,--quality= -S,--suffix= -t,--test -v,--verbose -V,--version -w,--lgwin= -Z,--best -0 -1 -2 -3 -4 -5 -6 -7 -8 -9`

  const ZSTD = `-c,--stdout -d,--decompress,--uncompress -f,--force -h,-H,--help -k,--keep -l,--list -q,--quiet -r -t,--test -v,--verbose
  -V,--version -z,--compress -# --fast? -T? --threads= --long? --ultra --adapt? --no-progress --[no-]check -D=r -M? --memory= --format=
  -o=w !--rm !--output-dir-flat=w !--output-dir-mirror=w !--trace=w !--filelist=q`

  const movesIntoZip = removesPacked(/^(?:--move|-[a-zA-Z0-9]*m[a-zA-Z0-9]*)$/)

  return {
    'tar gtar bsdtar': {
      grammar: tarCommand,
      flags: `-t,--list -x,--extract,--get -c,--create -d,--diff,--compare -r,--append -u,--update -A,--catenate,--concatenate !--delete
      -f,--file= -v,--verbose -z,--gzip,--gunzip,--ungzip -j,--bzip2 -J,--xz --lzip --lzma --lzop --zstd -Z,--compress,--uncompress
      -a,--auto-compress -C,--directory= -p,--preserve-permissions,--same-permissions -P,--absolute-names -k,--keep-old-files
      -m,--touch -n,--seek -O,--to-stdout -h,--dereference -l,--check-links -w,--interactive,--confirmation
      -R,--block-number -i,--ignore-zeros -s,--preserve-order --exclude= -X,--exclude-from=r --exclude-vcs --exclude-vcs-ignores
      --exclude-caches --wildcards --no-wildcards --wildcards-match-slash --anchored --no-anchored --ignore-case
      --strip-components= --full-time --utc --totals --show-transformed-names --transform= --owner= --group= --mode= --mtime=
      --numeric-owner --sort= --no-recursion --recursion -T,--files-from=q --null --overwrite -U,--unlink-first --same-owner
      --no-same-owner --no-same-permissions --one-file-system --one-top-level? --warning= --occurrence? --force-local -b,--blocking-factor=
      -B,--read-full-records --record-size= -S,--sparse --xattrs --acls --selinux --quoting-style= --index-file=w --help --usage
      --version
      !-I,--use-compress-program=x !--to-command=x !--checkpoint? !--checkpoint-action=x !-F,--info-script,--new-volume-script=x
      !--rsh-command=x !--rmt-command=x !-g,--listed-incremental=w !-L,--tape-length= !-M,--multi-volume !-G,--incremental
      !-K,--starting-file= !-W,--verify !-N,--newer,--after-date= !-V,--label= !--remove-files !--recursive-unlink !--volno-file=w`,
      args: 't*',
    },
    unzip: reads(
      'r t*',
      `-l -v -t -z -Z -q -p -c -1 -M -C -L -h -hh -a -b -j -n -o -u -f -s -x -X -V -K -W -I= -O= -U -d=w -: -P=`,
      { needs: '-l -v -t -z -Z -p -c', guard: unpackedMembers },
    ),
    zipinfo: inert('r t*', '-1 -2 -s -m -l -v -h -C -M -t -T -U -z -x'),
    zip: acts(
      'writes an archive',
      'w R*',
      '-r -q -v -9 -0 -1 -j -m,--move -u -f -d -e -P= -x= -i= -y -D -X -l -z -T !-TT=x -@ --test --out=w -O=w',
      {
        style: 'go',
        guard: (draft) => {
          packedFolders(draft)
          movesIntoZip(draft)
        },
      },
    ),
    gzip: compressor(GZIP),
    pigz: compressor(
      `${GZIP} -0 -b,--blocksize= -F,--first -H,--huffman -i,--independent -I,--iterations= -J,--maxsplits= -K,--zip -m,--no-time -M,--time
      -O,--oneblock -p,--processes= -R -T -U,--rle -Y -z,--zlib -A,--alias= -C,--comment=`,
    ),
    'gunzip uncompress': '=gzip',
    'xz lzma': compressor(XZ),
    'unxz unlzma': '=xz',
    lzip: compressor(LZIP),
    bzip2: compressor(BZIP2),
    bunzip2: '=bzip2',
    pbzip2: compressor(
      `-b? -c,--stdout -d,--decompress -f,--force -h,--help -k,--keep !-l,--loadavg -m? -p? -q,--quiet -r,--read -S? -t,--test -v,--verbose
      -V,--version -z,--compress -1 -2 -3 -4 -5 -6 -7 -8 -9`,
    ),
    lz4: compressor(LZ4),
    unlz4: '=lz4',
    brotli: compressor(BROTLI),
    compress: compressor('-b= -c -d -f -r -v -V'),
    zstd: compressor(ZSTD),
    unzstd: '=zstd',
    zstdcat: reads(
      'r*',
      '-f,--force -h,--help -l,--list -q,--quiet -r -t,--test -v,--verbose -V,--version -d -k -T? --threads=',
    ),
    'zcat gzcat': inert('r*', GZIP),
    bzcat: reads('r*', BZIP2),
    'xzcat lzcat': reads('r*', XZ),
    lz4cat: reads('r*', LZ4),
    'zdiff zcmp bzdiff bzcmp xzdiff xzcmp': reads(
      'r r',
      '-u -U= -c -C= -q -s -i -w -b -B -y -W= --brief --color? --help --version',
    ),
    'xzless bzless': acts('opens a pager', 'r*', ''),
    '7z 7za 7zr 7zz': {
      flags: '-i -h --help',
      subs: {
        'l t h i': reads('r t*', '-slt -r -ba -bd -bb0 -bb1 -sccUTF-8 -ssc -scrc', {
          style: 'go',
          guard: argumentFiles,
        }),
        'x e': acts('unpacks an archive', 'r t*', '-y -r -aoa -aos -aou', { style: 'go', guard: unpackedBy7z }),
        'a u d rn': acts('writes an archive', 'w R*', '-y -r -sdel', { style: 'go', guard: removesPacked(/^-sdel$/) }),
      },
    },
    'unrar rar': {
      flags: '-v',
      subs: {
        'l lt lb v vt vb t': reads('r t*', '-c- -p- -y', { style: 'go' }),
        'x e': acts('unpacks an archive', 'r t*', '', { style: 'go', guard: unpackedByRar }),
        'a f u': acts('writes an archive', 'w R*', '-r -df -dr -dw', {
          style: 'go',
          guard: removesPacked(/^-d[frw]$/),
        }),
        'm mf': acts('moves files into an archive', 'w d*', '-r', { style: 'go' }),
      },
    },
    ar: {
      flags: '--version --help -V',
      subs: {
        't tv tO p pv': reads('r t*', '', { guard: argumentFiles }),
        'x xv xo d r rc rcs rs cr crs q qc m s': acts('writes files or an archive', 'w R*', ''),
      },
    },
    cpio: reads(
      't*',
      `-t,--list -i,--extract !-o,--create !-p,--pass-through -v,--verbose -d -m -u -F,--file=e -I=r !-O=w -H= -D,--directory=w
      -0,--null -a !-A,--append -B -c -C= -E=q -f -k -l -L -M= -n -r -R,--owner= -s -S -V -z --quiet --help --version`,
      { must: '-t --list --help --version', guard: copiedInAndOut },
    ),
    isoinfo: reads('', '-l -f -d -p -R -J -j= -i=r -x= -h -help --help --version -version', { style: 'go' }),
    rpm2cpio: reads('r', '-h --help'),
    lsar: reads(
      'r*',
      '-l,--long -L,--verylong -t,--test -j,--json -D,--no-directory -e,--encoding= -h,--help -v,--version',
    ),
    pax: acts(
      'reads or writes archives',
      'R*',
      '-r -w -a -b= -c -d -D -f=e -H -i -k -l -L -n -o= -p= -s= -t -u -U= -v -x= -X -Y -z -Z',
      { guard: packedByPax },
    ),
  }
}
