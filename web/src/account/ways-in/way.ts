import type { Chat } from '@snug/client';
import type { ProviderId } from '@snug/protocol';
import { PROVIDER_NAMES } from '@snug/protocol';
import { loadSignInOptions } from '../providers/sign-in-options.ts';

interface WayOf<Kind extends string, Id extends string = string> {
  kind: Kind;
  id: Id;
  name: string;
  /** When it was added. */
  at: number | undefined;
}

export type ProviderWay = WayOf<'provider', ProviderId>;

/** What opens an account, or acts or reads as its person, besides the password and sessions. */
export type Way = ProviderWay | WayOf<'passkey'> | WayOf<'token'> | WayOf<'botToken'> | WayOf<'webhook'>;

/** Without those that cannot work again. */
export async function readWays({ connection }: Chat, uid: string, now: number): Promise<Way[]> {
  const [options, { accounts }, { passkeys }, { tokens }, { webhooks }] = await Promise.all([
    loadSignInOptions(),
    connection.command('list_accounts', {}),
    connection.command('list_passkeys', {}),
    connection.command('list_tokens', {}),
    connection.command('list_webhooks', {}),
  ]);
  const nameOf = (id: ProviderId) =>
    options.providers.find(provider => provider.id === id)?.name ?? PROVIDER_NAMES[id];
  return [
    ...accounts.map(({ provider: id, linkedAt: at }) => ({
      kind: 'provider' as const,
      id,
      name: nameOf(id),
      at,
    })),
    ...passkeys.map(({ id, name, createdAt: at }) => ({ kind: 'passkey' as const, id, name, at })),
    ...tokens
      .filter(({ expiresAt, roomIds }) => expiresAt > now && roomIds?.length !== 0)
      .map(({ id, name, createdAt: at, uid: owner }) => ({
        kind: owner === uid ? ('token' as const) : ('botToken' as const),
        id,
        name,
        at,
      })),
    ...webhooks
      .filter(({ paused }) => paused !== 'removed')
      .map(({ id, url: name, createdAt: at }) => ({ kind: 'webhook' as const, id, name, at })),
  ];
}
