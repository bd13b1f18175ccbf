/** A page has at most one line: it is not in conversations. */
export const NEW_LINE_ID = 'new-line';
