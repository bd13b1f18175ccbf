const LINK =
  /(?<![\p{sc=Latn}\p{Nd}])https?:\/\/[^\s<>"\p{C}]|(?<![\p{sc=Latn}\p{Nd}@./_-])www\.[^\s.<>"\p{C}/]+\.[^\s.<>"\p{C}]/iu;

/** Whether a message is in the list of a room's links. */
export function hasLink(text: string): boolean {
  return LINK.test(text);
}
