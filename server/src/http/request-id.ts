import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  getRequestContext,
  newRequestId,
  type RequestContext,
  runInRequest,
} from '../base/request-context.ts';
import { createTrust } from './trusted-proxies.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Of nginx, Caddy, Envoy, HAProxy and others. Nothing that could forge a line of the log. */
const PROXY_ID = /^[\w.:-]{8,64}$/;
/** W3C Trace Context, 3.2. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

interface IdentifiedMessage extends IncomingMessage {
  requestId?: string;
}

export interface RequestIds {
  /** The same for each call with one message. */
  identify: (message: IncomingMessage) => string;
  /** Responses that Node writes without any hook have the id, too. */
  ServerResponse: typeof ServerResponse;
}

/** The id of a request is its proxy's, if Snug trusts the proxy. */
export function createRequestIds(trustedProxies: readonly string[]): RequestIds {
  const isTrusted = createTrust(trustedProxies);

  function findProxyId({ headers, socket }: IncomingMessage): string | undefined {
    const id = headers[REQUEST_ID_HEADER];
    if (typeof id !== 'string' || !PROXY_ID.test(id)) return undefined;
    return isTrusted(socket.remoteAddress ?? '') ? id : undefined;
  }

  function identify(message: IdentifiedMessage): string {
    message.requestId ??= findProxyId(message) ?? newRequestId();
    return message.requestId;
  }

  class IdentifiedResponse<Message extends IncomingMessage> extends ServerResponse<Message> {
    /** Adds the id last, because Node merges headers more slowly once a response has one. */
    override writeHead(status: number, reasonOrHeaders?: string | Headers, headers?: Headers): this {
      const hasReason = typeof reasonOrHeaders === 'string';
      const given = hasReason ? headers : reasonOrHeaders;
      const isNamed = given !== undefined && REQUEST_ID_HEADER in given;
      if (!isNamed && !this.hasHeader(REQUEST_ID_HEADER))
        this.setHeader(REQUEST_ID_HEADER, identify(this.req));
      return hasReason ? super.writeHead(status, reasonOrHeaders, given) : super.writeHead(status, given);
    }
  }

  return { identify, ServerResponse: IdentifiedResponse };
}

/** Before all other hooks. */
export function identifyRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    runInRequest(createContext(request), done);
  });
  // A body arrived in the context of its socket.
  app.addHook('preValidation', (request, _reply, done) => {
    if (getRequestContext()?.id === request.id) done();
    else runInRequest(createContext(request), done);
  });
}

function createContext({ id, headers: { traceparent } }: FastifyRequest): RequestContext {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { id, traceparent } : { id };
}

/** The response to an upgrade comes from `ws`. */
export function passUpgradeIds({ websocketServer }: FastifyInstance): void {
  websocketServer.on('headers', (headers, { requestId = newRequestId() }: IdentifiedMessage) => {
    headers.push(`${REQUEST_ID_HEADER}: ${requestId}`);
  });
}
