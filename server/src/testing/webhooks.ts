import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Message, WebhookEvent } from '@snug/protocol';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../base/clock.ts';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { MutationWriter } from '../db/writer.ts';
import { Writer } from '../db/writer.ts';
import type { ResolveHost } from '../programs/outbound/resolver.ts';
import { createWebhookServices, type WebhookServices } from '../programs/webhooks/webhook-services.ts';
import { NOW, runBatch } from './database.ts';

const SECRET = 'x'.repeat(32);

export interface ReceivedDelivery {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent;
}

/** A receiver on this machine. It acknowledges each delivery, until a test gives it another response. */
export class TestReceiver {
  readonly deliveries: ReceivedDelivery[] = [];
  respond: (delivery: ReceivedDelivery, ...args: Parameters<RequestListener>) => void = (
    _,
    _request,
    response,
  ) => void response.end();
  readonly #server: Server;

  static async start(address = '127.0.0.1', port = 0): Promise<TestReceiver> {
    const receiver = new TestReceiver();
    receiver.#server.listen(port, address);
    await once(receiver.#server, 'listening');
    onTestFinished(() => receiver.stop());
    return receiver;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const { headers } = request;
        const id = String(headers['webhook-id']);
        const delivery = { id, headers, body, event: JSON.parse(body) as WebhookEvent };
        this.deliveries.push(delivery);
        this.respond(delivery, request, response);
      });
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get texts(): (string | undefined)[] {
    return this.messages.map(({ text }) => text);
  }

  get messages(): Message[] {
    return this.deliveries.flatMap(({ event }) => ('message' in event ? [event.message] : []));
  }

  /** All its next responses have this status. */
  respondWith(status: number): void {
    this.respond = (_delivery, _request, response) => void response.writeHead(status).end();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}

interface ProcessOptions {
  now: () => number;
  clock: Clock;
  nodeId?: string | undefined;
  resolve?: ResolveHost | undefined;
}

/** The webhooks of one process on the database, which may connect to this machine. */
export function startWebhooks(read: Db, { now, clock, nodeId, resolve = async () => [] }: ProcessOptions) {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(read, MUTATIONS, jobs, now),
    onCommit: publications => services.deliverer.record(publications),
    onFailure,
  });
  const allowed = ['127.0.0.1'];
  const services = createWebhookServices({
    read,
    writer,
    now,
    clock,
    secret: SECRET,
    allowed,
    nodeId,
    onFailure,
    resolve,
  });
  services.deliverer.start();
  onTestFinished(() => services.deliverer.stop());
  return { writer, services, failures };
}

/** For handlers that need none. */
export function createIdleWebhooks(read: Db, writer: MutationWriter<SnugMutations>): WebhookServices {
  const options = { secret: SECRET, allowed: [], now: () => NOW, clock: systemClock, onFailure: () => {} };
  return createWebhookServices({ ...options, read, writer });
}
