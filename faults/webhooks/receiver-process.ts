import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Random } from '@snug/testkit/random.ts';

// A receiver of webhooks that can be killed. It records each delivery before it responds, and sometimes fails.

const [port = '', file = '', seed = ''] = process.argv.slice(2);
const random = new Random(Number(seed));
const MAX_DELAY_MS = 20;

async function receive(request: IncomingMessage): Promise<number> {
  const event = JSON.parse(await text(request)) as object;
  if (random.below(60) === 0) return 503;
  await new Promise(resolve => setTimeout(resolve, random.below(MAX_DELAY_MS)));
  const id = request.headers['webhook-id'];
  appendFileSync(file, `${JSON.stringify({ id, event })}\n`);
  return random.below(60) === 0 ? 500 : 204;
}

createServer((request, response) => {
  receive(request).then(
    status => response.writeHead(status).end(),
    () => response.destroy(),
  );
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
