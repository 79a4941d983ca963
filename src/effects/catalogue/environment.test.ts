import { describe, expect, test } from 'vitest'
import { changesShell, changesVariables, envEffect } from './environment.ts'

describe('a variable that only colours, sizes or translates is harmless', () => {
  test.each([
    ['LANG', 'C'],
    ['LC_ALL', 'en_US.UTF-8'],
    ['TZ', 'Europe/Berlin'],
    ['NO_COLOR', '1'],
    ['FORCE_COLOR', '0'],
    ['CI', 'true'],
    ['NODE_ENV', 'test'],
    ['NODE_ENV', 'production'],
    ['PYTHONUNBUFFERED', '1'],
    ['RUST_LOG', 'my_crate=debug,hyper=info'],
    ['RUST_BACKTRACE', 'full'],
    ['DEBUG', 'app:*'],
    ['PORT', '3000'],
    ['GIT_PAGER', 'cat'],
    ['PAGER', ''],
    ['GIT_TERMINAL_PROMPT', '0'],
    ['CI', null],
    ['MAVEN_OPTS', '-Xmx2g -XX:MaxMetaspaceSize=512m'],
    ['GRADLE_OPTS', '-Dorg.gradle.daemon=false'],
    ['GOFLAGS', '-mod=vendor -count=1'],
    ['RUSTFLAGS', '-D warnings'],
    ['GO111MODULE', 'on'],
    ['DOCKER_BUILDKIT', '1'],
    ['PYTHONWARNINGS', 'ignore'],
    ['ASPNETCORE_ENVIRONMENT', 'Development'],
    ['BROWSER', 'none'],
    ['RUST_TEST_THREADS', '1'],
  ])('%s=%s', (name, value) => {
    expect(envEffect(name, value, 'npm')).toBe('harmless')
  })
})

describe('the same names with a value that could do more are not', () => {
  test.each([
    ['LANG', '../../tmp/x'],
    ['TZ', '/tmp/evil'],
    ['TZ', ':/tmp/evil'],
    ['TZ', '../../tmp/evil'],
    ['CI', '$(shell rm x)'],
    ['DEBUG', '`rm x`'],
    ['NODE_ENV', './evil'],
    ['PORT', '0; rm x'],
    ['TERM', '../x'],
    ['LANG', null],
    ['NODE_ENV', null],
    ['DEBUG', null],
    ['LC_ALL', 'x'.repeat(1000)],
    ['MAVEN_OPTS', '-Xmx2g -javaagent:x.jar'],
    ['MAVEN_OPTS', '-Xmx2g\t-javaagent:x.jar'],
    ['JAVA_TOOL_OPTIONS', '-Xmx2g -XX:OnError=x'],
    ['JAVA_TOOL_OPTIONS', '-XX:+UseGC\n-agentpath:x'],
    ['GOFLAGS', '-mod=vendor -toolexec=x'],
    ['GOFLAGS', '-mod=mod'],
    ['GOFLAGS', '-exec=x'],
    ['RUSTFLAGS', '-D warnings -Clinker=x'],
    ['GOTOOLCHAIN', 'go1.99'],
    ['PYTHONWARNINGS', 'error::x.Y'],
    ['BROWSER', './none'],
    ['AWS_PROFILE', 'dev'],
  ])('%s=%s', (name, value) => {
    expect(envEffect(name, value, 'npm')).not.toBe('harmless')
  })

  test('make reads every variable as a macro, so an unknown value is never harmless to it', () => {
    expect(envEffect('CI', null, 'make')).not.toBe('harmless')
    expect(envEffect('CI', null, null)).not.toBe('harmless')
    expect(envEffect('CI', '1', 'make')).toBe('harmless')
  })
})

describe('a variable that chooses code, configuration or a host is dangerous', () => {
  test.each(
    `PATH HOME SHELL IFS ENV BASH_ENV PS4 PROMPT_COMMAND SHELLOPTS BASHOPTS CDPATH GLOBIGNORE BASH_FUNC_ls%% LD_PRELOAD LD_LIBRARY_PATH
     DYLD_INSERT_LIBRARIES GIT_SSH_COMMAND GIT_DIR GIT_EXTERNAL_DIFF PAGER MANPAGER EDITOR VISUAL BROWSER LESSOPEN LESS NODE_OPTIONS
     NODE_PATH NPM_CONFIG_SCRIPT_SHELL npm_config_registry PYTHONPATH PYTHONSTARTUP PYTHONWARNINGS PERL5OPT PERL5LIB RUBYOPT RUBYLIB
     JAVA_TOOL_OPTIONS _JAVA_OPTIONS MAKEFLAGS RIPGREP_CONFIG_PATH XDG_CONFIG_HOME DOCKER_HOST KUBECONFIG AWS_ENDPOINT_URL AWS_PROFILE
     GH_HOST GH_PAGER HTTPS_PROXY https_proxy GOFLAGS RUSTC_WRAPPER CC TAR_OPTIONS GREP_OPTIONS POSIXLY_CORRECT COUNTERSIGN_MODE SSL_CERT_FILE
     RSYNC_RSH TF_CLI_ARGS PYTEST_ADDOPTS OPENSSL_CONF GCONV_PATH GLIBC_TUNABLES`
      .trim()
      .split(/\s+/u),
  )('%s', (name) => {
    expect(envEffect(name, './evil', 'ls')).toBe('dangerous')
    expect(envEffect(name, null, 'ls')).toBe('dangerous')
  })
})

test('a name on no list is unknown, also one that objects happen to have', () => {
  for (const name of ['FOO', 'X', 'MY_APP_TOKEN', 'constructor', '__proto__', 'lang', '']) {
    expect(envEffect(name, '1', 'ls')).toBe('unknown')
  }
})

describe('builtins that change what later commands mean', () => {
  test.each([
    ['export', 'variables'],
    ['declare', 'variables'],
    ['unset', 'variables'],
    ['alias', 'names'],
    ['hash', 'names'],
    ['enable', 'names'],
    ['set', 'options'],
    ['shopt', 'options'],
    ['source', 'code'],
    ['trap', 'code'],
    ['exec', 'code'],
    ['cd', 'directory'],
    ['umask', 'limits'],
  ])('%s changes %s', (program, change) => {
    expect(changesShell(program)).toBe(change)
  })

  test('ordinary programs change nothing', () => {
    for (const program of ['ls', 'echo', 'git', 'toString', 'constructor'])
      expect(changesShell(program)).toBeUndefined()
  })

  test('printf sets a variable only with -v', () => {
    expect(changesVariables('printf', '-v')).toBe(true)
    expect(changesVariables('printf', null)).toBe(true)
    expect(changesVariables('printf')).toBe(true)
    expect(changesVariables('printf', '%s\n')).toBe(false)
    expect(changesVariables('command', '-v')).toBe(false)
    expect(changesVariables('command', 'read')).toBe(true)
    expect(changesVariables('read', 'x')).toBe(true)
    expect(changesVariables('eval', 'x')).toBe(true)
    expect(changesVariables('ls', '-v')).toBe(false)
  })
})
