/** A page has at most one line: a conversation is in the place of its room's messages. */
export const NEW_LINE_ID = 'new-line';
