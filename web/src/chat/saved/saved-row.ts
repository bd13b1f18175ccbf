import type { CommandOutput, SavedMessage } from '@snug/protocol';

/** `room`: undefined if the person can no longer read the message. */
export interface SavedRow extends SavedMessage {
  room: CommandOutput<'list_saved'>['rooms'][number] | undefined;
}
