/** What a connection can listen to: one room's log, the list of rooms, or what concerns one person. */
export type Topic = `room:${string}` | 'rooms' | `person:${string}` | `session:${string}`;

export function roomTopic(roomId: string): Topic {
  return `room:${roomId}`;
}
