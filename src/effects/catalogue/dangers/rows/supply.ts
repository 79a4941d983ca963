/**
 * Part of the danger catalogue, data: publishing, code from elsewhere and data that leaves. The format is described in
 * `table.ts`.
 */

import type { Family } from '../table.ts'

export const SUPPLY: readonly Family[] = [
  [
    'publish',
    `
    npm/pnpm/yarn/bun publish/pub | !--dry-run !-n | high | Publishes a package to everybody
    yarn npm publish | !--dry-run | high | Publishes a package to everybody
    yarn workspace * publish | !--dry-run | high | Publishes a package to everybody
    yarn workspace * npm publish | !--dry-run | high | Publishes a package to everybody
    npm/pnpm/yarn unpublish/deprecate | !--dry-run | high | Takes a published package away
    npm/pnpm/yarn dist-tag add/rm | | medium | Changes what others install
    npm/pnpm/yarn owner/access/token/team/org add/rm/revoke/create/grant/edit/destroy/public/restricted/set | | high | Changes who may publish
    yarn/pnpm/bun lerna/changeset/jsr publish | !--dry-run | high | Publishes packages to everybody
    yarn/pnpm/bun semantic-release/release-it/np | !--dry-run !-d | high | Publishes packages to everybody
    lerna publish | | high | Publishes packages to everybody
    changeset publish | | high | Publishes packages to everybody
    npx/bunx *changesets* publish | !--dry-run | high | Publishes packages to everybody
    pnpm/yarn/bun dlx/x/exec *changesets* publish | !--dry-run | high | Publishes packages to everybody
    semantic-release | !--dry-run !-d | high | Publishes packages to everybody
    release-it/np | !--dry-run !--preview | high | Publishes packages to everybody
    nx release | !--dry-run !-d | high | Publishes packages to everybody
    jsr/deno publish | !--dry-run | high | Publishes a package to everybody
    cargo publish | !--dry-run !-n | high | Publishes a package to everybody
    cargo release | -x --execute | high | Publishes a package to everybody
    cargo workspaces/ws publish | !--dry-run | high | Publishes packages to everybody
    cargo yank | | high | Takes a published package away
    cargo owner | !--list !-l | high | Takes a published package away or changes its owners
    python/python3 twine upload | &-m | high | Publishes a package to everybody
    twine upload | | high | Publishes a package to everybody
    poetry/uv/flit/hatch/pdm/rye/maturin publish/upload | !--dry-run | high | Publishes a package to everybody
    python/python3 setup.py * | =upload =register | high | Publishes a package to everybody
    python/python3 setup.py upload/register | | high | Publishes a package to everybody
    gem push/yank | | high | Publishes a package or takes it away
    gem owner | -a --add -r --remove | high | Changes who may publish
    rake release | | high | Publishes a package to everybody
    mvn/mvnw deploy/release:perform/deploy:deploy-file/nexus-staging:release | !-DskipDeploy !-Dmaven.deploy.skip | high | Publishes artifacts
    mvn/mvnw clean deploy | !-Dmaven.deploy.skip | high | Publishes artifacts
    mvn/mvnw * deploy/release:perform | !-Dmaven.deploy.skip | high | Publishes artifacts
    python/python3 flit publish | &-m | high | Publishes a package to everybody
    mvn/mvnw jib:build | | medium | Pushes an image
    gradle/gradlew jib | | medium | Pushes an image
    gradle/gradlew publish/publishToMavenCentral/publishToSonatype/uploadArchives/publishPlugins/publishAllPublicationsTo*/bintrayUpload/*:publish/*:publishAllPublicationsTo*/closeAndRelease* | !-m !--dry-run | high | Publishes artifacts
    sbt publish/publishSigned/+publish/+publishSigned/release/sonatypeRelease/sonatypeBundleRelease | | high | Publishes artifacts
    dotnet nuget push/delete | | high | Publishes a package or takes it away
    nuget push/delete | | high | Publishes a package or takes it away
    mix hex.retire | | high | Takes a published package away
    conan/snapcraft/charmcraft/rockcraft upload/push/release/upload-metadata | | high | Publishes a package to everybody
    oras push | | medium | Publishes an artifact
    expo publish | | high | Publishes an application
    chrome-webstore-upload upload/publish | | high | Publishes an extension
    rebar3 hex publish/retire/revert | !--dry-run | high | Publishes a package or takes it away
    mix hex.publish | !--dry-run | high | Publishes a package to everybody
    pod repo push | | high | Publishes a package
    pod trunk push/delete/deprecate | | high | Publishes a package or takes it away
    cabal/stack upload | | high | Publishes a package to everybody
    dart/flutter pub publish | !--dry-run !-n | high | Publishes a package to everybody
    luarocks upload | | high | Publishes a package to everybody
    cpan-upload | @operand | high | Publishes a package to everybody
    vsce/ovsx publish/unpublish | | high | Publishes an extension
    helm push/cm-push | | medium | Publishes a chart
    conda/anaconda upload | | high | Publishes a package
    gh/glab release create/upload/edit | | medium | Publishes a release
    buildah/nerdctl/crane/ko push/publish | | medium | Publishes an image
    docker/podman/nerdctl compose push | | medium | Publishes images
    docker-compose/podman-compose push | | medium | Publishes images
    skopeo copy/sync * docker://* | | medium | Publishes an image
    lein deploy | | high | Publishes artifacts
    opam publish | | high | Publishes a package to everybody
    web-ext sign | | medium | Publishes an extension
    ansible-galaxy collection publish | | high | Publishes a package to everybody
    ansible-galaxy role import/delete | | high | Publishes a package or takes it away
    buf push | | medium | Publishes a schema
    huggingface-cli/hf upload/upload-large-folder | | medium | Publishes a model or data
    huggingface-cli/hf repo delete | | high | Deletes a published model or data
    kaggle datasets/kernels/models create/version/push | | medium | Publishes data
    surge | =*.surge.sh =./* =dist =build =public | medium | Publishes a site
    gh-pages | | medium | Publishes a site
    mkdocs gh-deploy | | medium | Publishes a site
    mike deploy | --push -p | medium | Publishes a site
    xcrun altool | --upload-app --upload-package | high | Publishes an application
    firebase appdistribution:distribute | | medium | Publishes an application
    goreleaser release | !--snapshot !--skip=publish !--skip-publish | high | Publishes a release
    goreleaser | @none !--snapshot | high | Publishes a release
    fastlane deliver/supply/pilot/release | | high | Publishes an application
    eas submit/update | | high | Publishes an application
    vercel/vc deploy | --prod | medium | Deploys to production
    vercel/vc/now | --prod @none | medium | Deploys to production
    vercel/vc/now | &--prod =. =./* =dist =build =public =out | medium | Deploys to production
    netlify deploy | --prod -p | medium | Deploys to production
    firebase deploy | | medium | Deploys to production
    wrangler deploy/publish | !--dry-run | medium | Deploys to production
    fly/flyctl deploy | | medium | Deploys to production
    cap/kamal deploy/production | | medium | Deploys
    supabase db push | !--dry-run | medium | Changes the schema of the linked project
    `,
  ],
  [
    'remote-code',
    `
    pip/pip3/pipx/uv install | =git+* =http://* =https://* =hg+* =svn+* | high | Installs and runs code straight from an address
    python/python3 pip install | &-m =git+* =http://* =https://* =hg+* =svn+* | high | Installs and runs code straight from an address
    pip/pip3 install | --index-url --extra-index-url -i --trusted-host | medium | Installs packages from another index
    easy_install/cpanm/luarocks | =http://* =https://* | high | Installs and runs code straight from an address
    brew/flatpak install | =http://* =https://* | high | Installs and runs code straight from an address
    conda/mamba/micromamba install/create | &-c =http://* =https://* | medium | Installs packages from another index
    cargo install | --index | medium | Installs packages from another index
    composer require | --repository | medium | Installs packages from another index
    snap install | --dangerous | medium | Installs packages past the checks
    docker/podman build | =http://* =https://* =git://* | high | Builds and runs code straight from an address
    ansible-pull | -U --url | high | Runs a playbook straight from an address
    helm/krew plugin install | =http://* =https://* | high | Installs and runs code straight from an address
    terraform/tofu init | -from-module | medium | Fetches code from an address
    uv pip install | =git+* =http://* =https://* | high | Installs and runs code straight from an address
    npm/pnpm/yarn/bun install/i/add | =git+* =http://* =https://* =git://* =github:* | high | Installs and runs code straight from an address
    npm/pnpm/yarn/bun install/i/add | --registry | medium | Installs packages from another index
    npx/pnpx/bunx | =git+* =http://* =https://* =github:* =gitlab:* | high | Installs and runs code straight from an address
    uvx/pipx | =git+* | high | Installs and runs code straight from an address
    npm/pnpm/yarn exec/dlx | =git+* =http://* =https://* | high | Installs and runs code straight from an address
    go run *@* | | medium | Fetches and runs code straight from an address
    nix run/shell/develop/build | =github:* =gitlab:* =sourcehut:* =git+* =http://* =https://* =tarball+* | high | Builds and runs code straight from an address
    nix-shell/nix-build/nix-env | =http://* =https://* | high | Builds and runs code straight from an address
    jbang/groovy/scala-cli/bb | =http://* =https://* | high | Runs code straight from an address
    uv run | =http://* =https://* | high | Runs code straight from an address
    uv tool run/install | =git+* =http://* =https://* | high | Installs and runs code straight from an address
    pipx run/install | =http://* =https://* | high | Installs and runs code straight from an address
    helm install/upgrade | =http://* =https://* | medium | Applies objects straight from an address
    ansible-galaxy install | =git+* =http://* =https://* | medium | Fetches code from an address
    ansible-galaxy collection/role install | =git+* =http://* =https://* | medium | Fetches code from an address
    cargo install | --git | high | Installs and runs code straight from an address
    rpm | =http://* =https://* | high | Installs and runs code straight from an address
    dnf/yum/zypper install/localinstall | =http://* =https://* | high | Installs and runs code straight from an address
    powershell/pwsh/powershell.exe | =*iex* =*IEX* =*Invoke-Expression* =*DownloadString* | high | Runs code that is computed or fetched
    gem install | --source -s | medium | Installs packages from another index
    deno run | -A --allow-all =http://* =https://* =jsr:* =npm:* =data:* | high | Runs code with every right
    brew tap | =http://* =https://* =git@* | medium | Trusts another source of packages
    deno/bun run/install | =http://* =https://* | high | Runs code straight from an address
    kubectl/oc/k apply/create | =http://* =https://* | high | Applies objects straight from an address
    nc/ncat/netcat/nc.traditional/nc.openbsd | -e --exec -c --sh-exec --lua-exec | high | Connects a program to the network
    powershell/pwsh/powershell.exe | -EncodedCommand -encodedcommand -enc -ec -e -Enc | high | Runs a hidden script
    mshta/regsvr32/rundll32/msiexec | =http://* =https://* =*/i:http* | high | Runs code straight from an address
    certutil | -urlcache | high | Downloads past the checks
    bitsadmin | =/transfer =/Transfer | medium | Downloads in the background
    source/. | =/dev/tcp/* | high | Runs code from the network
    msfvenom/msfconsole | | high | Builds or runs an attack
    mshta/rundll32/regsvr32/wscript/cscript | =javascript:* =vbscript:* | high | Runs code straight from an address
    start-bitstransfer | @operand | medium | Downloads in the background
    dpkg/apt/apt-get/dnf/yum/rpm | =/dev/fd/* =/proc/self/fd/* | high | Installs and runs code straight from an address
    `,
  ],
  [
    'exfiltration',
    `
    security find-generic-password/find-internet-password/dump-keychain/export | | high | Reads passwords from the keychain
    secret-tool lookup/search | | medium | Reads passwords from the keyring
    gcore/procdump | @operand | medium | Copies a process's memory
    tcpdump/tshark/dumpcap | -w | medium | Records network traffic
    localtunnel/lt | -p --port | medium | Opens this machine to the network
    gh repo create | &--push &--public | medium | Publishes the repository
    swaks | --attach --attach-name --body | medium | Sends files to somebody
    ngrok/localtunnel/lt/cloudflared/bore/serveo http/tcp/tunnel/start/local | | medium | Opens this machine to the network
    ssh/autossh | -R | medium | Opens this machine to another one
    tailscale funnel | =1* =2* =3* =4* =5* =6* =7* =8* =9* =http* =on | medium | Opens this machine to the network
    ztcp/zsocket | @operand !-L !-l | medium | Opens a connection
    transfer.sh/croc/wormhole/magic-wormhole send | | medium | Sends files to somebody
    ffsend upload/u | | medium | Sends files to somebody
    gist/pastebinit/termbin | @operand | medium | Publishes text
    gh gist create | | medium | Publishes text
    chisel client/server | @operand | high | Opens this machine to the network
    chisel server | !--help | high | Opens this machine to the network
    frpc/frps/rathole/zrok/pagekite/playit/gost/ligolo-agent/revsocks/iodine/dnscat/dnscat2/sish/boringproxy/inlets | !--help !-h !--version !-v | medium | Opens this machine to the network
    websocketd/gotty/ttyd/wetty/shellinaboxd/sshx/teleconsole/webtty | !--help !-h !--version !-V !-v | high | Gives the network a terminal on this machine
    tmate | !-V !-h | medium | Gives the network a terminal on this machine
    upterm host | | medium | Gives the network a terminal on this machine
    code/code-insiders/code-server tunnel | | medium | Opens this machine to the network
    devtunnel host | | medium | Opens this machine to the network
    x11vnc/vncserver/wayvnc | !-list !-kill !--help | medium | Opens this machine to the network
    rclone serve | @operand | medium | Offers files to the network
    jupyter/jupyter-lab/jupyter-notebook | --ip=0.0.0.0 --ip=* | medium | Opens this machine to the network
    send-mailmessage | -Attachments -attachments | medium | Sends files to somebody
    `,
  ],
]
