/**
 * What a connection can listen to: one room's log, who has that room open, the list of rooms, or one
 * person's profile and presence.
 */
export type Topic = `room:${string}` | `here:${string}` | 'rooms' | `person:${string}`;

export function roomTopic(roomId: string): Topic {
  return `room:${roomId}`;
}

export function hereTopic(roomId: string): Topic {
  return `here:${roomId}`;
}

export function personTopic(uid: string): Topic {
  return `person:${uid}`;
}
