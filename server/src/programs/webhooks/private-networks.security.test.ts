import { expect, test } from 'vitest';
import { createWebhookSetup } from '../../testing/webhook-setup.ts';
import { TestReceiver } from '../../testing/webhooks.ts';

/** Delivers one message to the address, and returns the failure. */
async function attack(
  url: (port: number) => string,
  { resolve, respond }: { resolve?: () => Promise<string[]>; respond?: TestReceiver['respond'] } = {},
) {
  const setup = await createWebhookSetup(resolve && { resolve });
  // Only 127.0.0.1 is allowed, so another address of this machine stands for a private network.
  const victim = await TestReceiver.start('127.0.0.2', setup.receiver.port);
  if (respond) setup.receiver.respond = respond;
  const id = await setup.addWebhook(url(setup.receiver.port));
  await setup.send('a message');
  await expect
    .poll(async () => {
      setup.time.advance(50);
      return (await setup.read(id))?.failure;
    })
    .toBeDefined();
  expect(victim.deliveries).toEqual([]);
  return { failure: (await setup.read(id))?.failure, ...setup };
}

const FORBIDDEN = { problem: 'forbidden_address' };

test('OW9 a webhook connects to no private address, in any notation', async () => {
  const hosts = [
    '127.0.0.2',
    '2130706434',
    '0x7f000002',
    '0177.0.0.2',
    '127.2',
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
  ];
  for (const host of hosts)
    expect([host, (await attack(port => `http://${host}:${port}/`)).failure]).toEqual([host, FORBIDDEN]);
  // IPv4-mapped, of an address that is allowed.
  expect((await attack(port => `http://[::ffff:127.0.0.1]:${port}/`)).failure).toEqual(FORBIDDEN);
});

test('OW9 rebinding leads nowhere: a name is resolved once for each delivery, and all its addresses are checked', async () => {
  for (const addresses of [
    ['127.0.0.2'],
    ['127.0.0.1', '127.0.0.2'],
    ['::ffff:127.0.0.2'],
    ['169.254.169.254'],
  ]) {
    const { failure, receiver } = await attack(port => `http://rebinding.example:${port}/`, {
      resolve: async () => addresses,
    });
    expect([addresses, failure, receiver.deliveries]).toEqual([addresses, FORBIDDEN, []]);
  }
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  let lookups = 0;
  const { failure, receiver } = await attack(port => `http://rebinding.example:${port}/`, {
    resolve: async () => answers[lookups++] ?? ['127.0.0.2'],
    respond: (_delivery, _request, response) => void response.writeHead(500).end(),
  });
  expect([failure, receiver.deliveries.length, lookups]).toEqual([{ problem: 'status', status: 500 }, 1, 1]);
});

test('OW9 a webhook follows no redirect', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const { failure } = await attack(port => `http://127.0.0.1:${port}/`, {
      respond: (_delivery, request, response) => {
        const location = `http://127.0.0.2:${request.socket.localPort}/`;
        response.writeHead(status, { location }).end();
      },
    });
    expect(failure).toEqual({ problem: 'status', status });
  }
});

test('OW9 a response without an end is cut off, and does not count as an acknowledgement', async () => {
  const { failure } = await attack(port => `http://127.0.0.1:${port}/`, {
    respond: (_delivery, _request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', write);
      write();
    },
  });
  expect(failure).toEqual({ problem: 'too_large' });
});
