/** Part of the danger catalogue, data: publishing, code from elsewhere and data that leaves. The format is described in `table.ts`. */

import type { Family } from '../table.ts'

export const SUPPLY: readonly Family[] = [
  [
    'publish',
    `
    npm/pnpm/yarn/bun publish | !--dry-run !-n | high | Publishes a package to everybody
    yarn npm publish | !--dry-run | high | Publishes a package to everybody
    npm/pnpm/yarn unpublish/deprecate | !--dry-run | high | Takes a published package away
    npm/pnpm/yarn dist-tag add/rm | | medium | Changes what others install
    npm/pnpm/yarn owner/access/token/team/org add/rm/revoke/create/grant/edit/destroy/public/restricted | | high | Changes who may publish
    lerna publish | | high | Publishes packages to everybody
    changeset publish | | high | Publishes packages to everybody
    semantic-release | !--dry-run !-d | high | Publishes packages to everybody
    release-it/np | !--dry-run !--preview | high | Publishes packages to everybody
    nx release | !--dry-run !-d | high | Publishes packages to everybody
    jsr/deno publish | !--dry-run | high | Publishes a package to everybody
    cargo publish | !--dry-run !-n | high | Publishes a package to everybody
    cargo yank/owner | | high | Takes a published package away or changes its owners
    python/python3 twine upload | &-m | high | Publishes a package to everybody
    twine upload | | high | Publishes a package to everybody
    poetry/uv/flit/hatch/pdm/rye/maturin publish/upload | !--dry-run | high | Publishes a package to everybody
    python/python3 setup.py * | =upload =register | high | Publishes a package to everybody
    python/python3 setup.py upload/register | | high | Publishes a package to everybody
    gem push/yank/owner | | high | Publishes a package or takes it away
    rake release | | high | Publishes a package to everybody
    mvn/mvnw deploy/release:perform/deploy:deploy-file/nexus-staging:release | !-DskipDeploy | high | Publishes artifacts
    mvn/mvnw clean deploy | | high | Publishes artifacts
    mvn/mvnw * deploy | | high | Publishes artifacts
    gradle/gradlew publish/publishToMavenCentral/uploadArchives/publishPlugins/publishAllPublicationsTo* | !-m !--dry-run | high | Publishes artifacts
    sbt publish/publishSigned/release | | high | Publishes artifacts
    dotnet nuget push/delete | | high | Publishes a package or takes it away
    nuget push/delete | | high | Publishes a package or takes it away
    mix hex.retire | | high | Takes a published package away
    conan/snapcraft upload/release/upload-metadata | | high | Publishes a package to everybody
    oras push | | medium | Publishes an artifact
    expo publish | | high | Publishes an application
    chrome-webstore-upload upload/publish | | high | Publishes an extension
    mix hex.publish | !--dry-run | high | Publishes a package to everybody
    pod trunk push/delete/deprecate | | high | Publishes a package or takes it away
    cabal/stack upload | | high | Publishes a package to everybody
    dart/flutter pub publish | !--dry-run !-n | high | Publishes a package to everybody
    luarocks upload | | high | Publishes a package to everybody
    vsce/ovsx publish/unpublish | | high | Publishes an extension
    helm push | | medium | Publishes a chart
    conda/anaconda upload | | high | Publishes a package
    gh release create/upload/edit | | medium | Publishes a release
    goreleaser release | !--snapshot !--skip=publish | high | Publishes a release
    fastlane deliver/supply/pilot/release | | high | Publishes an application
    eas submit/update | | high | Publishes an application
    vercel/vc deploy | --prod | medium | Deploys to production
    netlify deploy | --prod -p | medium | Deploys to production
    firebase deploy | | medium | Deploys to production
    wrangler deploy/publish | !--dry-run | medium | Deploys to production
    fly/flyctl deploy | | medium | Deploys to production
    cap/kamal deploy/production | | medium | Deploys
    `,
  ],
  [
    'remote-code',
    `
    pip/pip3/pipx/uv install | =git+* =http://* =https://* =hg+* =svn+* | high | Installs and runs code straight from an address
    pip/pip3 install | --index-url --extra-index-url -i --trusted-host | medium | Installs packages from another index
    uv pip install | =git+* =http://* =https://* | high | Installs and runs code straight from an address
    npm/pnpm/yarn/bun install/i/add | =git+* =http://* =https://* =git://* | high | Installs and runs code straight from an address
    npx/pnpx/bunx | =git+* =http://* =https://* | high | Installs and runs code straight from an address
    npm/pnpm/yarn exec/dlx | =git+* =http://* =https://* | high | Installs and runs code straight from an address
    cargo install | --git | high | Installs and runs code straight from an address
    gem install | --source -s | medium | Installs packages from another index
    deno run | -A --allow-all | high | Runs code with every right
    deno run | =http://* =https://* | high | Runs code straight from an address
    kubectl/oc/k apply/create | =http://* =https://* | high | Applies objects straight from an address
    nc/ncat/netcat/nc.traditional/nc.openbsd | -e --exec -c --sh-exec --lua-exec | high | Connects a program to the network
    powershell/pwsh/powershell.exe | -EncodedCommand -encodedcommand -enc -ec -e -Enc | high | Runs a hidden script
    mshta/regsvr32/rundll32/certutil | =http://* =https://* -urlcache =*/i:http* | high | Runs code straight from an address
    bitsadmin | =/transfer =/Transfer | medium | Downloads in the background
    source/. | =/dev/tcp/* | high | Runs code from the network
    msfvenom/msfconsole | | high | Builds or runs an attack
    `,
  ],
  [
    'exfiltration',
    `
    security find-generic-password/find-internet-password/dump-keychain/export | | high | Reads passwords from the keychain
    secret-tool lookup/search | | medium | Reads passwords from the keyring
    gcore/procdump | @operand | medium | Copies a process's memory
    tcpdump/tshark/dumpcap | -w | medium | Records network traffic
    ngrok/localtunnel/lt/cloudflared/bore/serveo http/tcp/tunnel/start/local | | medium | Opens this machine to the network
    ssh | -R | medium | Opens this machine to another one
    transfer.sh/croc/wormhole send | | medium | Sends files to somebody
    gist/pastebinit/termbin | @operand | medium | Publishes text
    gh gist create | | medium | Publishes text
    `,
  ],
]
