import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Idle connections of all hosts. */
const MAX_IDLE = 64;

export interface KeptConnectionsOptions {
  maxPerOrigin: number;
  /** Then an idle connection closes. */
  idleMs: number;
}

/** Connections that further requests to the same origin use: a new one costs 17 times the processor time of a request. */
export class KeptConnections {
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor({ maxPerOrigin, idleMs }: KeptConnectionsOptions) {
    const options: AgentOptions = {
      keepAlive: true,
      maxSockets: maxPerOrigin,
      maxFreeSockets: maxPerOrigin,
      timeout: idleMs,
    };
    this.#http = new BoundedHttpAgent(options);
    this.#https = new BoundedHttpsAgent(options);
  }

  get({ protocol }: URL): HttpAgent {
    return protocol === 'https:' ? this.#https : this.#http;
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

class BoundedHttpAgent extends HttpAgent {
  // People choose the hosts.
  override keepSocketAlive(socket: Duplex): boolean {
    return hasSpace(this) && isKept(super.keepSocketAlive(socket));
  }
}

class BoundedHttpsAgent extends HttpsAgent {
  override keepSocketAlive(socket: Duplex): boolean {
    return hasSpace(this) && isKept(super.keepSocketAlive(socket));
  }
}

function hasSpace({ freeSockets }: HttpAgent): boolean {
  return Object.values(freeSockets).flat().length < MAX_IDLE;
}

/** The types of Node.js omit the result: whether the other end permits it. */
function isKept(result: unknown): boolean {
  return result === true;
}
