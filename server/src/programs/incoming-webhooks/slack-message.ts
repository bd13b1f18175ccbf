import { type Fields, listFields, readText } from './json-fields.ts';
import { joinLines, joinWords, writeField } from './message-parts.ts';
import { readSlackBlocks } from './slack-blocks.ts';
import { decodeEntities, translateSlackMarks, writeButton, writeLink } from './slack-marks.ts';

/**
 * What Slack would show of a payload (https://docs.slack.dev/reference/messaging/payload): its blocks, else its text, and its
 * attachments. Empty if it has nothing to show.
 */
export function readSlackMessage(payload: Fields): string {
  const head = readSlackBlocks(payload['blocks']) || translateSlackMarks(readText(payload['text']));
  const shown = new Set([head]);
  const attachments = listFields(payload['attachments']).map(attachment => readAttachment(attachment, shown));
  return joinLines([head, attachments.filter(text => text !== '').join('\n\n')]);
}

/** `shown`: lines that earlier parts have. Programs repeat a line in several fields. */
function readAttachment(attachment: Fields, shown: Set<string>): string {
  const parts = [
    translateSlackMarks(readText(attachment['pretext'])),
    readAuthor(attachment),
    readTitle(attachment),
    translateSlackMarks(readText(attachment['text'])),
    ...listFields(attachment['fields']).map(readField),
    readSlackBlocks(attachment['blocks']),
    readActions(attachment['actions']),
  ].filter(part => part !== '' && !shown.has(part));
  if (parts.length === 0) parts.push(readSubstitute(attachment));
  for (const part of parts) shown.add(part);
  return joinLines(parts);
}

function readAuthor({ author_name: name, author_link: link }: Fields): string {
  return writeLink(decodeEntities(readText(name)), readText(link));
}

function readTitle({ title, title_link: link }: Fields): string {
  const text = translateSlackMarks(readText(title));
  if (text === '') return '';
  // Marks and links of a title are inside of one link, or beside none.
  return readText(link) ? `**${writeLink(decodeEntities(readText(title)), readText(link))}**` : `**${text}**`;
}

function readField({ title, value }: Fields): string {
  return writeField(decodeEntities(readText(title)), translateSlackMarks(readText(value)));
}

function readActions(actions: unknown): string {
  return joinWords(
    listFields(actions).map(({ text, url }) => writeButton(decodeEntities(readText(text)), readText(url))),
  );
}

function readSubstitute({ fallback, image_url: picture, footer }: Fields): string {
  const text = translateSlackMarks(readText(fallback)) || translateSlackMarks(readText(footer));
  return text || writeLink('', readText(picture));
}
