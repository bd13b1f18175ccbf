import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CommandError } from '@snug/protocol';
import { bodyOf } from './errors.ts';
import { headersAt } from './headers.ts';

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what the HTTP parser refuses, which comes to no route and to no hook, and ends its connection. */
export function refuseUnparsed(url: string): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const body = JSON.stringify(bodyOf(new CommandError('bad_input')));
  const headers = Object.entries({
    ...headersAt(url),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  const rest = `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS[code] ?? 400;
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${rest}`);
    socket.destroy();
  };
}
