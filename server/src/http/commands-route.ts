import { MAX_BODY_BYTES } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { type Dispatch, isLargeRead } from '../commands/dispatch.ts';
import type { Answers } from '../commands/result-encoder.ts';
import { sessionOf } from './require-session.ts';
import { UnreadAnswers } from './unread-responses.ts';

/** `POST /api/<command>`: the commands of the socket, for programs. */
export function commandsRoute(
  app: FastifyInstance,
  { dispatch, answers }: { dispatch: Dispatch; answers: Pick<Answers, 'encode'> },
): void {
  const unread = new UnreadAnswers();
  app.post<{ Params: { command: string } }>(
    '/api/:command',
    { bodyLimit: MAX_BODY_BYTES },
    async (request, reply) => {
      const { id: sessionId, me } = sessionOf(request);
      const { command } = request.params;
      unread.assertFew(me.uid);
      const answer = await dispatch({ uid: me.uid, sessionId }, command, request.body);
      const json = answers.encode(me.uid, command, answer);
      // Many reads can have been admitted before the first of their answers counted.
      if (isLargeRead(command)) unread.assertFew(me.uid);
      unread.add(me.uid, json.length, reply.raw);
      return reply.type('application/json; charset=utf-8').send(json);
    },
  );
}
