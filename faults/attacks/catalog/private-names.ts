import type { Attack } from '../attack.ts';

/** A letter that becomes 18 letters when names are compared. */
const LONG_LETTER = '\uFDFA';
const NAME_LENGTH = 80;

const TEXTS = [
  'صلى الله عليه وسلم ص ا ع و صل ال',
  LONG_LETTER.repeat(4),
  'zzz',
  'a b c d e f g h i j k',
  'صلى',
];

export const attack: Attack = {
  description: 'the search for rooms by people with 990 private rooms, whose names unfold to many letters',
  prepare: async (folder, uids) =>
    (await import('../private-rooms.ts')).storePrivateRooms(folder, uids, toName),
  run: async attacker => {
    const socket = await attacker.socket();
    let count = attacker.lane;
    const frame = () => {
      const text = TEXTS[count++ % TEXTS.length];
      return JSON.stringify({ id: 1, command: 'find_rooms', input: { text } });
    };
    if (socket) await attacker.flood(socket, frame);
  },
};

function toName(index: number): string {
  const end = String(index);
  return LONG_LETTER.repeat(NAME_LENGTH - end.length) + end;
}
