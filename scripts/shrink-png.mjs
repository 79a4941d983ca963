/**
 * Part of writing pictures: reduces a PNG of a screen to at most 256 colours, which takes a third of the bytes.
 *
 * Reads only what Chromium writes: 8 bits, RGB or RGBA, not interlaced, opaque.
 */

import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MOST = 256
const FREQUENT = 160
/** A squared distance: a colour this far from all others is kept, however rare it is. */
const FAR = 700

export function shrinkPng(png) {
  const { width, height, pixels } = decode(png)
  const colours = new Map()
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  const palette = choose([...colours].sort((a, b) => b[1] - a[1]).map(([colour]) => colour))
  const index = new Map(palette.map((colour, at) => [colour, at]))
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]
      let nearest = index.get(colour)
      if (nearest === undefined) index.set(colour, (nearest = nearestOf(colour, palette)))
      rows[y * (width + 1) + 1 + x] = nearest
    }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([SIGNATURE, ...chunks])
}

/** Chooses the most frequent colours, and of the others those that no chosen one could replace. */
function choose(colours) {
  const palette = colours.slice(0, FREQUENT)
  for (const colour of colours.slice(FREQUENT)) {
    if (palette.length === MOST) break
    if (distance(colour, palette[nearestOf(colour, palette)]) > FAR) palette.push(colour)
  }
  return palette
}

function nearestOf(colour, palette) {
  let best = 0
  for (let at = 1; at < palette.length; at++)
    if (distance(colour, palette[at]) < distance(colour, palette[best])) best = at
  return best
}

function distance(a, b) {
  return ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2
}

function decode(png) {
  const parts = []
  let size = { width: 0, height: 0, channels: 0 }
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') {
      if (data[8] !== 8 || (data[9] !== 2 && data[9] !== 6) || data[12] !== 0) throw new Error('another sort of PNG')
      size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4), channels: data[9] === 6 ? 4 : 3 }
    } else if (type === 'IDAT') parts.push(data)
    at += length + 12
  }
  return { ...size, pixels: unfilter(inflateSync(Buffer.concat(parts)), size) }
}

/** Undoes the five filters of the PNG specification; the result is RGB. */
function unfilter(raw, { width, height, channels }) {
  const line = width * channels
  const pixels = Buffer.alloc(width * height * 3)
  let above = Buffer.alloc(line)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)]
    const row = Buffer.from(raw.subarray(y * (line + 1) + 1, (y + 1) * (line + 1)))
    for (let x = 0; x < line; x++) {
      const left = x < channels ? 0 : row[x - channels]
      row[x] = (row[x] + predict(filter, left, above[x], x < channels ? 0 : above[x - channels])) & 255
    }
    for (let x = 0; x < width; x++) pixels.set(row.subarray(x * channels, x * channels + 3), (y * width + x) * 3)
    above = row
  }
  return pixels
}

function predict(filter, left, up, corner) {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function chunk(type, data) {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}
