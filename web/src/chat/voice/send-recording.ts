import type { ReplyTarget } from '@snug/client';
import type { HeldUploads } from '@snug/client/outbox/held-uploads.ts';
import { CommandError } from '@snug/protocol';
import type { Recording } from './active-recording.ts';

/**
 * Resolves to the error; to undefined if the recording is a message of the outbox. Without a connection, its upload has failed, and
 * the outbox uploads and sends it later all the same.
 */
export async function sendRecording(
  held: Pick<HeldUploads, 'send'>,
  roomId: string,
  { id, bytes, details }: Recording,
  target: ReplyTarget | undefined,
): Promise<CommandError | undefined> {
  const { isSent, errors } = await held.send(roomId, [{ id, upload: { bytes, ...details }, target }]);
  return isSent ? undefined : (errors[0] ?? new CommandError('unavailable'));
}
