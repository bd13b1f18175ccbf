export function roomPath(roomId: string): string {
  return `/chat/${encodeURIComponent(roomId)}`;
}

/** The room, opened at one of its messages. */
export function messagePath(roomId: string, messageId: string): string {
  return `${roomPath(roomId)}?at=${encodeURIComponent(messageId)}`;
}
