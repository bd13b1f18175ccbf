/** What a connection can listen to: one room's log, or the list of rooms. */
export type Topic = `room:${string}` | 'rooms';

export function roomTopic(roomId: string): Topic {
  return `room:${roomId}`;
}
