import { Client } from 'pg';
import type { Listener, ListenOptions } from '../store.ts';
import { toClientAddress } from './client-address.ts';
import { beginSession, type ServerIdentity } from './session.ts';

export const CHANNEL = 'snug';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 5_000;

interface PostgresListenOptions extends ListenOptions {
  url: string;
  /** Called before the first payload. */
  onOpen: (identity: ServerIdentity) => void;
}

/**
 * Receives all payloads of transactions that commit after it resolves, from all servers on this database. `url` must reach
 * the database without a connection pooler.
 */
export async function listen({ url, onOpen, onPayload, onLost }: PostgresListenOptions): Promise<Listener> {
  const client = new Client({
    connectionString: toClientAddress(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  let isClosed = false;
  let isListening = false;
  const lose = (error?: unknown) => {
    if (isClosed || !isListening) return;
    isClosed = true;
    onLost(error ?? new Error('the connection ended'));
  };
  client.on('error', lose);
  client.on('end', () => lose());
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  try {
    await client.connect();
    onOpen(await beginSession(client));
    await client.query(`listen "${CHANNEL}"`);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  isListening = true;
  return {
    async ping() {
      await client.query('select 1');
    },
    async close() {
      isClosed = true;
      await client.end();
    },
  };
}
