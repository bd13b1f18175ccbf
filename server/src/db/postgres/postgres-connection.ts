import { Client, type CustomTypesConfig, type QueryResult, types } from 'pg';
import { StartError } from '../../base/start-error.ts';
import { toClientAddress } from './client-address.ts';
import { getConnectHint } from './connect-hint.ts';
import { ConnectionError } from './errors.ts';
import { beginSession, type ServerIdentity } from './session.ts';
import { toStatement } from './statements.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Longer than the server's own limits: then the network is broken, or the server hangs. */
const SILENCE_TIMEOUT_MS = 15_000;
const WATCH_INTERVAL_MS = 1_000;

const { INT8, NUMERIC } = types.builtins;

/** Numbers of 64 bits are exact: all are times, sizes and counts below 2^53. Times of the accounts library are dates. */
const VALUE_PARSERS: CustomTypesConfig = {
  getTypeParser: (id, format) => (id === INT8 || id === NUMERIC ? Number : types.getTypeParser(id, format)),
};

export interface Result<Row> {
  rows: Row[];
  numAffectedRows: bigint | undefined;
  command: string;
}

/** Sends each query immediately, before the results of earlier ones. */
export class PostgresConnection {
  readonly identity: ServerIdentity;
  readonly #client: Client;
  #pendingCount = 0;
  #progressAt = performance.now();
  #warnings: string[] = [];
  #isOpen = true;
  readonly #watch: NodeJS.Timeout;

  /** Throws a `ConnectionError` without a server, and a `StartError` if Snug cannot use it. */
  static async open(url: string): Promise<PostgresConnection> {
    let client: Client | undefined;
    try {
      client = createClient(url);
      // Without a listener, a lost connection would end the process.
      client.on('error', () => {});
      await client.connect();
      return new PostgresConnection(client, await beginSession(client));
    } catch (error) {
      void client?.end().catch(() => undefined);
      if (error instanceof StartError) throw error;
      const hint = getConnectHint(getFirst(error), url);
      throw new ConnectionError(getMessage(error), { cause: error, ...(hint !== undefined && { hint }) });
    }
  }

  private constructor(client: Client, identity: ServerIdentity) {
    this.identity = identity;
    this.#client = client;
    const lose = () => (this.#isOpen = false);
    client.on('error', lose);
    client.on('end', lose);
    client.on('notice', ({ severity = '', message = '' }) => {
      if (severity === 'WARNING') this.#warnings.push(message);
    });
    this.#watch = setInterval(() => this.#destroyIfSilent(), WATCH_INTERVAL_MS).unref();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The server's process, as the connection's other end named it. */
  get announcedPid(): number | null {
    return (this.#client as unknown as { processID: number | null }).processID;
  }

  get pendingCount(): number {
    return this.#pendingCount;
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Result<Row>> {
    const { name, text } = toStatement(sql);
    if (this.#pendingCount++ === 0) this.#progressAt = performance.now();
    try {
      const values = parameters as unknown[];
      return toResult<Row>(await this.#client.query({ ...(name !== undefined && { name }), text, values }));
    } catch (error) {
      if (this.#isOpen && error instanceof Error && 'severity' in error) throw error;
      throw new ConnectionError(getMessage(error), { cause: error });
    } finally {
      this.#pendingCount--;
      this.#progressAt = performance.now();
    }
  }

  takeWarnings(): string[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    clearInterval(this.#watch);
    await this.#client.end();
  }

  destroy(): void {
    this.#isOpen = false;
    clearInterval(this.#watch);
    getStream(this.#client).destroy();
  }

  #destroyIfSilent(): void {
    if (!this.#isOpen) return clearInterval(this.#watch);
    if (this.#pendingCount > 0 && performance.now() - this.#progressAt > SILENCE_TIMEOUT_MS) this.destroy();
  }
}

/** Throws the error that `createError` makes of its text if the server cannot be reached. */
export async function connect(
  url: string,
  createError: (message: string) => Error,
): Promise<PostgresConnection> {
  try {
    return await PostgresConnection.open(url);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const problem = `The database in DATABASE_URL cannot be reached (${error.message}).`;
    throw createError(error.hint === undefined ? problem : `${problem} ${error.hint}`);
  }
}

function createClient(url: string): Client {
  const options = {
    connectionString: toClientAddress(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_TIMEOUT_MS,
    types: VALUE_PARSERS,
    pipeline: true,
  };
  return new Client(options);
}

function toResult<Row>({ rows, rowCount, command }: QueryResult): Result<Row> {
  return { rows: rows as Row[], numAffectedRows: rowCount === null ? undefined : BigInt(rowCount), command };
}

function getStream(client: Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

/** Without the hint of Node.js, which names no setting of Snug. */
function getMessage(error: unknown): string {
  const first = getFirst(error);
  const message = first instanceof Error ? first.message : String(first);
  return message.split('; if the root CA is installed locally')[0] ?? message;
}

/** A host with several addresses has an error for each. */
function getFirst(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}
