import type { Authenticator, ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { getErrorMessage } from '../../../base/error-detail.ts';
import { getErrorCode } from '../../../base/start-error.ts';
import type { NatsSettings } from '../../../config/nats-settings.ts';
import type { Listener, ListenOptions } from '../../../db/store.ts';

const CONNECT_TIMEOUT_MS = 3_000;

export interface NatsLink extends Listener {
  readonly maxPayload: number;
  /** Throws if the connection has ended, or a payload is larger than the broker allows. */
  publish(payloads: readonly string[]): void;
}

/** Of one workspace with one history: two of them on a broker never mix. */
export function getSubject(epoch: string): string {
  return `snug.${epoch}.bus`;
}

/** The broker answered, and accepts neither this connection nor the same one later. `message` is one line for the operator. */
export class NatsRefusedError extends Error {
  override readonly name = 'NatsRefusedError';
}

/**
 * Opens a connection that ends with its first failure: the client of the library would keep payloads without a bound while it reconnects.
 * Rejects with a `NatsRefusedError`, or with an `Error` of one line.
 */
export async function openNatsLink(
  settings: NatsSettings,
  subject: string,
  { onPayload, onLost }: ListenOptions,
): Promise<NatsLink> {
  const connection = await connect(settings);
  let isClosing = false;
  const end = (error: unknown) => {
    if (isClosing) return;
    isClosing = true;
    onLost(error);
  };
  void connection
    .closed()
    .then(error => end(new Error(`NATS: ${describe(error ?? 'the connection ended')}`)));
  connection.subscribe(subject, {
    callback: (error, message) => (error ? end(toError(error)) : onPayload(message.string())),
  });
  const link: NatsLink = {
    maxPayload: connection.info?.max_payload ?? 0,
    publish(payloads) {
      for (const payload of payloads) connection.publish(subject, payload);
    },
    ping: () => connection.flush(),
    async close() {
      isClosing = true;
      await connection.close();
    },
  };
  try {
    // A subscription that the broker does not permit fails before the answer.
    await connection.flush();
    return link;
  } catch (error) {
    await link.close();
    throw toError(error);
  }
}

async function connect(settings: NatsSettings): Promise<NatsConnection> {
  const { connect: open } = await import('@nats-io/transport-node');
  const { servers, user, token, creds, tls } = settings;
  const options: ConnectionOptions = {
    servers: [...servers],
    name: 'snug',
    timeout: CONNECT_TIMEOUT_MS,
    reconnect: false,
    ignoreClusterUpdates: true,
    tls: tls ? toDefined(tls) : null,
    ...(user && { user: user.name, pass: user.password }),
    ...(token !== undefined && { token }),
    ...(creds !== undefined && { authenticator: await createAuthenticator(creds) }),
  };
  try {
    return await open(options);
  } catch (error) {
    throw toError(error);
  }
}

/** Throws a `NatsRefusedError` if the token or the key cannot be read. */
async function createAuthenticator(creds: string): Promise<Authenticator> {
  const { credsAuthenticator } = await import('@nats-io/transport-node');
  // The library needs line feeds alone, and one at the end, which a setting that is read from a file has lost.
  const text = `${creds.replaceAll('\r\n', '\n')}\n`;
  const authenticator = credsAuthenticator(new TextEncoder().encode(text));
  try {
    authenticator('');
  } catch (error) {
    throw new NatsRefusedError(`NATS_CREDS cannot be used: ${describe(error)}.`);
  }
  return authenticator;
}

function toDefined({ ca, cert, key }: NonNullable<NatsSettings['tls']>) {
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
}

function toError(error: unknown): Error {
  if (isRefusal(error)) return new NatsRefusedError(`NATS refuses Snug: ${describe(error)}.`);
  return new Error(`NATS cannot be used: ${describe(error)}`);
}

const CERTIFICATE_CODES = /^(?:ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:GET|VERIFY))/;

function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ['AuthorizationError', 'UserAuthenticationExpiredError', 'PermissionViolationError'].includes(
      error.name,
    ) ||
    CERTIFICATE_CODES.test(getErrorCode(error)) ||
    /tls/i.test(error.message)
  );
}

function describe(error: unknown): string {
  const text = getErrorMessage(error);
  return text.split('\n', 1)[0] ?? '';
}
