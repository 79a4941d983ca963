/**
 * Part of the command catalogue, data: the places where programs are given files that no table knows. Read by
 * `named-files.ts`.
 */

/** A literal in a call (`cat(".env")`, `lookup('file', '.env')`). */
const LITERAL = /[(,]\s*["'`]([^"'`\s]+)["'`]/gu

/** Programs, and the place of a file's name inside one of their words. */
export const INSIDE: readonly (readonly [names: string, patterns: readonly RegExp[]])[] = [
  [
    'wget',
    [
      /^(?:-e|--execute=)?\s*(?:post_?file|body_?file|input|load_?cookies|ca_?certificate|certificate|private_?key)\s*=\s*(.+)$/gisu,
    ],
  ],
  ['gh', [/^[\w.[\]-]+=@(.+)$/gsu]],
  ['curl', [/;headers="?[@<]([^;,"]+)/gu, /^(?:--url=)?@(.+)$/gsu, /^(?:--ech=)?ecl:@(.+)$/gsu]],
  ['sqlite3', [/^\.ar(?:chive)?\s(?:.*\s)?(\S+)$/gsu]],
  ['openssl', [/^file:(.+)$/gsu]],
  // `concat:a|b`, `subfile,,start,0,end,9,,:x`, `drawtext=textfile=x:y=1`, `movie=x`; the name of a host is no file.
  [
    'ffmpeg ffprobe ffplay mpv',
    [
      /(?<![:,|=])[:,|=]+(?!(?<=\b(?:https?|ftps?|sftp|rtmps?|rtsps?|rtp|srt|tcp|udp|tls):)\/\/)([^:,|=\s'"]*[./][^:,|=\s'"]*)/gu,
    ],
  ],
  ['tex latex pdftex pdflatex luatex lualatex xetex xelatex', [/\{([^{}\s]+)\}/gu, /\\(?:input|include)\s+(\S+)/gu]],
  ['rpm rpmbuild rpmspec', [/%\{(?:load|uncompress|basename|include):([^}]+)/gu, /%include\s+(\S+)/gu]],
  ['exiftool', [/^-(?:csv|json)\+?=(.+)$/gsu]],
  ['identify convert magick mogrify montage composite', [/^@(.+)$/gsu]],
  ['vi vim nvim view ex gvim', [LITERAL, /(?<=\bl?(?:vim)?grep(?:add)?!?[ \t][^|\n]{0,200})(?<=\s)([^\s|]+)/gu]],
  ['less more zless', [/^\+:[ex][ \t]*(\S+)/gu]],
  ['rclone', [/^:local(?:,[^:]*)?:(.+)$/gsu]],
  ['gs', [/\(([^()\s]+)\)\s*(?:\(r|run\b|\.runlibfile)/gu]],
  ['mysql mariadb', [/\bload_file\s*\(\s*["']([^"']+)/giu]],
  ['q textql', [/\b(?:from|join)\s+(\S+)/giu]],
  ['bun cargo', [/^(\.[^\s]+)$/gu]],
  ['ipython jupyter-console', [/%\w+[ \t]+([^\s]+)/gu]],
  // Code in an option or an operand.
  ['pylint mix stack bb php python python3 yarn nim', [LITERAL, /(?<=\w[ \t(])"([^"\s]+)"/gu]],
  ['gdb lldb', [/\bsource\s+(\S+)/gu]],
  ['rsync', [/^(?:merge|dir-merge|[.:])[,\w!/-]*\s+(\S+)/gu, /^--filter=(?:merge|dir-merge|[.:])[,\w!/-]*\s+(\S+)/gu]],
  ['ansible ansible-playbook ansible-console', [LITERAL, /^[\w-]+@(.+)$/gsu, /^--vault-id=[\w-]*@(.+)$/gsu]],
  ['nix nix-instantiate nix-build', [/\b(?:readFile|readDir|import|path)\s+["']?([^\s"';)]+)/gu]],
  ['mongo mongosh', [LITERAL]],
  ['cqlsh', [/'([^'\s]+)'/gu]],
  ['snowsql snow', [/\bput\s+'?file:\/\/([^\s']+)/giu]],
  ['tshark wireshark', [/^lua_script\d*:(.+)$/gsu]],
  ['dotnet', [/^--(?:load|use):(.+)$/gsu]],
  ['docker podman nerdctl', [/^(?:--security-opt=)?seccomp=(.+)$/gsu, /^(?:--ssh=)?default=(.+)$/gsu]],
  ['psql', [/\\copy\b[^\n]{0,500}?\bfrom\s+([^\s;'"]+)/giu, /\b(?:passfile|ssl\w+|service\w*)=([^\s&'"]+)/gu]],
  ['jq gojq jaq', [/\b(?:import|include)\s+"([^"]+)"/gu]],
  ['xmlstarlet xsltproc', [/\bdocument\(\s*["']([^"']+)["']/gu]],
  ['clang-format', [/^(?:--?(?:fallback-)?style=)?file:(.+)$/gsu, /\bfile:([^\s,}"']+)/gu]],
  ['yamllint', [/\bextends:\s*["']?([^\s,}"']+)/gu]],
]

/** The same for files that they write. */
export const WRITTEN: readonly (readonly [names: string, patterns: readonly RegExp[]])[] = [
  ['wget', [/^(?:-e|--execute=)?\s*(?:output_?document|log_?file|dir_?prefix|save_?cookies)\s*=\s*(.+)$/gisu]],
  ['ansible', [/(?:^|\s)(?:path|dest)=["']?([^\s"']+)/gu]],
  ['exiftool', [/^-(?:filename|testname|directory)[<=]+(.+)$/gisu]],
  ['dotnet', [/^[-/]bl[:=](.+)$/gsu, /^(?:--diag|-d|--results-directory)[:=](.+)$/gsu]],
  ['consul-template', [/^[^:]+:([^:]+)/gu]],
  ['vault', [/^file_path=(.+)$/gsu]],
  [
    'vi vim nvim view ex gvim',
    [/\bwritefile\(.*["']([^"']+)["']\s*[,)]/gsu, /^-V\d*([^\d\s].*)$/gsu, /\bredir?!?[ \t]*>{1,2}[ \t]*([^\s|]+)/gu],
  ],
  ['less more zless', [/^\+[sS][ \t]+(\S+)/gu]],
  ['rclone', [/^:local(?:,[^:]*)?:(.+)$/gsu]],
  ['mlr', [/\b(?:tee|print\w*|emit\w*|dump)\b[^"\n]{0,100}>[ \t]*"([^"]+)"/gu]],
  ['yq', [/^(?:--split-exp=)?"([^"]+)"$/gu]],
  ['emacs', [/\(write-file\s+"([^"]+)"/gu]],
  ['mongo mongosh', [/\b(?:writeFile|appendFile)\w*\(\s*["'`]([^"'`]+)/gu]],
  ['gdb', [/\b(?:dump(?: \w+){1,2}|set logging file|save \w+|generate-core-file|gcore)\s+([^\s$]\S*)/gu]],
  ['mysql mariadb', [/(?:^|[;\n])[^\S\n]*(?:tee|\\T)\s+([^\s;]+)/gu]],
]

/** Programs, and options that are followed by a file that they read. */
export const OPTIONS: readonly (readonly [names: string, flags: string])[] = [
  ['sysctl', '-p --load -f'],
  [
    'curl',
    '--proxy-cacert --proxy-capath --proxy-cert --proxy-key --random-file --egd-file --ssl-sessions --knownhosts',
  ],
  ['http https xh httpie', '--cert-key --verify --session-read-only'],
  ['nmap', '-iL --excludefile --datadir --script-args-file --resume --servicedb --versiondb'],
  ['masscan', '-c --conf -iL --excludefile --resume'],
  ['sqlmap', '-r -l -m -c --load-cookies'],
  ['delv', '-a'],
  ['docker', '--label-file'],
  ['podman buildah skopeo', '--authfile --label-file --decryption-key'],
  ['kubectl oc k kubecolor', '--from-file --from-dir'],
  ['helm helmfile', '-f --values'],
  ['cargo', '--config'],
  ['az', '-s --source'],
  ['netlify', '-d --dir'],
  ['argocd', '--local'],
  ['flux', '--path'],
  ['caddy', '-r --root'],
]

/**
 * Programs that take whole folders, and the words with which they do so; no word means always. `>`: the last of several
 * operands is the target.
 */
export const FOLDERS: readonly (readonly [names: string, verbs: string])[] = [
  ['7z 7za 7zr 7zz', 'a u'],
  ['jar', 'c cf cvf cfm cfe -cf -cvf --create'],
  ['restic duplicati-cli', 'backup'],
  ['borg kopia', 'create'],
  ['bup', 'save index'],
  ['surge', ''],
  ['duplicity rdiff-backup unison', '>'],
  ['ipfs', 'add'],
  ['croc wormhole magic-wormhole', 'send'],
  ['azcopy', '> copy cp sync'],
  ['b2', '> sync'],
  ['mc', '> mirror cp put'],
  ['gcloud', '> scp'],
  ['rclone', 'serve'],
  ['wrangler', 'deploy publish'],
  ['buildah', 'copy add'],
  ['nix', 'add add-path add-file copy'],
]

/**
 * Programs that read the file of settings in their folder and show it or pass it on: words of which one must be given,
 * and words that must all be given.
 */
export const DEFAULTS: readonly (readonly [names: string, verbs: string, all: string])[] = [
  ['dotenvx', 'get run decrypt encrypt set', ''],
  ['dotenv', '', ''],
  ['python python3', 'list get run', 'dotenv -m'],
  ['env-cmd godotenv shdotenv', '', ''],
  // Other commands that they start receive the content as npm's scripts do, and do not show it by themselves.
  ['foreman honcho pipenv', 'env printenv export', 'run'],
  ['docker podman nerdctl', 'config convert', 'compose'],
  ['docker-compose podman-compose', 'config convert', ''],
  ['direnv', 'dotenv', ''],
  ['deno', '--env --env-file', ''],
]
