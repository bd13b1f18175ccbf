import { CommandError, ERRORS, type ErrorBody } from '@snug/protocol';
import type { FastifyError, FastifyInstance } from 'fastify';

/** Every error of every route leaves as `{ error: { code, message } }` with the status that the code stands for. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | CommandError>((error, request, reply) => {
    const known = error instanceof CommandError ? error : translate(error);
    if (known.code === 'internal') request.log.error(error);
    if (known.code === 'unavailable') reply.header('retry-after', 1);
    return reply
      .code(known.status)
      .send({ error: { code: known.code, message: known.message } satisfies ErrorBody });
  });
}

function translate(error: FastifyError): CommandError {
  if (error.statusCode === ERRORS.too_large.status) return new CommandError('too_large');
  if (error.statusCode && error.statusCode < 500) return new CommandError('bad_input', error.message);
  return new CommandError('internal');
}
