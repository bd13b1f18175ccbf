import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { getErrorCode } from '../../base/start-error.ts';

const MAX_BODY_LENGTH = 4_000;

export interface Response {
  /** 101 is an upgrade, which ends at once. */
  status: number;
  body: string;
  location: string | undefined;
  /** Of this end of the connection. */
  localPort: number;
}

export interface Question {
  headers: Record<string, string>;
  timeoutMs: number;
  /** Sends it with a POST. The response may come before its end. */
  body?: { declaredBytes: number; sentBytes: number } | undefined;
}

/** One request on a connection of its own. Returns the code of the error, such as ETIMEDOUT, if nothing answers. */
export async function ask(url: string, { headers, timeoutMs, body }: Question): Promise<Response | string> {
  const upload = body && {
    'content-type': 'application/octet-stream',
    'content-length': String(body.declaredBytes),
  };
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const request = send(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...upload },
    agent: false,
  });
  const timer = setTimeout(
    () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    timeoutMs,
  );
  try {
    const response = readResponse(request);
    if (body) request.write(Buffer.alloc(body.sentBytes));
    if (!body || body.sentBytes === body.declaredBytes) request.end();
    else request.flushHeaders();
    return await response;
  } catch (error) {
    return getErrorCode(error) || String(error);
  } finally {
    clearTimeout(timer);
    request.destroy();
  }
}

async function readResponse(request: ClientRequest): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  let localPort = 0;
  request.on('socket', socket => socket.once('connect', () => (localPort = socket.localPort ?? 0)));
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    resolve({ status: 101, body: '', location: undefined, localPort });
  });
  request.on('response', response => {
    const { statusCode: status = 0, headers } = response;
    readBody(response).then(body => resolve({ status, body, location: headers.location, localPort }), reject);
  });
  // It stays, because the connection may fail once more after the response.
  request.on('error', reject);
  return promise;
}

async function readBody(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length > MAX_BODY_LENGTH) break;
  }
  return body;
}
