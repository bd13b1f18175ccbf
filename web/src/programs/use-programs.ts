import type { Chat } from '@snug/client';
import type { CommandArguments, CommandOutput, InviteRoom, Person, Token } from '@snug/protocol';
import { useCallback } from 'react';
import { useChat } from '../state/chat-context.ts';
import { useLatestRead } from '../state/use-latest-read.ts';

export interface Programs {
  /** The newest first; undefined while unknown. */
  tokens: readonly Token[] | undefined;
  /** Those that the tokens name. */
  rooms: ReadonlyMap<string, InviteRoom>;
  bots: readonly Person[];
  /** The methods reject with a `CommandError`. */
  createToken: (input: CommandArguments<'create_token'>) => Promise<CommandOutput<'create_token'>>;
  revokeToken: (id: string) => Promise<void>;
  createBot: (input: CommandArguments<'create_bot'>) => Promise<void>;
  editBot: (input: CommandArguments<'edit_bot'>) => Promise<void>;
  deleteBot: (uid: string) => Promise<void>;
}

interface Known {
  tokens: readonly Token[];
  rooms: ReadonlyMap<string, InviteRoom>;
  bots: readonly Person[];
}

async function read(connection: Chat['connection']): Promise<Known> {
  const [{ tokens, rooms }, { bots }] = await Promise.all([
    connection.command('list_tokens', {}),
    connection.command('list_bots', {}),
  ]);
  return { tokens, rooms: new Map(rooms.map(room => [room.id, room])), bots };
}

/** The access tokens and bots of the reader, read again after each change. */
export function usePrograms(): Programs {
  const { connection } = useChat();
  const [known, refresh] = useLatestRead(useCallback(() => read(connection), [connection]));

  // A secret is only in this output. A list that cannot be read must not lose it.
  async function run<Output>(change: Promise<Output>): Promise<Output> {
    return await change.finally(refresh);
  }

  return {
    tokens: known?.tokens,
    rooms: known?.rooms ?? new Map(),
    bots: known?.bots ?? [],
    createToken: input => run(connection.command('create_token', input)),
    revokeToken: async id => void (await run(connection.command('revoke_token', { id }))),
    createBot: async input => void (await run(connection.command('create_bot', input))),
    editBot: async input => void (await run(connection.command('edit_bot', input))),
    deleteBot: async uid => void (await run(connection.command('delete_bot', { uid }))),
  };
}
