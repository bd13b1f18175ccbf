import { CommandError, ERRORS } from '@snug/protocol';
import type { FastifyError, FastifyInstance } from 'fastify';
import { toErrorBody } from '../commands/error-body.ts';

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | CommandError>((error, request, reply) => {
    const known = error instanceof CommandError ? error : toCommandError(error);
    if (known.code === 'internal') request.log.error(error);
    const { code, retryAfter } = known;
    if (retryAfter !== undefined || code === 'unavailable') reply.header('retry-after', retryAfter ?? 1);
    return reply.code(known.status).send(toErrorBody(known));
  });
}

function toCommandError(error: FastifyError): CommandError {
  if (error.statusCode === ERRORS.too_large.status) return new CommandError('too_large');
  if (error.statusCode && error.statusCode < 500) return new CommandError('invalid_input', error.message);
  return new CommandError('internal');
}
