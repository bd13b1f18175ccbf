import { MAX_BODY_BYTES } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import type { Dispatch } from '../realtime/dispatch.ts';
import { sessionOf } from './door.ts';

/** `POST /api/<command>`: the commands of the socket, for programs. */
export function commandsRoute(app: FastifyInstance, dispatch: Dispatch): void {
  app.post<{ Params: { command: string } }>('/api/:command', { bodyLimit: MAX_BODY_BYTES }, async request => {
    const { id: sessionId, me } = sessionOf(request);
    return dispatch({ uid: me.uid, sessionId }, request.params.command, request.body);
  });
}
