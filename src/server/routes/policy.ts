/** Part of the server: the policy files, and trying out changes to them. */

import { Hono } from 'hono'
import { MODES } from '../../engine/mode.ts'
import { isOwnLayer } from '../../engine/rule.ts'
import { messageOf } from '../../engine/thrown.ts'
import { editedText } from '../../gate/profiles/policy.ts'
import { replay } from '../../gate/hindsight/replay.ts'
import { readPolicy } from '../../policy/document.ts'
import { readText } from '../../policy/replace-file.ts'
import { FILE_LAYERS, layerFile } from '../../policy/root.ts'
import type { Changed } from '../api/permissions.ts'
import type { CheckPolicyResponse, PolicyFileView, PolicyFiles, ReplayResponse } from '../api/policy.ts'
import { candidateOf } from '../candidate.ts'
import { bodyOf, byOf } from '../deps.ts'
import type { Deps, Env } from '../deps.ts'
import { Given } from '../given.ts'
import { editOwnFile, printOf } from '../own-file.ts'
import { ownPlaceOf } from '../own-place.ts'
import type { OwnPlace } from '../own-place.ts'
import { play } from '../playground.ts'
import { HttpProblem } from '../problem.ts'
import { folderOf } from '../projects.ts'
import { triedCall } from '../tried.ts'
import { noteView, problemView } from '../views/problems.ts'
import { recordChange } from './rules.ts'

export function policyRoutes(deps: Deps): Hono<Env> {
  return new Hono<Env>()
    .get('/', (c) => c.json(policyFiles(deps, folderOf(c.req.query('cwd'), deps))))
    .post('/check', async (c) => {
      const given = await bodyOf(c, deps)
      const layer = given.choice('layer', FILE_LAYERS)
      const file = layerFile(layer, { root: deps.info.cwd, home: deps.info.home })
      const { problems } = readPolicy(given.text('text'), { file, layer }, { now: deps.now() })
      return c.json({ problems: problems.map(problemView) } satisfies CheckPolicyResponse)
    })
    .put('/', async (c) => {
      const given = await bodyOf(c, deps)
      const text = given.text('text')
      const print = given.text('print')
      return c.json(
        await save(deps, ownPlaceOf(given, deps), byOf(c), (before, file) => {
          if (printOf(before) !== print)
            throw new HttpProblem('conflict', `${file} was changed by somebody else meanwhile.`)
          return text
        }),
      )
    })
    .post('/replay', async (c) => {
      const given = await bodyOf(c, deps)
      const candidate = candidateOf(deps, given)
      const told = await replay(deps, candidate, given.optionalNumber('limit'))
      return c.json({ ...told, problems: candidate().problems.map(problemView) } satisfies ReplayResponse)
    })
}

export function playgroundRoutes(deps: Deps): Hono<Env> {
  return new Hono<Env>().post('/', async (c) => {
    const given = await bodyOf(c, deps)
    const candidate = candidateOf(deps, given)()
    return c.json(play(deps, candidate, triedCall(new Given(given.object('call')), candidate.cwd)))
  })
}

export function modeRoutes(deps: Deps): Hono<Env> {
  return new Hono<Env>().put('/', async (c) => {
    const given = await bodyOf(c, deps)
    const mode = given.isNull('mode') ? null : given.choice('mode', MODES)
    const place = ownPlaceOf(given, deps)
    const { locks } = deps.house.policyAt(place.root)
    // A locked mode is refused because it would be written without taking effect.
    if (locks.has('mode')) throw new HttpProblem('forbidden', 'The managed policy locks the mode.')
    if (mode === 'bypass' && locks.has('bypass'))
      throw new HttpProblem('forbidden', 'The managed policy lets nobody switch to bypass.')
    const edit = (text: string, file: string) => editedText(text, file, { add: [], remove: [], mode })
    return c.json(await save(deps, place, byOf(c), edit, { mode }))
  })
}

export function undoRoutes({ undo }: Deps): Hono<Env> {
  return new Hono<Env>().post('/:id', async (c) => c.json(await undo.take(c.req.param('id'), byOf(c))))
}

function policyFiles({ house, info, now }: Deps, cwd: string): PolicyFiles {
  const { root, trusted, notes } = house.policyAt(cwd)
  const files = FILE_LAYERS.map((layer): PolicyFileView => {
    const file = layerFile(layer, { root, home: info.home })
    const read = textOf(file)
    if (read.why !== undefined) {
      const problems = [{ severity: 'error', message: `cannot be read: ${read.why}`, file } as const]
      return { file, layer, exists: true, own: false, text: '', print: '', problems }
    }
    const { problems } = readPolicy(read.text, { file, layer }, { now: now() })
    const exists = read.text !== ''
    return {
      file,
      layer,
      exists,
      own: isOwnLayer(layer),
      text: read.text,
      print: printOf(read.text),
      problems: problems.map(problemView),
    }
  })
  return { cwd, root, trusted, files, notes: notes.map(noteView) }
}

function textOf(file: string): { readonly text: string; readonly why?: undefined } | { readonly why: string } {
  try {
    return { text: readText(file) }
  } catch (error) {
    return { why: messageOf(error) }
  }
}

async function save(
  deps: Deps,
  place: OwnPlace,
  by: string,
  edit: (text: string, file: string) => string,
  body: object = {},
): Promise<Changed> {
  const { file, before, after } = await editOwnFile(place, edit)
  if (before === after) return { changed: false, file, undo: null, note: 'Nothing had to be changed.' }
  const note = await recordChange(deps, { saved: file, layer: place.layer, print: printOf(after), ...body }, by)
  const undo = deps.undo.keep((who) =>
    save(deps, place, who, (text) => {
      if (text !== after) throw new HttpProblem('conflict', `${file} was changed since; it stays as it is.`)
      return before
    }),
  )
  return { changed: true, file, undo, note }
}
