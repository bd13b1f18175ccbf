import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandOutput } from '@snug/protocol';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import type { Attack } from '../attack.ts';

const TEXT = '文'.repeat(10_000);
const CHUNK = Buffer.alloc(16_384);

let receiver: Promise<string> | undefined;

/** Responds never, without an end, or with a redirect into a private network, in turn. */
async function startReceiver(): Promise<string> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    const kind = requests++ % 3;
    if (kind === 1) writeForever(response);
    if (kind === 2) response.writeHead(307, { location: 'http://127.0.0.1:22/' }).end();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function writeForever(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on('drain', write);
  write();
}

export const attack: Attack = {
  description: 'outgoing webhooks to hostile receivers, with tests, retries and messages of 30 kB',
  run: async (attacker, { roomId }) => {
    const url = await (receiver ??= startReceiver());
    await attacker.command('create_webhook', { roomId, url, password: PASSWORD });
    await attacker.command('send_message', { roomId, text: TEXT });
    const listed = await attacker.command('list_webhooks', {});
    if (listed?.status !== 200) return;
    const { webhooks } = JSON.parse(listed.body) as CommandOutput<'list_webhooks'>;
    for (const { id } of webhooks) await attacker.command('retry_webhook', { id });
    const [first] = webhooks;
    if (first) await attacker.command('test_webhook', { id: first.id });
  },
};
