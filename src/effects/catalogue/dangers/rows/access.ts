/**
 * Part of the danger catalogue, data: permissions, and what starts by itself or is trusted from then on. The format is
 * described in `table.ts`.
 */

import type { Family } from '../table.ts'

export const ACCESS: readonly Family[] = [
  [
    'permissions',
    `
    setcap | @operand !-v !-r | high | Gives a program rights of root
    chattr | =+i =+a =-i | medium | Changes the protection of files
    chattr | -i -a @operand | medium | Changes the protection of files
    chflags | @operand | medium | Changes the protection of files
    setcap | -r | medium | Takes rights from a program
    setfacl | -m --modify -b -x -k -M --set --set-file =/etc* =/usr* =/var* =/root* =/bin* =/lib* | medium | Changes who may reach files of the system
    setfacl | -b -X -k -R --remove-all --recursive | medium | Changes who may reach files
    setfacl | =o::* =other::* =o:* =*,o::* | medium | Opens files to everybody, or closes them to all
    chcon | -R --recursive | medium | Changes what mandatory access control knows of a whole tree
    xattr | -c -d -r | low | Deletes attributes, such as where a file came from
    umask | =000 =0 =0000 | medium | Makes every new file writable for everybody
    xhost | =+ | high | Opens the display to everybody
    `,
  ],
  [
    'persistence',
    `
    systemctl enable/link/edit/add-wants/add-requires | | high | Has a service start by itself from now on
    launchctl load/bootstrap/enable/submit | | high | Has a service start by itself from now on
    direnv allow/permit/grant | | medium | Has every shell run what a folder says when it is entered
    update-rc.d | =defaults =enable | high | Has a service start by itself from now on
    chkconfig | =on | high | Has a service start by itself from now on
    rc-update add | | high | Has a service start by itself from now on
    schtasks/schtasks.exe | =/create =/Create =/CREATE =/delete =/change | high | Plans a task
    sc/sc.exe create/config/delete | | high | Changes services
    ssh-import-id/ssh-import-id-gh/ssh-import-id-lp | @operand | high | Gives keys of somebody access to this machine
    ssh-copy-id | @operand | high | Gives a key access to another machine
    ssh-keygen | &-f =*/.ssh/id_rsa =*/.ssh/id_ed25519 =*/.ssh/id_ecdsa =*/.ssh/id_dsa =/etc/ssh/* !-l !-y !-e !-i !-F !-R !-B !-H !-s !-Y !-k !-L | medium | Makes a key in the place of the one that is there
    ssh-keygen | -R | low | Forgets a known host, so that the next connection is not checked
    systemd-run | --on-calendar --on-boot --on-active --on-startup --on-unit-active | high | Plans a command for later
    loginctl enable-linger | | medium | Lets processes outlive the login
    npm/pnpm set | =script-shell* =registry* =*:registry* =init-module* =node-options* =globalconfig* =shell=* =git=* | critical | Has later commands run another program, or fetch packages from elsewhere
    npm/pnpm/yarn config/c set | =script-shell* =registry* =*:registry* =init-module* =node-options* =globalconfig* =shell* =git | critical | Has later commands run another program, or fetch packages from elsewhere
    yarn config set | =npmRegistryServer* =yarnPath* | critical | Has later commands run another program, or fetch packages from elsewhere
    pip/pip3 config set | =*index-url* =*find-links* =*.proxy =*trusted-host* =*constraint* =*requirement* | critical | Has later commands fetch packages from elsewhere
    go env | &-w =*-toolexec* =*-exec=* =GOAUTH=* | critical | Has later builds run another program
    npm/pnpm/yarn config set ignore-scripts false/0/null | | high | Has packages run programs when they are installed
    npm set ignore-scripts false/0/null | | high | Has packages run programs when they are installed
    npm set | =script-shell* =registry* =prefix* =ignore-scripts=false* =ignore-scripts=0 =ignore-scripts=null =ignore-scripts= =*_authToken* =node-options* | high | Changes where packages come from or how they run
    npm/pnpm/yarn config set | =script-shell* =registry* =prefix* =ignore-scripts=false* =ignore-scripts=0 =ignore-scripts=null =ignore-scripts= =cafile* =strict-ssl* =*registry* =init-module* =*_authToken* =node-options* =globalconfig* =proxy* =https-proxy* | high | Changes where packages come from or how they run
    yarn config set | =npmRegistryServer* =npmAuthToken* =yarnPath* | high | Changes where packages come from or how they run
    npm/pnpm pkg set | =scripts.preinstall* =scripts.install* =scripts.postinstall* =scripts.prepare* | medium | Has every later install run something
    go env | &-w =GOPROXY=* =GOFLAGS=* =GOSUMDB=* =GONOSUMDB=* =GOTOOLCHAIN=* =CC=* | medium | Changes where packages come from, or what builds run
    conda/mamba config | --add --append --prepend =http://* =https://* =file:* | medium | Changes where packages come from
    aws configure set | =*credential_process =*endpoint_url =*ca_bundle | critical | Has every later command run a program
    gemini extensions install/link | | medium | Adds code that the agent runs
    git init | --template | medium | Has git run something at later commands
    trap | =DEBUG | low | Runs something before every later command
    pip/pip3 config set | =*.python =*.target =*.prefix =*.root | medium | Changes what later commands run, or where they install
    gem sources | -a --add -r --remove | medium | Changes where packages come from
    apt-key add/adv | | high | Trusts another source of packages
    add-apt-repository/apt-add-repository | @operand | high | Trusts another source of packages
    dnf/yum config-manager | --add-repo | high | Trusts another source of packages
    yum-config-manager | --add-repo | high | Trusts another source of packages
    zypper ar/addrepo | | high | Trusts another source of packages
    mkcert | -install | medium | Trusts another certificate authority
    update-ca-certificates/update-ca-trust | | medium | Trusts other certificate authorities
    trust anchor/extract-compat | @operand | high | Trusts another certificate authority
    pm2 startup | | high | Has a service start by itself from now on
    code/codium/cursor | --install-extension | medium | Adds code that the editor runs
    claude/codex/gemini/qwen mcp add/add-json | | medium | Adds a program that the agent runs
    gh ssh-key/gpg-key add/delete/remove | | high | Changes which keys open the account
    gh repo deploy-key add/delete | | high | Changes which keys open a repository
    funcsave | @operand | medium | Keeps a function for every later shell
    gh extension install/upgrade | | medium | Adds code that later commands run
    gh alias set/import | --shell -s | medium | Adds code that later commands run
    gh config set | =editor =pager =browser | medium | Has later commands run another program
    gh alias set | =!* | medium | Adds code that later commands run
    new-service/set-service/new-scheduledtask/register-scheduledtask | | high | Has something start by itself from now on
    kubectl/oc config set-credentials | --exec-command | critical | Has every later command run a program
    security add-trusted-cert | | high | Trusts another certificate authority
    certutil | -addstore -A -f | high | Trusts another certificate authority
    batch | | medium | Plans a command for later
    at | @operand !-l !-r !-d !-c | medium | Plans a command for later
    defaults write | =com.apple.loginwindow =loginwindow | high | Runs something at login
    `,
  ],
]
