export function roomPath(roomId: string): string {
  return `/chat/${encodeURIComponent(roomId)}`;
}

export function messagePath(roomId: string, messageId: string): string {
  return `${roomPath(roomId)}?at=${encodeURIComponent(messageId)}`;
}
