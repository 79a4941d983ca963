/** Part of the command catalogue: disks, and the file systems on them. */

import { mountsNothing, onlyShownLogs } from '../grammars/only-shown.ts'
import { acts, inert, reads, suite, type Family } from '../spec.ts'

export function disks(): Family {
  const V = '-h,--help -V,--version'

  return {
    lsblk: inert(
      'm*',
      `-A,--noempty -D,--discard -E,--dedup= -I,--include= -J,--json -M,--merge -O,--output-all -P,--pairs -S,--scsi -N -v -T? --tree? -a,--all -b,--bytes -d,--nodeps -e,--exclude= -f,--fs -i,--ascii -l,--list -m,--perms -n,--noheadings -o,--output= -p,--paths -r,--raw -s,--inverse -t,--topology -w,--width= -x,--sort= -y,--shell -z,--zoned --sysroot=r ${V}`,
    ),
    findmnt: reads(
      't*',
      `-s,--fstab -m,--mtab -k,--kernel -A,--all -a,--ascii -b,--bytes -C,--nocanonicalize -c,--canonicalize -D,--df -d,--direction= -e,--evaluate -F,--tab-file=r -f,--first-only -i,--invert -J,--json -l,--list -N,--task= -n,--noheadings -O,--options= -o,--output= --output-all -P,--pairs --pseudo --shadowed -R,--submounts -r,--raw --real -S,--source= -T,--target= --tree -M,--mountpoint= -t,--types= -U,--uniq -u,--notruncate -v,--nofsroot -y,--shell -x,--verify --verbose --vfs-all ${V}`,
    ),
    mount: reads('s w', '-l,--show-labels -t,--types= -v,--verbose -h,--help -V,--version', { guard: mountsNothing }),
    blkid: reads(
      't*',
      `-d,--no-encoding -o,--output= -k,--list-filesystems -s,--match-tag= -t,--match-token= -l,--list-one -L,--label= -U,--uuid= -p,--probe -i,--info ${V} !-c,--cache-file=w !-g,--garbage-collect`,
    ),
    swapon: reads('', '-s,--summary --show? --noheadings --raw --bytes !-a,--all', { must: '-s --summary --show' }),
    // It shows the table of partitions, but nothing of their content.
    fdisk: reads('m*', '-l,--list -x,--list-details -o,--output= --bytes', { must: '-l --list -x' }),
    mdadm: reads('m*', '-D,--detail -E,--examine -Q,--query -s,--scan -b,--brief -v,--verbose -V,--version -h,--help', {
      must: '-D --detail -E --examine -Q --query -V --version -h --help',
    }),
    'tune2fs dumpe2fs': reads('m', '-l -h -V', { must: '-l -h -V' }),
    btrfs: suite('--version --help', {
      'filesystem fi': suite('', {
        'usage show df': reads('m*', '-b,--raw -h,--human-readable -H --si --iec -k -m -g -t -T -d,--all-devices'),
        '*': acts('changes disks'),
      }),
      'subvolume sub': suite('', {
        'list show get-default': reads('m', '-p -a -c -g -o -u -q -R -t -s -r -d'),
        '*': acts('changes disks'),
      }),
      'device scrub balance': suite('', {
        'usage status': reads('m', '-b -h -H -k -m -g -t -T -d -R -v'),
        '*': acts('changes disks'),
      }),
      '*': acts('changes disks'),
    }),
    'umount swapoff mkfs parted mkswap wipefs losetup cryptsetup pvcreate vgcreate lvcreate lvremove e2fsck fsck resize2fs':
      acts('changes disks', 't*', '--version'),
    'lvs vgs pvs': reads(
      't*',
      '-a,--all -o,--options= -O,--sort= -S,--select= -v,--verbose --units= --noheadings --nosuffix --separator= --segments --reportformat= --version -h,--help',
    ),
    'lvdisplay vgdisplay pvdisplay': reads(
      't*',
      '-a,--all -c,--colon -C,--columns -m,--maps -s,--short -v,--verbose --units= --version -h,--help',
    ),
    zpool: suite('--version -V', {
      'status list iostat get': reads('t*', '-v -L -P -H -p -o= -x -g -s -t -T= -y -l -i -j,--json'),
      '*': acts('changes disks'),
    }),
    zfs: suite('--version -V', {
      'list get': reads('t*', '-r -d= -H -p -o= -s= -S= -t= -j,--json'),
      '*': acts('changes disks'),
    }),
    smartctl: reads(
      't',
      '-a,--all -i,--info -H,--health -A,--attributes -x,--xall -c,--capabilities -l,--log= -j,--json? -d,--device= --scan -V,--version -h,--help',
      { guard: onlyShownLogs },
    ),
    mountpoint: reads('m', `-d,--fs-devno -q,--quiet -x,--devno --nofollow ${V}`),
    nvme: suite('--version', {
      list: reads('m*', '-o,--output-format= -v,--verbose'),
      '*': acts('changes disks', 't*', ''),
    }),
  }
}
