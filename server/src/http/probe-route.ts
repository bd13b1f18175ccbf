import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../base/ids.ts';
import { SignedCodes } from '../base/signed-codes.ts';
import { PUBLIC_ROUTE } from './require-session.ts';
import { UPLOAD_BODY } from './timeouts.ts';
import type { IsTrusted } from './trusted-proxies.ts';

export const PROBE_PATH = '/api/probe';
/** Not in the path, which proxies log. */
export const PROBE_HEADER = 'x-snug-probe';
export const MAX_PROBE_BYTES = 8_000_000;
const MAX_AGE_MS = 600_000;

/** How a request of the doctor reached a server. */
export interface ProbeAnswer {
  /** Each process has another one. */
  node: string;
  /** The public address that this server expects. */
  origin: string;
  /** Who has opened the connection: a proxy, or the client. */
  peer: string;
  peerPort: number;
  isPeerTrusted: boolean;
  /** Whose limits count for the request. */
  client: string;
  forwardedFor: string | null;
  /** Of the body, if it was to be read. */
  bytes: number;
}

/** Only who knows the secret of a Snug has such codes. */
export class ProbeCodes {
  readonly #codes: SignedCodes;

  constructor(secret: string) {
    this.#codes = new SignedCodes(secret, 'probe');
  }

  create(): string {
    return this.#codes.toCode(newId());
  }

  isValid(code: unknown): boolean {
    if (typeof code !== 'string') return false;
    // The first 48 bits of an id are its time. That of an unknown code is long ago.
    const at = Number.parseInt(this.#codes.toId(code).replace('-', '').slice(0, 12), 16);
    return Math.abs(Date.now() - at) < MAX_AGE_MS;
  }
}

export interface ProbeOptions {
  codes: ProbeCodes;
  node: string;
  origin: string;
  isTrusted: IsTrusted;
}

/** For the doctor: shows what a proxy in between changes. Without a valid code, there is nothing here. */
export function probeRoute(app: FastifyInstance, options: ProbeOptions): void {
  const { codes } = options;
  const answer = async (request: FastifyRequest, reply: FastifyReply, read: () => Promise<number>) => {
    if (!codes.isValid(request.headers[PROBE_HEADER])) return reply.callNotFound();
    const bytes = await read();
    return reply.header('cache-control', 'no-store').send({ ...describe(request, options), bytes });
  };
  app.get(PROBE_PATH, PUBLIC_ROUTE, (request, reply) => answer(request, reply, async () => 0));
  void app.register(async routes => {
    // Like an upload of a file: the body is read as a stream.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
    const config = { ...UPLOAD_BODY.config, ...PUBLIC_ROUTE.config };
    routes.post<{ Querystring: { read?: string } }>(PROBE_PATH, { config }, (request, reply) =>
      // Otherwise the answer leaves before the body has arrived.
      answer(request, reply, () => ('read' in request.query ? countBytes(request.raw) : Promise.resolve(0))),
    );
  });
}

async function countBytes(body: IncomingMessage): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_PROBE_BYTES) break;
    }
  } catch {
    // The proxy has cut it off.
  }
  return bytes;
}

function describe(
  { ip, raw: { socket }, headers }: FastifyRequest,
  { node, origin, isTrusted }: ProbeOptions,
): Omit<ProbeAnswer, 'bytes'> {
  const { remoteAddress: peer = '', remotePort: peerPort = 0 } = socket;
  const { 'x-forwarded-for': forwardedFor = null } = headers;
  return {
    node,
    origin,
    peer,
    peerPort,
    isPeerTrusted: isTrusted(peer),
    client: ip,
    forwardedFor: forwardedFor === null ? null : String(forwardedFor),
  };
}
