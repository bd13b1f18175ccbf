/** Alt+Shift+Down. */
export function isNextUnreadKey({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'ArrowDown' && altKey && shiftKey && !ctrlKey && !metaKey;
}

/** The next unread room below the open one, or else the first one. `roomIds`: in the order of the list. */
export function findNextUnread(
  roomIds: readonly string[],
  openRoomId: string | undefined,
  isUnread: (roomId: string) => boolean,
): string | undefined {
  const from = roomIds.indexOf(openRoomId ?? '') + 1;
  const inTurn = [...roomIds.slice(from), ...roomIds.slice(0, from)];
  return inTurn.find(roomId => roomId !== openRoomId && isUnread(roomId));
}
