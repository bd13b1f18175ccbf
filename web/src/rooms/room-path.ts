export function roomPath(roomId: string): string {
  return `/chat/${encodeURIComponent(roomId)}`;
}
