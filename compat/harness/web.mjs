/** A page on loopback that knows whether somebody fetched it. */

import { createServer } from 'node:http'

export async function startWeb() {
  const hits = []
  const server = createServer((request, response) => {
    hits.push(request.url)
    response.writeHead(200, { 'content-type': 'text/plain' }).end('a page\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/page`,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}
