import { Client } from 'pg';
import type { Listener, ListenOptions } from '../store.ts';
import { APPLICATION_NAME } from './session.ts';

export const CHANNEL = 'snug';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 5_000;

/**
 * Receives all payloads of transactions that commit after it resolves, from all servers on this database. `url` must reach
 * the database without a connection pooler.
 */
export async function listen(url: string, { onPayload, onLost }: ListenOptions): Promise<Listener> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: APPLICATION_NAME,
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
  await client.connect();
  await client.query(`listen "${CHANNEL}"`);
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
