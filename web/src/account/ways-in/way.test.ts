import type { Chat } from '@snug/client';
import type { Token, Webhook } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { readWays } from './way.ts';

const NOW = 1_000_000;
const ANN = 'ann';

function createToken(token: Partial<Token>): Token {
  return { id: 't', name: 'Tide table', uid: ANN, createdAt: 3, expiresAt: NOW + 1, ...token };
}

function createWebhook(webhook: Partial<Webhook>): Webhook {
  return { id: 'w', roomId: 'r', url: 'https://hooks.example/', createdAt: 4, ...webhook };
}

async function read(lists: Partial<Record<'accounts' | 'passkeys' | 'tokens' | 'webhooks', object[]>>) {
  const providers = [{ id: 'oidc', name: 'Corp' }];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ providers, signUp: 'open' })));
  const command = () =>
    Promise.resolve({ accounts: [], passkeys: [], tokens: [], webhooks: [], rooms: [], ...lists });
  return await readWays({ connection: { command } } as unknown as Chat, ANN, NOW);
}

test('each kind is listed with its name and date, a provider with the name of the server for it', async () => {
  const ways = await read({
    accounts: [{ provider: 'oidc', linkedAt: 1 }, { provider: 'github' }],
    passkeys: [{ id: 'p', name: 'Phone', createdAt: 2 }],
    tokens: [createToken({}), createToken({ id: 'b', uid: 'gull', roomIds: ['r'] })],
    webhooks: [createWebhook({})],
  });
  expect(ways.map(({ kind, name, at }) => [kind, name, at])).toEqual([
    ['provider', 'Corp', 1],
    ['provider', 'GitHub', undefined],
    ['passkey', 'Phone', 2],
    ['token', 'Tide table', 3],
    ['botToken', 'Tide table', 3],
    ['webhook', 'https://hooks.example/', 4],
  ]);
});

test('only tokens and webhooks that can never work again are missing', async () => {
  const ways = await read({
    tokens: [
      createToken({ id: 'expired', expiresAt: NOW }),
      createToken({ id: 'removed from its rooms', roomIds: [] }),
      createToken({ id: 'for a room', roomIds: ['r'] }),
    ],
    webhooks: (['failing', 'gone', 'no_access', 'removed'] as const).map(paused =>
      createWebhook({ id: paused, paused }),
    ),
  });
  expect(ways.map(({ id }) => id)).toEqual(['for a room', 'failing', 'gone', 'no_access']);
});
