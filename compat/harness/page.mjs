/** A page on this machine that only counts its visits: every connection is one, with or without TLS. */

import { createServer } from 'node:net'

export async function startPage() {
  let visits = 0
  const server = createServer((socket) => {
    visits++
    socket.on('error', () => undefined)
    socket.once('finish', () => socket.destroy())
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\nconnection: close\r\n\r\npage')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/page`,
    visits: () => visits,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
