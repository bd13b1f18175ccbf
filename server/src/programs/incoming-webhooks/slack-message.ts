import { type Fields, listFields, readText } from './json-fields.ts';
import { joinLines, joinWords, writeField } from './message-parts.ts';
import { readSlackBlocks } from './slack-blocks.ts';
import { translateSlackMarks, translateSlackWords, writeButton, writeLink } from './slack-marks.ts';

/**
 * What Slack would show of a payload (https://docs.slack.dev/reference/messaging/payload): its blocks, else its text, and its
 * attachments. Empty if it has nothing to show.
 */
export function readSlackMessage(payload: Fields): string {
  const head = readSlackBlocks(payload['blocks']) || translateSlackMarks(readText(payload['text']));
  const attachments = listFields(payload['attachments']).map(attachment => readAttachment(attachment, head));
  return joinLines([head, attachments.filter(text => text !== '').join('\n\n')]);
}

/** Without the words that stand above: programs repeat them in several fields. */
function readAttachment(attachment: Fields, head: string): string {
  const texts = [
    translateSlackMarks(readText(attachment['pretext'])),
    readAuthor(attachment),
    readTitle(attachment),
    translateSlackMarks(readText(attachment['text'])),
  ];
  const parts = [
    ...new Set(texts.filter(text => text !== head)),
    ...listFields(attachment['fields']).map(readField),
    readSlackBlocks(attachment['blocks']),
    readActions(attachment['actions']),
  ].filter(part => part !== '');
  if (parts.length === 0) parts.push(readSubstitute(attachment, head));
  return joinLines([...parts, writeLink('', readText(attachment['image_url']))]);
}

function readAuthor({ author_name: name, author_link: link }: Fields): string {
  return writeLink(translateSlackWords(readText(name)), readText(link));
}

function readTitle({ title, title_link: link }: Fields): string {
  const text = translateSlackMarks(readText(title));
  if (text === '') return '';
  // Marks and links of a title are inside of one link, or beside none.
  return readText(link)
    ? `**${writeLink(translateSlackWords(readText(title)), readText(link))}**`
    : `**${text}**`;
}

function readField({ title, value }: Fields): string {
  return writeField(translateSlackWords(readText(title)), translateSlackMarks(readText(value)));
}

function readActions(actions: unknown): string {
  return joinWords(
    listFields(actions).map(({ text, url }) =>
      writeButton(translateSlackWords(readText(text)), readText(url)),
    ),
  );
}

function readSubstitute({ fallback, footer }: Fields, head: string): string {
  const text = translateSlackMarks(readText(fallback)) || translateSlackMarks(readText(footer));
  return text === head ? '' : text;
}
