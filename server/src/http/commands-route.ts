import { MAX_BODY_BYTES } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { hasLargeResult } from '../commands/command-limits.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import type { ResultEncoder } from '../commands/result-encoder.ts';
import { networkAddress } from '../limits/network-address.ts';
import { createEndSignal } from './end-signal.ts';
import { getSession, PROGRAM_ROUTE } from './require-session.ts';
import { UnreadResponses } from './unread-responses.ts';

/** `POST /api/<command>`: the socket's commands, for programs. */
export function commandsRoute(
  app: FastifyInstance,
  { dispatch, resultEncoder }: { dispatch: Dispatch; resultEncoder: Pick<ResultEncoder, 'encode'> },
): void {
  const unreadResponses = new UnreadResponses();
  app.post<{ Params: { command: string } }>(
    '/api/:command',
    { bodyLimit: MAX_BODY_BYTES, ...PROGRAM_ROUTE },
    async (request, reply) => {
      const { id: sessionId, me, scope } = getSession(request);
      const { command } = request.params;
      unreadResponses.assertBelowLimit(me.uid);
      const address = networkAddress(request.ip);
      const guest = me.guest === true;
      const caller = { uid: me.uid, guest, sessionId, scope, address, signal: createEndSignal(reply.raw) };
      const result = await dispatch(caller, command, request.body);
      const json = resultEncoder.encode(me.uid, command, result);
      // Several reads can pass the check of the rate limit before the first result is charged.
      if (hasLargeResult(command)) unreadResponses.assertBelowLimit(me.uid);
      unreadResponses.add(me.uid, Buffer.byteLength(json), reply.raw);
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}
