import type { Action } from './action.ts';

export const pin: Action = async ({ random, state, change }) => {
  const known = state.pickMessage(random);
  if (!known) return;
  await change('set_pin', { roomId: known.roomId, messageId: known.id, on: random.chance(0.6) });
};

export const save: Action = async ({ random, state, change }) => {
  const known = state.pickMessage(random);
  if (!known) return;
  const saved = { on: random.chance(0.7), remindAt: random.below(1_000) };
  await change('set_saved', { roomId: known.roomId, messageId: known.id, ...saved });
};

/** Reads on or marks as unread, sometimes as a device that has not seen the last move back. */
export const read: Action = async ({ random, state, own, change }) => {
  const [roomId = '', version = 0] = random.pick([...own.cursorVersions]) ?? [];
  if (roomId === '') return;
  const seq = Math.max(0, state.getLastSeq(roomId) - random.below(20));
  const known = Math.max(0, version - Number(random.chance(0.2)));
  const back = random.chance(0.2);
  const moved = await change('set_read', { roomId, seq, version: known, ...(back && { back }) });
  const [result] = moved.results;
  if (result) own.cursorVersions.set(roomId, result.read.version);
};

export const rename: Action = async ({ random, state, nextText, change }) => {
  await change('edit_room', { roomId: state.pickRoomId(random), name: nextText() });
};

export const setAdmin: Action = async ({ random, state, change }) => {
  const uid = random.pick(state.people)?.uid ?? '';
  await change('set_admin', { roomId: state.pickRoomId(random), uid, admin: random.chance(0.7) });
};
