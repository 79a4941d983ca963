/**
 * Part of the gate: SHA-256 and its keyed form.
 *
 * A hook hashes a few short texts, and loading Node's crypto for them takes a fifth of a bare start of Node. So short
 * texts are hashed here; for long ones Node's crypto is quicker, however it is loaded.
 */

import { createHash, createHmac } from 'node:crypto'

const BLOCK = 64
/**
 * In bytes. After some fifty blocks, V8 begins to compile this to machine code, which takes longer than loading Node's
 * crypto. As one function instead of `spread` and `mixed`, it would do so after thirty.
 */
const SHORT = 2048

export function sha256(bytes: Uint8Array): Buffer {
  return bytes.length > SHORT ? createHash('sha256').update(bytes).digest() : shortHash(bytes)
}

/** HMAC (RFC 2104). */
export function hmacSha256(key: Uint8Array, bytes: Uint8Array): Buffer {
  if (bytes.length > SHORT || key.length > BLOCK) return createHmac('sha256', key).update(bytes).digest()
  return shortHash(padded(key, 0x5c), shortHash(padded(key, 0x36), bytes))
}

function padded(key: Uint8Array, pad: number): Uint8Array {
  const block = new Uint8Array(BLOCK).fill(pad)
  for (let at = 0; at < key.length; at++) block[at] = (key[at] as number) ^ pad
  return block
}

/** The parts are hashed as if they were one. */
function shortHash(...parts: readonly Uint8Array[]): Buffer {
  const said = Buffer.concat(parts)
  // Filled up to whole blocks with a 1, zeros and the number of bits.
  const whole = Buffer.alloc(Math.ceil((said.length + 9) / BLOCK) * BLOCK)
  whole.set(said)
  whole[said.length] = 0x80
  whole.writeUInt32BE(8 * said.length, whole.length - 4)
  let state = START
  for (let at = 0; at < whole.length; at += BLOCK) {
    spread(whole, at)
    state = mixed(state)
  }
  const hash = Buffer.alloc(32)
  for (const [index, word] of state.entries()) hash.writeInt32BE(word, 4 * index)
  return hash
}

type State = readonly [number, number, number, number, number, number, number, number]

/** The first 32 bits of the fractional parts of the square roots of the first eight primes. */
const START: State = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

/** The same of the cube roots of the first 64 primes. */
const ROUNDS = Int32Array.from(
  `
    428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
    d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
    e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
    983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
    27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
    a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
    19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
    748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`.match(/\w+/g) ?? [],
  (word) => Number.parseInt(word, 16),
)

/** One block, spread over as many words as there are rounds. */
const words = new Int32Array(64)

function spread(bytes: Buffer, from: number): void {
  for (let t = 0; t < 16; t++) words[t] = bytes.readInt32BE(from + 4 * t)
  for (let t = 16; t < 64; t++) {
    const x = words[t - 15] as number
    const y = words[t - 2] as number
    const sigma0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const sigma1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[t] = sigma0 + sigma1 + (words[t - 7] as number) + (words[t - 16] as number)
  }
}

function mixed(state: State): State {
  let [a, b, c, d, e, f, g, h] = state
  for (let t = 0; t < 64; t++) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const chosen = g ^ (e & (f ^ g))
    const first = (h + sum1 + chosen + (ROUNDS[t] as number) + (words[t] as number)) | 0
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const most = (a & b) | (c & (a | b))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + most) | 0
  }
  const [a0, b0, c0, d0, e0, f0, g0, h0] = state
  return [
    (a0 + a) | 0,
    (b0 + b) | 0,
    (c0 + c) | 0,
    (d0 + d) | 0,
    (e0 + e) | 0,
    (f0 + f) | 0,
    (g0 + g) | 0,
    (h0 + h) | 0,
  ]
}
