import { CommandError, cleanText, MAX_TEXT_LENGTH } from '@snug/protocol';
import { formatCount } from '../../base/describe-count.ts';
import { readDiscordMessage } from './discord-message.ts';
import { readEventMessage } from './event-messages.ts';
import { type Fields, readText, toFields } from './json-fields.ts';
import { describeWay } from './known-senders.ts';
import { addTitle } from './message-parts.ts';
import { readSlackMessage } from './slack-message.ts';
import { readTeamsMessage } from './teams-card.ts';
import { readWebhookBody, type WebhookHeaders } from './webhook-body.ts';

/** Of the note about the omitted rest. */
const MAX_NOTE_LENGTH = 60;
const FENCE = '```';

/** The text of the message that a request posts. Throws `invalid_input`, which names the way that works. */
export async function readWebhookText(headers: WebhookHeaders, bytes: Uint8Array): Promise<string> {
  const body = await readWebhookBody(headers, bytes);
  const text = cleanText(('text' in body ? body.text : readMessage(toFields(body.json))).toWellFormed());
  if (text !== '') return cut(text);
  if ('text' in body) throw new CommandError('invalid_input', 'The body has no text');
  throw new CommandError('invalid_input', describeWay(headers, toFields(body.json)));
}

function readMessage(payload: Fields): string {
  return readTeamsMessage(payload) || readEventMessage(payload) || readTitledText(payload);
}

function readTitledText(payload: Fields): string {
  const text = readSlackMessage(payload) || readDiscordMessage(payload) || readNotification(payload);
  return addTitle(payload, text);
}

/** Home Assistant, Gotify and Apprise call it `message`, Datadog and authentik `body`, Uptime Kuma `msg`. Azure DevOps has several forms. */
function readNotification({ message, body, msg }: Fields): string {
  const { markdown, text } = toFields(message);
  return [message, markdown, text, body, msg].map(readText).find(words => words !== '') ?? '';
}

/** A text that is too long loses its end, at the end of a line if one is near. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const end = MAX_TEXT_LENGTH - MAX_NOTE_LENGTH;
  const lineEnd = text.lastIndexOf('\n', end);
  const kept = trimHalfCharacter(text.slice(0, lineEnd > end / 2 ? lineEnd : end));
  const isInCode = kept.split(FENCE).length % 2 === 0;
  const omitted = formatCount(text.length - kept.length);
  return `${kept}${isInCode ? `\n${FENCE}` : ''}\n… ${omitted} more characters were cut`;
}

function trimHalfCharacter(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
