import type { Message } from './api.ts';

/** All but tab and line feed: a message must not move the cursor or rename the terminal of its reader. */
// oxlint-disable-next-line no-control-regex -- the characters that a terminal obeys
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** One line for each line of the message. */
export function formatMessage({ author, createdAt, text, file }: Message): string {
  const time = new Date(createdAt).toTimeString().slice(0, 5);
  const content = [text, file && `[${file.name}]`].filter(part => part !== undefined).join(' ');
  return `${time} ${author.name}: ${content}`.replaceAll(CONTROL, '\ufffd');
}
