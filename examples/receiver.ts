import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

// Receives an outgoing webhook of Snug, and prints each new message.

const key = Buffer.from((process.env['WEBHOOK_SECRET'] ?? '').replace('whsec_', ''), 'base64');
const MAX_AGE_S = 300;
/** A repeated delivery has the same id. A real program keeps the ids with its data. */
const seen = new Set<unknown>();

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map(name =>
    String(headers[`webhook-${name}`]),
  );
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  const isNow = Math.abs(Date.now() / 1_000 - Number(at)) < MAX_AGE_S;
  return isNow && signatures?.split(' ').some(each => isEqual(each, expected)) === true;
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

async function receive(request: IncomingMessage): Promise<number> {
  const body = await text(request);
  if (!isSigned(request, body)) return 401;
  const { type, message, room } = JSON.parse(body);
  const id = request.headers['webhook-id'];
  if (type === 'message_sent' && !seen.has(id))
    process.stdout.write(`${room.name}, ${message.author.name}: ${message.text ?? 'a file'}\n`);
  seen.add(id);
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    status => response.writeHead(status).end(),
    () => response.destroy(),
  );
});
server.listen(Number(process.env['PORT'] ?? 8080), () => process.stdout.write('Waiting for deliveries\n'));
