import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CommandError, ERRORS } from '@snug/protocol';
import type { FastifyError, FastifyInstance } from 'fastify';
import { newRequestId } from '../base/request-context.ts';
import { toErrorBody } from '../commands/error-body.ts';
import { StorageError } from '../files/storage/storage.ts';
import { getSecurityHeaders } from './headers.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

const KIBIBYTE = 1024;

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | CommandError>((error, request, reply) => {
    const known =
      error instanceof CommandError ? error : toCommandError(error, request.routeOptions.bodyLimit);
    // A `CommandError` with this code is in the log already, with its cause.
    if (known.code === 'internal' && known !== error) request.log.error(error);
    else request.log.debug({ code: known.code }, 'Snug refused a request');
    const { code, retryAfter } = known;
    if (retryAfter !== undefined || code === 'unavailable') reply.header('retry-after', retryAfter ?? 1);
    return reply.code(known.status).send(toErrorBody(known, request.id));
  });
}

function toCommandError(error: FastifyError, maxBytes: number | undefined): CommandError {
  // The storage has logged the beginning of this.
  if (error instanceof StorageError) return new CommandError('unavailable');
  if (error.statusCode === ERRORS.too_large.status)
    return new CommandError(
      'too_large',
      maxBytes ? `The body has more than ${formatBytes(maxBytes)}. Send less.` : undefined,
    );
  if (error.statusCode && error.statusCode < 500) return new CommandError('invalid_input', error.message);
  return new CommandError('internal');
}

function formatBytes(bytes: number): string {
  return bytes % KIBIBYTE === 0 ? `${bytes / KIBIBYTE} KiB` : `${bytes} bytes`;
}

const STATUS_BY_CODE: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers requests that reach no route and no hook, because the HTTP parser rejects them. */
export function createClientErrorHandler(
  url: string,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const securityHeaders = getSecurityHeaders(url);
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS_BY_CODE[code] ?? 400;
    const id = newRequestId();
    const body = JSON.stringify(toErrorBody(new CommandError('invalid_input'), id));
    const headers = Object.entries({
      ...securityHeaders,
      [REQUEST_ID_HEADER]: id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
    socket.destroy();
  };
}
