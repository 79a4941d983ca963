/**
 * Part of the command catalogue: the machine's own network: interfaces, routes, filters, connections. Programs that
 * talk to other hosts are in `network.ts`.
 */

import { noAssignments, noNames, plainNames } from '../grammars/machine.ts'
import { acts, inert, reads, suite, type Family } from '../spec.ts'

export function interfaces(): Family {
  const V = '-h,--help -V,--version'

  return {
    ss: reads(
      't*',
      `-n,--numeric -r,--resolve -a,--all -l,--listening -B -o,--options -e,--extended -m,--memory -p,--processes -T,--threads -i,--info --tipcinfo
     -s,--summary --tos --cgroup -b,--bpf -E,--events -Z,--context -z,--contexts -N,--net= -4,--ipv4 -6,--ipv6 -0,--packet -t,--tcp -M,--mptcp -S,--sctp
     -u,--udp -d,--dccp -w,--raw -x,--unix --tipc --vsock --xdp -f,--family= -H,--no-header -O,--oneline --inet-sockopt -A,--query,--socket= ${V}
     !-K,--kill !-D,--diag=w !-F,--filter=r`,
      { guard: noNames(/^[^/]*\.\p{L}/u) },
    ),
    netstat: inert(
      't*',
      `-r,--route -i,--interfaces -I= -g,--groups -s,--statistics -M,--masquerade -v,--verbose -W,--wide -n,--numeric --numeric-hosts --numeric-ports --numeric-users -N,--symbolic -e,--extend -p,--programs -o,--timers -c,--continuous -l,--listening -a,--all -F,--fib -C,--cache -Z,--context -t,--tcp -u,--udp -w,--raw -x,--unix -S,--sctp -4,--inet -6,--inet6 -A= -f= -b -L -m ${V}`,
    ),
    ip: suite(
      '-V,-Version -h,-human --help -s,-stats,-statistics -d,-details -r,-resolve -f,-family= -4 -6 -0 -B -M -o,-oneline -j,-json -p,-pretty -t,-timestamp -ts -br,-brief -N,-Numeric -a,-all -c,-color? !-n,-netns= !-b,-batch=r -rc= -l= -iec',
      {
        'address link neighbour route rule maddress mroute tunnel netns token xfrm addrlabel ntable tcp_metrics nexthop vrf':
          suite(
            '',
            {
              'show list lst ls get': reads('t*', '', { guard: noAssignments }),
              sh: '=show',
              'add del delete change replace set flush append exec monitor identify pids attach save restore up down':
                acts('changes the network'),
            },
            { bare: true },
          ),
        'a addr': '=address',
        l: '=link',
        'n neigh neighbor': '=neighbour',
        'r ro': '=route',
        ru: '=rule',
        maddr: '=maddress',
        help: reads('', ''),
        monitor: acts('follows changes'),
      },
      { style: 'go' },
    ),
    // busybox reads the word after a flag it does not know as an address.
    ifconfig: reads('t', '-a -s -v -l -u -d', { guard: noNames(/\.\p{L}/u) }),
    iwconfig: reads('t', '--version --help -v -h'),
    route: {
      flags: '-n -e -ee -v -4 -6 -A= -N -V,--version -h,--help',
      bare: true,
      subs: {
        get: reads('t', '-inet -inet6 -net -host', { style: 'go', guard: noNames(/^(?!default$|-).*\p{L}[^:]*$/u) }),
        '*': acts('changes the network'),
      },
    },
    arp: reads('', '-n -e -ee -v -a -4 -6 -A= -N -V,--version -h,--help'),
    ethtool: reads(
      't',
      '-i,--driver -S,--statistics -k,--show-features,--show-offload -g,--show-ring -a,--show-pause -c,--show-coalesce -P,--show-permaddr -h,--help --version',
    ),
    nmcli: suite(
      '-t,--terse -p,--pretty -m,--mode= -f,--fields= -g,--get-values= -c,--colors= -v,--version -h,--help',
      {
        'general g': suite('', { status: reads('', '') }, { bare: true }),
        'device dev d connection con c': suite('', { 'status show': reads('t*', '--active') }, { bare: true }),
        '*': acts('changes the network'),
      },
      { bare: true },
    ),
    'iptables-save ip6tables-save': reads('', '-c,--counters -t,--table= -V,--version -h,--help'),
    'iptables ip6tables': reads(
      't*',
      '-L,--list -S,--list-rules -n,--numeric -v,--verbose -x,--exact --line-numbers -t,--table= -4 -6 -V,--version -h,--help',
      { must: '-L --list -S --list-rules -V --version -h --help' },
    ),
    nft: suite(
      '-n,--numeric -a,--handle -j,--json -s,--stateless -t,--terse -y -v,--version -h,--help !-f,--file=q !-i',
      {
        list: reads('t*', '', { guard: plainNames }),
        '*': acts('changes the network'),
      },
    ),
    ufw: suite('--version -h,--help', { status: reads('t', ''), '*': acts('changes the network') }),
    networkctl: suite(
      '--no-pager --no-legend -a,--all -s,--stats -l,--full -n,--lines= --json= --version -h,--help',
      { 'list status lldp': reads('t*', ''), '*': acts('changes the network') },
      { bare: true, inherit: true },
    ),
    tc: suite(
      '-V,-Version -s,-stats,-statistics -d,-details -r,-raw -p,-pretty -j,-json -i,-iec -g,-graph -o,-oneline -t,-timestamp -color? !-b,-batch=r !-n,-netns=',
      {
        'qdisc class filter chain actions action': suite(
          '',
          { 'show list ls': reads('t*', ''), '*': acts('changes the network') },
          { bare: true },
        ),
        '*': acts('changes the network'),
      },
      { style: 'go' },
    ),
    bridge: suite(
      '-V,-Version -s,-stats,-statistics -d,-details -p,-pretty -j,-json -o,-oneline -t,-timestamp -color? !-b,-batch=r !-n,-netns=',
      {
        'link fdb mdb vlan vni': suite(
          '',
          { 'show list ls': reads('t*', ''), '*': acts('changes the network') },
          { bare: true },
        ),
        '*': acts('changes the network'),
      },
      { style: 'go' },
    ),
    iw: suite('--version --debug', {
      dev: suite('', { '*': acts('changes the network') }, { bare: true }),
      'list phy': reads('', ''),
      reg: suite('', { get: reads('', ''), '*': acts('changes the network') }),
      '*': acts('changes the network'),
    }),
    'firewall-cmd': reads(
      '',
      '-V,--version -h,--help -q,--quiet --permanent --zone= --state --get-default-zone --get-active-zones --get-zones --get-services --list-all --list-all-zones --list-ports --list-services --list-interfaces --list-sources --list-protocols --list-forward-ports --list-rich-rules',
    ),
    'brctl ifup ifdown dhclient': acts('may change the network', 't*', '-V --version'),
  }
}
