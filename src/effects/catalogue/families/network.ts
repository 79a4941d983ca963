/**
 * Part of the command catalogue: programs that talk to other hosts. They are never read-only, because even looking up a
 * name gives something away.
 */

import {
  curlDetours,
  fetchesLists,
  hostsOfOptions,
  maybeFiles,
  requestItems,
  socatAddresses,
  toldWhatToMove,
} from '../grammars/transfers.ts'
import { curlFetched, fetchedByName, httpFetched, wgetFetched } from '../grammars/fetched.ts'
import { keyFile } from '../grammars/written-files.ts'
import { onlyBare } from '../grammars/operand-words.ts'
import { acts, reads, suite, type Family, type Guard, type Spec } from '../spec.ts'

export function network(): Family {
  const all =
    (one: Guard, other: Guard): Guard =>
    (draft) => {
      one(draft)
      other(draft)
    }
  const connects = (args: string, flags: string, more?: Partial<Spec>) =>
    acts('talks to another host', args, flags, more)

  const SSH =
    '-4 -6 -A -a -C -f -G -g -K -k -N -n -q -s -T -t -V -v -X -x -Y -y -B= -b= -c= -D= -E=w -e= -F=r -I= -i=r -J=u -L= -l= -m= -O= -o=x -P= -p= -Q= -R= -S= -W=u -w='

  return {
    curl: connects(
      'u*',
      `-a,--append --anyauth --basic --cacert=r --capath=r -E,--cert=r --cert-status --cert-type= --ciphers= --compressed -K,--config=q
     --connect-timeout= --connect-to= -C,--continue-at= -b,--cookie=b -c,--cookie-jar=w --create-dirs --crlf --crlfile=r -d,--data=a
     --data-ascii=a --data-binary=a --data-raw= --data-urlencode=k --digest -q,--disable --disallow-username-in-url --dns-servers=u --doh-url=u
     -D,--dump-header=w --engine=x --etag-compare=r --etag-save=w -f,--fail --fail-early --fail-with-body -F,--form=f --form-string= -G,--get
     -g,--globoff --haproxy-protocol -I,--head -H,--header=a -h,--help --hsts=w --alt-svc=w --http0.9 -0,--http1.0 --http1.1 --http2
     --http2-prior-knowledge --http3 --http3-only -i,--include,--show-headers -k,--insecure --interface= -4,--ipv4 -6,--ipv6 --json=a
     --keepalive-time= --key=r --key-type= --libcurl=w --limit-rate= -l,--list-only --local-port= -L,--location --location-trusted --mail-from=
     --mail-rcpt= -M,--manual --max-filesize= --max-redirs= -m,--max-time= --negotiate -n,--netrc --netrc-file=r --netrc-optional -:,--next
     --no-alpn -N,--no-buffer --no-clobber --no-keepalive --no-progress-meter --no-sessionid --noproxy= --ntlm --oauth2-bearer= -o,--output=w
     --output-dir=w -Z,--parallel --parallel-immediate --parallel-max= --pass= --path-as-is --pinnedpubkey= --post301 --post302 --post303
     --preproxy=u -#,--progress-bar --proto= --proto-default= --proto-redir= -x,--proxy=u --proxy-header=a -U,--proxy-user= -p,--proxytunnel
     --pubkey=r -Q,--quote= -r,--range= --rate= --raw -e,--referer= -J,--remote-header-name -O,--remote-name --remote-name-all -R,--remote-time
     --remove-on-error -X,--request= --request-target= --resolve= --retry= --retry-all-errors --retry-connrefused --retry-delay=
     --retry-max-time= -S,--show-error -s,--silent --socks4=u --socks4a=u --socks5=u --socks5-hostname=u -Y,--speed-limit= -y,--speed-time= --ssl
     --ssl-reqd -2,--sslv2 -3,--sslv3 --stderr=w --styled-output --tcp-fastopen --tcp-nodelay -t,--telnet-option= -z,--time-cond= --tls-max=
     -1,--tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace=w --trace-ascii=w --trace-time --unix-socket=r
     -T,--upload-file=r --url=u --url-query=k -B,--use-ascii -u,--user= -A,--user-agent= -v,--verbose -V,--version -w,--write-out=a --xattr --variable=k`,
      { guard: all(curlDetours, curlFetched) },
    ),
    wget: connects(
      'u*',
      `-V,--version -h,--help -b,--background -e,--execute=x -o,--output-file=w -a,--append-output=w -d,--debug -q,--quiet -v,--verbose -nv,--no-verbose
     -i,--input-file=q -F,--force-html -B,--base=u --config=q -t,--tries= -O,--output-document=w -nc,--no-clobber -c,--continue --progress=
     --show-progress -N,--timestamping -S,--server-response --spider -T,--timeout= -w,--wait= --waitretry= --random-wait --no-proxy -Q,--quota=
     --limit-rate= -4 -6 --user= --password= -nd,--no-directories -x,--force-directories -nH,--no-host-directories -P,--directory-prefix=w
     --cut-dirs= --http-user= --http-password= --header= --max-redirect= --proxy-user= --referer= -U,--user-agent= --load-cookies=r
     --save-cookies=w --post-data= --post-file=r --method= --body-data= --body-file=r --content-disposition --trust-server-names --no-check-certificate
     --certificate=r --private-key=r --ca-certificate=r -r,--recursive -l,--level= --delete-after -k,--convert-links -m,--mirror -p,--page-requisites
     -A,--accept= -R,--reject= -D,--domains= -np,--no-parent -H,--span-hosts -L,--relative !--use-askpass=x`,
      { guard: all(fetchesLists, wgetFetched) },
    ),
    'http https xh httpie': connects(
      'u u ?*',
      '-v,--verbose -j,--json -f,--form --multipart -h,--headers -b,--body -p,--print= -o,--output=w -d,--download -c,--continue -a,--auth= -A= --session= -F,--follow --verify= --timeout= --check-status --ignore-stdin -I -q,--quiet -s= --pretty= --raw= -S,--stream --version --help',
      { guard: all(requestItems, httpFetched) },
    ),
    'aria2c axel': connects('u*', '-d,--dir=w -o,--out=w -i,--input-file=q -x= -s= -j= -c -q --version --help -n=', {
      guard: all(fetchesLists, fetchedByName),
    }),
    lftp: connects('u*', '-e= -u= -p= -c= -f=q --norc -d -v --version --help', { guard: toldWhatToMove }),
    'gnutls-cli iperf iperf3 grpcurl sshuttle ntpdate rdate showmount snmpwalk snmpget rpcinfo': connects(
      'u*',
      '-p= -c=u -r=u -v -V -e -a -d -u -n -P= -t= --version --help --insecure',
      { guard: maybeFiles },
    ),
    'ldapsearch ldapmodify ldapadd ldapdelete': connects('t*', '-H=u -h=u -p= -D= -w= -y=r -W -b= -s= -x -Z -f=r -LLL'),
    smbclient: connects('u t*', '-L=u -I=u -U= -W= -N -c= -p= -m= -A=r', { guard: toldWhatToMove }),
    sshfs: connects('s w', '-o= -p= -C -f -d -F=r'),
    'mosquitto_pub mosquitto_sub kcat kafkacat nats': connects(
      't*',
      '-h=u -b=u -s=u -L=u -t= -m= -p= -u= -P -C -c= -e -q --help --version',
    ),
    'lynx w3m links elinks': connects('u*', '-dump -source -listonly -nolist -width= --version', { guard: maybeFiles }),
    ssh: acts('runs on another host', 'u t*', `${SSH} -M`, { guard: hostsOfOptions }),
    autossh: acts('runs on another host', 'u t*', `${SSH} -M=`, { guard: hostsOfOptions }),
    scp: acts(
      'copies to or from another host',
      's* S',
      '-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v -c= -D=x -F=r -i=r -J=u -l= -o=x -P= -S=x -X=',
      { tree: '-r', into: true, guard: hostsOfOptions },
    ),
    sftp: connects(
      'u w',
      '-4 -6 -A -a -C -f -N -p -q -r -v -B= -b=q -c= -D=x -F=r -i=r -J=u -l= -o=x -P= -R= -S=x -s=',
      {
        guard(draft) {
          toldWhatToMove(draft)
          hostsOfOptions(draft)
        },
      },
    ),
    'ssh-copy-id': acts('installs a key on another host', 'u', '-i=r -f -n -p= -o=x'),
    'ssh-keygen': reads(
      't*',
      '-l -v -B -f=r -E= -F= !-H -y !-t= !-b= !-C= !-N= !-P= !-p !-R= !-q !-m= !-e !-i !-s=r !-I= !-A !-D=x !-w=x !-Y= !-K',
      { must: '-l -F', guard: keyFile },
    ),
    'ssh-add': reads('r*', '-l -L -E= -q -v !-d !-D !-t= !-x !-X !-K !-A', {
      must: '-l -L',
      guard: onlyBare('manages keys'),
    }),
    'ssh-keyscan': connects('u*', '-4 -6 -H -c -D -q -v -f=r -p= -T= -t='),
    'nc ncat netcat telnet rsh rlogin': connects('u t*', ''),
    'ftp tftp': connects('u t*', '', { guard: toldWhatToMove }),
    socat: connects('t*', '-d -D -v -x -u -U -t= -T= -b= -4 -6 -V -h', { style: 'go', guard: socatAddresses }),
    'ping ping6 fping arping': connects(
      'u*',
      '-4 -6 -a -A -b -B -c= -D -f -h -i= -I= -l= -L -m= -M= -n -O -p= -q -Q= -r -R -s= -S= -t= -T= -U -v -V -w= -W=',
    ),
    'traceroute tracepath mtr traceroute6': connects(
      'u*',
      '-4 -6 -n -m= -q= -w= -p= -I -T -U -r -c= -b -V --version --help',
    ),
    'dig drill delv': connects('u*', '-4 -6 -b= -c= -f=r -k=r -m -p= -q= -r -t= -u -v -x= -y='),
    'nslookup host': connects('u*', '-a -A -c= -C -d -l -n -N= -r -R= -s -t= -T -v -w -W= -4 -6 -m= -i -V'),
    resolvectl: suite('--no-pager', {
      'status statistics dns domain': reads('t', ''),
      '*': acts('looks up names', 'u*'),
    }),
    whois: connects(
      'u*',
      '-h=u -p= -I -H -a -d -l -q= -t= -v= -b -B -i= -K -L -m -M -r -R -S -T= -V= -x --help --version --verbose',
    ),
    finger: connects('u*', '-l -m -p -s'),
    'nmap masscan rustscan nikto sqlmap': connects(
      'u*',
      '-V --version -oN=w -oX=w -oG=w -oA=w -iL=r -sn -sS -sV -p= -A -Pn',
      {
        style: 'go',
      },
    ),
    'mail mailx sendmail mutt msmtp swaks': acts(
      'sends mail',
      't*',
      '-s= -a=r -c= -b= -r= -S= --server=u --host=u --port= -t,--to= -f,--from=',
    ),
    openssl: {
      flags: '',
      subs: {
        version: reads('', '-a -b -d -e -f -o -p -r -v', { style: 'go' }),
        x509: reads(
          '',
          '-in=s -inform= -outform= -out=w -noout -text -subject -issuer -dates -startdate -enddate -serial -fingerprint -sha1 -sha256 -md5 -pubkey -modulus -hash -subject_hash -issuer_hash -email -ocsp_uri -purpose -checkend= -checkhost= -nameopt= -certopt= -ext= -alias -help',
          { style: 'go' },
        ),
        'req crl pkcs7': reads(
          '',
          '-in=s -inform= -outform= -out=w -noout -text -subject -pubkey -modulus -verify -nameopt= -fingerprint -issuer -lastupdate -nextupdate -print_certs -help',
          { style: 'go', must: '-noout' },
        ),
        asn1parse: reads('', '-in=r -inform= -i -length= -offset= -dump -dlimit= -strparse= -noout -out=w', {
          style: 'go',
        }),
        'dgst md5 sha1 sha224 sha256 sha384 sha512': reads(
          'r*',
          '-md5 -sha1 -sha224 -sha256 -sha384 -sha512 -c -r -hex -binary -list -hmac= -out=w',
          {
            style: 'go',
          },
        ),
        'ciphers list': reads(
          't*',
          '-v -V -s -tls1 -tls1_1 -tls1_2 -tls1_3 -stdname -commands -digest-commands -cipher-commands -digest-algorithms -cipher-algorithms -public-key-algorithms -providers -1',
          { style: 'go' },
        ),
        verify: reads('s*', '-CAfile=r -CApath=r -untrusted=s -purpose= -verbose -show_chain -partial_chain', {
          style: 'go',
        }),
        's_client s_server ocsp s_time': connects('u*', '-connect=u -host=u -proxy=u -servername= -showcerts -port=', {
          style: 'go',
          guard: maybeFiles,
        }),
        // With `-pubin`, nothing but a public key is taken from the file.
        'rsa pkey ec': reads(
          '',
          '-in=s -inform= -outform= -out=w -noout -text -text_pub -modulus -pubin -pubout -conv_form= -param_out -help',
          { style: 'go', must: '-pubin -help' },
        ),
        'genrsa genpkey pkcs12 pkcs8 enc ca dhparam ecparam cms smime ts passwd engine rehash kdf': acts(
          'makes or opens keys',
          't*',
          '-in=r -out=w',
          { style: 'go' },
        ),
        prime: reads('t*', '-hex -checks= -generate -bits= -safe -help', { style: 'go' }),
        errstr: reads('t*', ''),
        rand: reads('t', '-hex -base64 -out=w', { style: 'go' }),
        base64: reads('', '-d -e -A -in=r -out=w', { style: 'go' }),
        help: reads('t*', ''),
      },
    },
    'gpg gpg2': reads(
      'r*',
      `-k,--list-keys,--list-public-keys -K,--list-secret-keys --fingerprint --keyid-format= --with-colons --with-fingerprint
     --with-subkey-fingerprint --with-keygrip --version --help !-o,--output=w !-d,--decrypt !-e,--encrypt !-s,--sign !--verify
     !--keyserver=u !--recv-keys !--recv`,
      { must: '-k --list-keys -K --list-secret-keys --fingerprint --version --help' },
    ),
    'aws-vault pass op bw': acts('opens secrets', 't*', '--version'),
    vault: suite('-v,--version -h,--help', { version: reads('', ''), '*': acts('opens secrets', 't*', '') }),
    'ngrok cloudflared tailscale wg wg-quick openvpn': acts('opens a way into or out of this host', 't*', '--version'),
    'tcpdump tshark': acts('records network traffic', 't*', '-w=w -r=r -i= -n -c= --version'),
  }
}
