import { CommandError, type CommandInput, type CommandOutput, MAX_PINS, type Message } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { accessMessage, accessMessageOrPin } from '../messages/access.ts';
import { eraseStored } from '../messages/deletion.ts';
import { toChangedResult } from '../messages/messages.ts';
import { omitLongText } from '../messages/omit-long-text.ts';
import { accessRoomAsPinner } from '../rooms/access.ts';
import { appendToLog } from '../rooms/room-store.ts';
import { isTrimmed } from '../trims/trim-store.ts';
import { countPins, storePin } from './pin-store.ts';

const setPin: Mutation<CommandInput<'set_pin'>, CommandOutput<'set_pin'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, messageId, on }) {
    await accessRoomAsPinner(db, call, roomId);
    const known = await (on ? accessMessage : accessMessageOrPin)(db, call, roomId, messageId);
    if (!on && (await isTrimmed(db, known))) return eraseStored(db, call, known);
    const { pinnedAt, pinnedBy: _, ...stored } = known;
    if (known.deletedAt !== undefined) throw new CommandError('not_found');
    if ((pinnedAt !== undefined) === on) return { output: omitLongText(known), publications: [] };
    const count = await countPins(db, roomId);
    if (on && count >= MAX_PINS) throw createPinCountError();
    const { seq, incarnation, at } = await appendToLog(db, roomId, call);
    const pin = on ? { pinnedAt: at, pinnedBy: call.uid } : {};
    const message: Message = { ...stored, ...pin, changedSeq: seq };
    await storePin(db, message);
    const { publications } = toChangedResult(message, {
      type: 'message_pinned',
      roomId,
      seq,
      incarnation,
      ...omitLongText(message),
      uid: call.uid,
      on,
      pinCount: count + (on ? 1 : -1),
    });
    return { output: omitLongText(message), publications };
  },
};

function createPinCountError(): CommandError {
  return new CommandError(
    'limit_exceeded',
    `This room has ${MAX_PINS} pinned messages already. Unpin one first.`,
  );
}

export const PIN_MUTATIONS = { set_pin: setPin };
