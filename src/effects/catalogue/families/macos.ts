/** Part of the command catalogue: programs that only macOS has, if they only look. */

import {
  changedAttributes,
  localCategory,
  onlyPrintedKeys,
  printedList,
  printedParts,
  readsDirectory,
} from '../grammars/macos.ts'
import { askedFirst } from '../grammars/machine.ts'
import { acts, inert, reads, suite, type Family } from '../spec.ts'

export function macos(): Family {
  const services = `-getinfo= -getdnsservers= -getsearchdomains= -getwebproxy= -getsecurewebproxy= -getsocksfirewallproxy= -getautoproxyurl=
  -getproxybypassdomains= -getairportnetwork= -getairportpower= -getmacaddress= -getMTU= -getmedia= -getcomputername -getcurrentlocation
  -listallnetworkservices -listallhardwareports -listnetworkserviceorder -listlocations -listpreferredwirelessnetworks=`
  const networkLooks = services.replaceAll('=', '').split(/\s+/u).join(' ')

  return {
    launchctl: suite('', {
      'list print print-disabled blame managername manageruid managerpid version': reads('t*', ''),
      '*': acts('changes services'),
    }),
    sw_vers: inert('', '-productName -productVersion -buildVersion --productName --productVersion --buildVersion', {
      style: 'go',
    }),
    system_profiler: reads('t*', '-json -xml -listDataTypes -detailLevel= -timeout=', { style: 'go' }),
    // The names of identities and certificates may be shown to anybody, but not what is stored under them.
    security: suite('', {
      'find-identity': reads('r*', '-v -p= -s='),
      'find-certificate': reads('r*', '-a -c= -e= -m -p -Z'),
      'list-keychains default-keychain login-keychain': reads('', '-d='),
      '*': acts('keys of the system', 't*', ''),
    }),
    defaults: suite('-currentHost', {
      'read read-type domains find help': reads('?*', '-g'),
      '*': acts('changes settings'),
    }),
    'mdls mdfind': reads('t*', '-name= -onlyin=r -count -0 -literal -interpret -nullMarker= -raw -plist=w', {
      style: 'go',
    }),
    mdutil: reads('m*', '-s -a -v', { must: '-s' }),
    diskutil: suite('', {
      'list info': reads('t*', '-plist -all', { style: 'go' }),
      'apfs ap': suite('', {
        'list listUsers listSnapshots': reads('t', '-plist', { style: 'go' }),
        '*': acts('changes disks'),
      }),
      '*': acts('changes disks'),
    }),
    hdiutil: suite('', { info: reads('', '-plist', { style: 'go' }), '*': acts('opens or makes an image') }),
    pmset: reads('t*', '-g', { style: 'go', must: '-g', guard: askedFirst }),
    scutil: reads('t*', '--dns --proxy --get= --nwi !-r=u !-w= !--set=', { must: '--dns --proxy --get --nwi' }),
    networksetup: reads('t*', services, { style: 'go', must: networkLooks }),
    ipconfig: suite('', {
      'getifaddr getoption getpacket getv6packet getsummary getiflist ifcount': reads('t*', ''),
      '*': acts('changes the network'),
    }),
    dscl: { style: 'words', guard: readsDirectory },
    dscacheutil: reads('t*', '-q= -a= -configuration -statistics', {
      style: 'go',
      must: '-q -configuration -statistics',
      guard: localCategory,
    }),
    'csrutil fdesetup': suite('', { status: reads('', ''), '*': acts('changes what guards the system') }),
    // Assessing something may ask a server.
    spctl: reads('', '--status', { must: '--status' }),
    tmutil: suite('', {
      'status listbackups latestbackup destinationinfo listlocalsnapshots listlocalsnapshotdates isexcluded version':
        reads('m*', '-X -m -t -d'),
      '*': acts('changes backups'),
    }),
    softwareupdate: reads('', '--history --all', { must: '--history' }),
    pkgutil: reads(
      't*',
      '--pkgs? --pkgs-plist --packages --pkg-info= --pkg-info-plist= --files= --file-info=m --groups --only-files --only-dirs --volume= -v,--verbose -h,--help',
      { must: '--pkgs --pkgs-plist --packages --pkg-info --pkg-info-plist --files --file-info --groups -h --help' },
    ),
    kextstat: inert('', '-l -k -a'),
    'hostinfo machine memory_pressure': inert('', ''),
    kmutil: suite('', {
      showloaded: reads('', '--list-only --sort --show= -V= --variant-suffix= --collection='),
      '*': acts('changes the kernel'),
    }),
    log: suite('', {
      'show stream stats': reads(
        't*',
        `--last= --start= --end= --predicate= --style= --info --debug --[no-]signpost --[no-]backtrace --[no-]loss --source --color= --process=
        --archive=r --file=r --timezone= --type= --level= --timeout= --overview --per-book --per-file`,
      ),
      help: reads('t*', ''),
      '*': acts('changes or collects logs'),
    }),
    nettop: reads('', '-P -n -x -d -c -l= -L= -m= -t= -J= -k= -s= -p=', { must: '-l -L' }),
    xattr: reads('m*', '-l -p -r -s -v -x -h,--help !-w !-d !-c', { guard: changedAttributes }),
    GetFileInfo: reads('m*', '-P -a? -c -d -m -t'),
    plutil: reads('r*', '-p -lint -help -s -type= -convert= -extract== -expect= -n -o=', {
      style: 'go',
      must: '-p -lint -help -type -convert -extract',
      guard: printedList,
    }),
    PlistBuddy: reads('r', '-c= -x -h', { must: '-c -h', guard: onlyPrintedKeys }),
    java_home: inert('', '-v,--version= -a,--arch= -V,--verbose -F,--failfast -X,--xml -h,--help !--exec=x'),
    vm_stat: inert('t', '-c='),
    ioreg: inert('', '-a -b -c= -d= -f -i -k= -l -n= -p= -r -S -t -w= -x'),
    lipo: reads('r*', '-info -archs -detailed_info', { style: 'go', must: '-info -archs -detailed_info' }),
    codesign: reads(
      'R*',
      '-d,--display -v,--verify --verbose? --deep --strict --xml --entitlements= -r,--requirements=',
      {
        must: '-d --display -v --verify',
        guard: printedParts,
      },
    ),
    dwarfdump: reads(
      'R*',
      '-u,--uuid --arch= --statistics --verify --debug-info --debug-line -a,--all -h,--help !-o=w',
    ),
    'dyld_info symbols': reads(
      'r*',
      '-dependents -platform -segments -exports -imports -objc -uuid -arch= -all_sections',
      { style: 'go', must: '-dependents -platform -segments -exports -imports -objc -uuid' },
    ),
    vtool: reads('r*', '-show -show-build -show-space -arch=', { style: 'go', must: '-show -show-build -show-space' }),
    atos: reads('t*', '-o=r -l= -arch= -p= -s= -i -d= -fullPath -offset', { style: 'go' }),
    sips: reads('r*', '-g,--getProperty= -1,--oneLine -h,--help', { must: '-g --getProperty -h --help' }),
    afinfo: reads('r*', '-b,--brief -r,--real -h,--help'),
    agvtool: suite('', {
      'what-version vers what-marketing-version mvers': reads('', '-terse -terse1', { style: 'go' }),
      '*': acts('changes versions of the project'),
    }),
    simctl: suite('', {
      'list help listapps appinfo get_app_container': reads('t*', '-j,--json -v,--verbose -e'),
      '*': acts('runs or changes simulators'),
    }),
    'devicectl xctrace': suite('', {
      list: reads('t*', '-h,--help'),
      'version help': reads('t*', ''),
      '*': acts('runs or changes devices'),
    }),
    'xcode-select': reads('', '-p,--print-path -v,--version -h,--help', {
      must: '-p --print-path -v --version -h --help',
    }),
    jot: inert('t*', '-b= -c -n -p= -r -s= -w='),
  }
}
