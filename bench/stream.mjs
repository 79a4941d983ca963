/**
 * The input for all measurements of decisions: rules and calls as agents and their users make them, from a fixed seed.
 *
 * Rules: 60 % command prefixes, 25 % paths, 15 % MCP tools; 70 % allow, 15 % ask, 15 % deny. Calls: 70 % shell, half of
 * them compound, 20 % files, 10 % MCP.
 */

const PROGRAMS = words(
  'git npm pnpm yarn cargo go make docker kubectl terraform python3 node pytest ruff eslint tsc jq rg',
)
const SUBCOMMANDS = words(
  'run test build status diff log push pull fetch add commit install list get apply plan fmt check',
)
const FOLDERS = words('src lib test docs web api server client packages scripts config internal cmd pkg')
const NAMES = words('main index util user order cart auth session store model view page form table list item')
const ENDINGS = words('ts js py go rs md json yaml css html')
const SERVERS = words('github slack linear jira sentry figma notion postgres')

/** A small random generator with a seed, so that every run measures the same. */
export function random(seed) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (count) => Math.floor(next() * count)
  return { next, below, one: (list) => list[below(list.length)] }
}

/** `count` rules as a policy; a smaller set is the beginning of a larger one. */
export function rules(count) {
  const draw = random(7)
  const policy = { allow: [], ask: [], deny: [] }
  const seen = new Set()
  for (let made = 0; made < count;) {
    const sort = draw.next()
    const rule = sort < 0.6 ? shellRule(draw, made) : sort < 0.85 ? pathRule(draw, made) : mcpRule(draw, made)
    const fate = draw.next()
    if (seen.has(rule)) continue
    seen.add(rule)
    policy[fate < 0.7 ? 'allow' : fate < 0.85 ? 'ask' : 'deny'].push(rule)
    made++
  }
  return policy
}

function shellRule(draw, made) {
  const program = draw.one(PROGRAMS)
  if (made < 200) return `Bash(${program} ${draw.one(SUBCOMMANDS)}:*)`
  return `Bash(${program} ${draw.one(SUBCOMMANDS)} ${draw.one(NAMES)}${made}:*)`
}

function pathRule(draw, made) {
  const tool = draw.one(['Read', 'Edit'])
  const folder = draw.one(FOLDERS)
  const name = made < 200 ? draw.one(NAMES) : `${draw.one(NAMES)}${made}`
  return `${tool}(${draw.one([`${folder}/${name}/**`, `${folder}/**/${name}.${draw.one(ENDINGS)}`, `**/${name}/*.${draw.one(ENDINGS)}`])})`
}

function mcpRule(draw, made) {
  return `mcp__${draw.one(SERVERS)}__${draw.one(SUBCOMMANDS)}_${draw.one(NAMES)}${made < 200 ? '' : made}`
}

/**
 * 10,000 calls; about half of the shell lines occur more than once. Another seed makes another stream. They went through
 * JSON, as an agent's calls do: V8 keeps a text that was just put together in pieces until somebody looks at it.
 */
export function calls(seed = 11, count = 10_000) {
  const draw = random(seed)
  const repeated = Array.from({ length: 400 }, () => shellLine(draw))
  const made = Array.from({ length: count }, () => {
    const sort = draw.next()
    if (sort < 0.7) {
      const command = draw.next() < 0.5 ? draw.one(repeated) : shellLine(draw)
      return { tool: 'Bash', input: { command } }
    }
    if (sort < 0.9) return { tool: draw.one(['Read', 'Edit']), input: { file_path: file(draw) } }
    return {
      tool: `mcp__${draw.one(SERVERS)}__${draw.one(SUBCOMMANDS)}_${draw.one(NAMES)}`,
      input: { id: draw.below(99) },
    }
  })
  return JSON.parse(JSON.stringify(made))
}

/** Shell lines with names that only the shell will know, each with a wildcard that has not occurred before. */
export function patternCalls(seed, count = 1000) {
  const draw = random(seed)
  return Array.from({ length: count }, (_, at) => {
    const folder = draw.one(FOLDERS)
    const name = `${draw.one(NAMES)}${seed}x${at}`
    const ending = draw.one(ENDINGS)
    const command = draw.one([
      `wc -l ${folder}/${name}/*.${ending}`,
      `cat ${folder}/*/${name}.${ending}`,
      `head -5 .${name}*`,
      `rm -f ${folder}/${name}*.o`,
      `cp ${name}?.${ending} ${folder}/`,
      `find ${folder} -name '*${name}.${ending}' | xargs wc -l`,
      `grep -rn ${name} .`,
    ])
    return { tool: 'Bash', input: { command } }
  })
}

function shellLine(draw) {
  const simple = () => simpleCommand(draw)
  if (draw.next() < 0.5) return simple()
  return draw.one([
    () => `cd ${draw.one(FOLDERS)} && ${simple()}`,
    () => `${simple()} | head -${1 + draw.below(50)}`,
    () => `${simple()} 2>&1 | grep -i ${draw.one(NAMES)}`,
    () => `${simple()} || ${simple()}`,
    () => `${simple()}; ${simple()}`,
    () => `${simple()} > /tmp/${draw.one(NAMES)}.log 2>&1`,
    () => `echo "$(${simple()})"`,
    () => `for f in ${file(draw)} ${file(draw)}; do wc -l "$f"; done`,
  ])()
}

function simpleCommand(draw) {
  return draw.one([
    () => `${draw.one(PROGRAMS)} ${draw.one(SUBCOMMANDS)}`,
    () => `${draw.one(PROGRAMS)} ${draw.one(SUBCOMMANDS)} ${draw.one(NAMES)}${draw.below(500)}`,
    () => `git ${draw.one(['diff', 'log', 'show', 'add', 'checkout'])} ${file(draw)}`,
    () => `npm run ${draw.one(NAMES)}:${draw.one(SUBCOMMANDS)}`,
    () => `cat ${file(draw)}`,
    () => `ls -la ${draw.one(FOLDERS)}`,
    () => `rg -n ${draw.one(NAMES)} ${draw.one(FOLDERS)}`,
    () => `sed -n ${draw.below(90)},${100 + draw.below(90)}p ${file(draw)}`,
    () => `pytest -q ${file(draw)} -k ${draw.one(NAMES)}`,
    () => `find ${draw.one(FOLDERS)} -name '*.${draw.one(ENDINGS)}'`,
  ])()
}

function file(draw) {
  return `${draw.one(FOLDERS)}/${draw.one(NAMES)}/${draw.one(NAMES)}${draw.below(80)}.${draw.one(ENDINGS)}`
}

function words(text) {
  return text.split(' ')
}
