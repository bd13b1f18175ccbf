import { CommandError, MAX_BODY_BYTES } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { Dispatch } from '../realtime/dispatch.ts';
import { isSameSite } from './origin.ts';

export interface CommandsRouteOptions {
  sessions: Sessions;
  dispatch: Dispatch;
  isOwnOrigin: (origin: string | undefined) => boolean;
}

/** `POST /api/<command>`: the commands of the socket, for programs. */
export function commandsRoute(
  app: FastifyInstance,
  { sessions, dispatch, isOwnOrigin }: CommandsRouteOptions,
): void {
  app.post<{ Params: { command: string } }>(
    '/api/:command',
    { bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      if (!isSameSite(request, isOwnOrigin)) throw new CommandError('forbidden');
      const session = await sessions.find(request.headers);
      if (!session) throw new CommandError('signed_out');
      reply.header('cache-control', 'no-store');
      return dispatch({ uid: session.me.uid }, request.params.command, request.body);
    },
  );
}
