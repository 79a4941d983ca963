/**
 * Part of the vocabularies: the files an `apply_patch` text touches.
 *
 * INVARIANT: every line is accounted for. Appliers differ in what they tolerate (indented headers, text around the
 * patch), so every line that could be a header counts as one, and anything but the plain grammar is a problem.
 */

export interface PatchedFile {
  readonly path: string
  readonly how: 'create' | 'modify' | 'delete'
  /** The file's content is at another path from then on. */
  readonly moved?: true
}

export interface PatchReading {
  readonly files: readonly PatchedFile[]
  readonly problem?: string
}

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const END_OF_FILE = '*** End of File'
const MOVE = '*** Move to:'
const HEADERS = [
  ['*** Add File:', 'create'],
  ['*** Update File:', 'modify'],
  ['*** Delete File:', 'delete'],
] as const
const MARKERS = [MOVE, ...HEADERS.map(([marker]) => marker)]
const LONE_RETURN = /\r(?!\n|$)/u
/** Where some appliers end a line and most do not. It matters only if a header follows. */
const OTHER_ENDS = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/u
const HIDDEN_HEADER = /[\r\v\f\x1c-\x1e\x85\u2028\u2029][^\S\n]*\*\*\* (?:Add File|Update File|Delete File|Move to):/u

type Section = 'before' | 'begun' | 'after' | PatchedFile['how']

/** Which files the patch creates, changes and deletes; `problem` unless it is plain beyond doubt. */
export function readPatch(text: string): PatchReading {
  const files: PatchedFile[] = []
  let problem = LONE_RETURN.test(text) ? 'the patch has a carriage return inside a line' : undefined
  let section: Section = 'before'
  let mayMove = false

  const refuse = (why: string): void => {
    problem ??= why
  }
  const add = (line: string, marker: string, how: PatchedFile['how']): void => {
    const at = line.indexOf(marker)
    const path = line.slice(at + marker.length).trim()
    if (path === '') return refuse('the patch has a header without a path')
    if (line !== `${marker} ${path}`) refuse('the patch has a header that is not written plainly')
    files.push({ path, how })
    const [short = ''] = path.split(':', 1)
    if (short === path || MARKERS.some((one) => path.includes(one))) return
    refuse('the patch has a path with a colon, at which some appliers end it')
    if (short !== '') files.push({ path: short.trimEnd(), how })
  }

  const isHidden = HIDDEN_HEADER.test(text)
  if (isHidden) refuse('the patch has a header behind what some appliers take for the end of a line')
  const written = text.split('\n')
  for (const raw of isHidden ? written.flatMap((line) => line.split(OTHER_ENDS)) : written) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (section === 'before' && line === BEGIN) {
      section = 'begun'
      continue
    }
    if (isContent(line, section)) {
      mayMove = false
      continue
    }
    if (line === END && section !== 'before' && section !== 'after') {
      section = 'after'
      continue
    }
    const header =
      HEADERS.find(([marker]) => line.startsWith(marker)) ?? HEADERS.find(([marker]) => line.includes(marker))
    if (header !== undefined) {
      if (section === 'before' || section === 'after') refuse('the patch names files outside its bounds')
      add(line, header[0], header[1])
      section = section === 'after' ? section : header[1]
      mayMove = header[1] === 'modify'
      continue
    }
    if (line.includes(MOVE)) {
      moveLast(files)
      if (!mayMove) refuse('the patch moves a file in an unexpected place')
      add(line, MOVE, 'create')
      mayMove = false
      continue
    }
    if (line.trim() !== '' || (section !== 'before' && section !== 'after')) {
      refuse('the patch has a line that belongs to no file')
    }
  }
  if (section !== 'after') refuse('the patch has no end')
  if (files.length === 0) refuse('the patch names no file')
  return problem === undefined ? { files } : { files, problem }
}

/** A line of a file's content, which no applier can take for a header. */
function isContent(line: string, section: Section): boolean {
  if (section === 'create') return line.startsWith('+')
  if (section !== 'modify') return false
  if (line.startsWith('+') || line.startsWith('-')) return true
  if (line === '' || line === END_OF_FILE) return true
  return (line.startsWith(' ') || line.startsWith('@@')) && !MARKERS.some((marker) => line.includes(marker))
}

/** A moved file no longer exists at its old path. */
function moveLast(files: PatchedFile[]): void {
  const last = files.at(-1)
  if (last !== undefined) files[files.length - 1] = { path: last.path, how: 'delete', moved: true }
}
