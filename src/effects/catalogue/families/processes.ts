/** Part of the command catalogue: processes, and the resources they use. */

import { noNames } from '../grammars/machine.ts'
import { noEnvironments } from '../grammars/process-environments.ts'
import { acts, inert, reads, type Family } from '../spec.ts'

export function processes(): Family {
  const V = '-h,--help -V,--version'

  return {
    ps: inert(
      't*',
      `-A -a -d -N,--deselect -C= -G,--Group= -g,--group= -p,--pid= --ppid= -q,--quick-pid= -s,--sid= -t,--tty= -u,--user= -U,--User= -F -f -H -j -l
     -M -O= -o,--format= -P -y -Z --context --headers --no-headers,--noheaders,--no-heading,--no-headings --cols,--columns,--width= --rows,--lines=
     --forest --cumulative -L -m -T -c -e -x -r -S !-E -k,--sort= -n= -V,--version -w --info --help? -v -X -D= -#`,
      { guard: noEnvironments },
    ),
    pstree: inert(
      't*',
      '-a,--arguments -A,--ascii -c,--compact-not -C,--color= -g,--show-pgids -G,--vt100 -h,--highlight-all -H,--highlight-pid= -l,--long -n,--numeric-sort -N,--ns-sort= -p,--show-pids -s,--show-parents -S,--ns-changes -t,--thread-names -T,--hide-threads -u,--uid-changes -U,--unicode -V,--version -Z,--security-context',
    ),
    procs: reads(
      't*',
      '-t,--tree -l,--list -a,--and -o,--or -d,--nand -r,--nor --thread --sorta= --sortd= -i,--insert= --only= --no-header -c,--color= --theme= --pager= -V,--version -h,--help',
    ),
    'pgrep pidof pidwait': inert(
      't*',
      `-d,--delimiter= -l,--list-name -a,--list-full -v,--inverse -w,--lightweight -c,--count -f,--full -g,--pgroup= -G,--group= -i,--ignore-case
     -n,--newest -o,--oldest -O,--older= -P,--parent= -s,--session= -t,--terminal= -u,--euid= -U,--uid= -x,--exact -F,--pidfile=r -L,--logpidfile
     -r,--runstates= -A,--ignore-ancestors --cgroup= --ns= --nslist= -S -q ${V}`,
    ),
    'pkill killall kill9 xkill': acts(
      'ends processes',
      't*',
      '-s,--signal= -l -# -9 -f,--full -u,--user= -x,--exact -i -v -n,--newest -o,--oldest -e -c -w',
    ),
    top: reads(
      't*',
      `-b,--batch-mode -c -d,--delay= -E,--scale-summary-mem= -e,--scale-task-mem= -H,--threads-show -i,--idle-toggle -n,--iterations= -O,--list-fields
     -o,--sort-override= -p,--pid= -S -s,--secure-mode -U= -u= -w? -1 -l= -F -R -r -a -t ${V}`,
    ),
    'htop btop atop glances nvtop iotop': acts('an interactive console', 't*', '--version'),
    pmap: reads('t*', `-x,--extended -X -d,--device -q,--quiet -p,--show-path -A,--range= ${V} !-c !-C=r !-n !-N=w`),
    pwdx: inert('t*', V),
    free: inert(
      '',
      `-b,--bytes --kilo --mega --giga --tera --peta -k,--kibi -m,--mebi -g,--gibi --tebi --pebi -h,--human --si -l,--lohi -L,--line -t,--total -v,--committed -s,--seconds= -c,--count= -w,--wide --help -V,--version`,
    ),
    vmstat: inert(
      't*',
      `-a,--active -f,--forks -m,--slabs -n,--one-header -s,--stats -d,--disk -D,--disk-sum -p,--partition= -S,--unit= -w,--wide -t,--timestamp -y,--no-first ${V}`,
    ),
    'iostat mpstat': reads(
      't*',
      '-c -d -h -k -m -N -p= -t -x -y -z -P= -u -A -V -j= --human --dec= -r -b -n= -q -s= -I= -T= -l -w -U -R -v !-o=w',
    ),
    // With `-z` it resets the counters.
    nfsstat: reads('t*', '-c -s -n -r -m -v -l -o= -2 -3 -4'),
    pidstat: reads('t*', '-d -h -H -I -l -R -r -s -t -u -v -V -w -U? -C= -G= -p= -T= --human --dec= !-e=x'),
    sar: reads(
      't*',
      '-A -B -b -C -D -d -F -H -h -p -q -R -r -S -t -u -v -V -W -w -y -z -I= -i= -j= -m= -n= -P= --human --pretty --dec= --iface= --dev= --help !-f=r !-o=w !-s !-e',
    ),
    uptime: inert('', `-p,--pretty -s,--since ${V}`),
    lsof: reads(
      'm*',
      `-? -a -b -C -h -l -n -N -O -P -R -t -U -v -V -X -c= -d= -g? -i? -L? -o? -p= -r? -s? -S? -T? -u= -x? -F? -M -w -H -K? -Q -E -e= -k= -m= -A= -f? !-D=`,
      { guard: noNames(/@[^@/]*\.\p{L}/u) },
    ),
    fuser: reads(
      'm*',
      '-a,--all -I,--inode -l,--list-signals -m,--mount -M,--ismountpoint -n,--namespace= -s,--silent -u,--user -v,--verbose -V,--version -4 -6 !-k,--kill !-i,--interactive !-w,--writeonly',
    ),
    ipcs: inert(
      '',
      `-i,--id= -m,--shmems -q,--queues -s,--semaphores -a,--all -t,--time -p,--pid -c,--creator -l,--limits -u,--summary --human -b,--bytes ${V}`,
    ),
    'nice renice ionice chrt taskset': acts('runs or reschedules a program', 't*', '--version'),
    prlimit: reads('', `-p,--pid= -o,--output= --noheadings --raw ${V}`, {
      must: '-p --pid -h --help -V --version',
    }),
    numactl: reads('', '-H,--hardware -s,--show', { must: '-H --hardware -s --show' }),
    slabtop: reads('', `-o,--once -s,--sort= -d,--delay= ${V}`, { must: '-o --once -h --help -V --version' }),
  }
}
