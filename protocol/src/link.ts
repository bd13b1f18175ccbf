const LINK = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"\p{C}]/iu;

/** Whether a message is in the list of a room's links. */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}
