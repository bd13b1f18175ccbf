import type { Chat } from '@snug/client';
import type { CommandArguments, CommandOutput, InviteRoom, Webhook, WebhookFailure } from '@snug/protocol';
import { useCallback, useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useLatestRead } from '../../state/use-latest-read.ts';

const REFRESH_MS = 5_000;

interface Known {
  webhooks: readonly Webhook[];
  rooms: ReadonlyMap<string, InviteRoom>;
}

export interface Webhooks extends Known {
  /** The methods reject with a `CommandError`. */
  create: (input: CommandArguments<'create_webhook'>) => Promise<CommandOutput<'create_webhook'>>;
  remove: (id: string) => Promise<void>;
  retry: (id: string) => Promise<void>;
  /** Returns how the receiver failed, if it did. */
  test: (id: string) => Promise<WebhookFailure | undefined>;
}

const NONE: Known = { webhooks: [], rooms: new Map() };

async function read(connection: Chat['connection']): Promise<Known> {
  const { webhooks, rooms } = await connection.command('list_webhooks', {});
  return { webhooks, rooms: new Map(rooms.map(room => [room.id, room])) };
}

/** The outgoing webhooks of the reader. Their states change without events, so they are read again now and then. */
export function useWebhooks(): Webhooks {
  const { connection } = useChat();
  const [known = NONE, refresh] = useLatestRead(useCallback(() => read(connection), [connection]));
  useEffect(() => {
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [refresh]);

  // A secret is only in this output. A list that cannot be read must not lose it.
  async function run<Output>(change: Promise<Output>): Promise<Output> {
    return await change.finally(refresh);
  }

  return {
    ...known,
    create: input => run(connection.command('create_webhook', input)),
    remove: async id => void (await run(connection.command('delete_webhook', { id }))),
    retry: async id => void (await run(connection.command('retry_webhook', { id }))),
    test: async id => (await run(connection.command('test_webhook', { id }))).failure,
  };
}
