import { parse as parseQuery } from 'node:querystring';
import { CommandError } from '@snug/protocol';
import { toFields } from './json-fields.ts';
import { addTitle } from './message-parts.ts';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+|x-)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART_TYPE = /^multipart\/form-data\b/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w:.+-]+)/i;
const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** All fields of a payload for Slack. */
const SLACK_FIELDS: ReadonlySet<string> = new Set(
  (
    'text blocks attachments channel username icon_emoji icon_url link_names mrkdwn parse unfurl_links unfurl_media ' +
    'thread_ts reply_broadcast response_type replace_original delete_original metadata'
  ).split(' '),
);

/** Of forms of Home Assistant and of programs for Gotify or Pushover, which have the fields of their JSON. */
const MESSAGE_FIELDS = ['message', 'body', 'msg', 'content'];

/** Payloads of programs have fewer. Reading a body of empty values takes much longer than reading a long text. */
const MAX_JSON_VALUES = 20_000;

/** In lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A line of text, or what a program wrote as JSON. */
export type WebhookBody = { text: string } | { json: unknown };

/**
 * The content of a request, also in the field `payload` or `text` of a form. A byte order mark overrules the declared charset, as
 * in browsers (Encoding Standard). A body without either is UTF-8, or else Windows-1252. Throws `invalid_input`.
 */
export async function readWebhookBody(headers: WebhookHeaders, bytes: Uint8Array): Promise<WebhookBody> {
  const type = String(headers['content-type'] ?? '');
  assertUncompressed(headers);
  if (MULTIPART_TYPE.test(type)) return readForm(await parseMultipart(type, bytes)) ?? { text: '' };
  const body = decode(type, bytes);
  if (body.trim() === '') return { text: '' };
  if (JSON_TYPE.test(type)) return { json: parse(body) };
  if (!FORM_TYPE.test(type)) return readUndeclared(headers, body);
  // curl declares everything as a form, also JSON and plain text.
  if (body.trimStart().startsWith('{')) return { json: parse(body) };
  return readForm(parseUrlEncoded(type, bytes)) ?? { text: body };
}

function assertUncompressed({ 'content-encoding': encoding = '' }: WebhookHeaders): void {
  if (!/^(?:identity)?$/i.test(String(encoding).trim()))
    throw new CommandError('invalid_input', 'The body is compressed. Send it without Content-Encoding.');
}

/** HTTP libraries and Amazon SNS declare JSON as a text, or not at all. Other JSON is a text, such as a line of a log. */
function readUndeclared(headers: WebhookHeaders, body: string): WebhookBody {
  if (!body.trimStart().startsWith('{')) return { text: body };
  let json: unknown;
  try {
    json = parse(body);
  } catch {
    return { text: body };
  }
  const names = Object.keys(toFields(json));
  const isPayload = names.length > 0 && names.every(name => SLACK_FIELDS.has(name));
  return isPayload || headers['x-amz-sns-message-type'] !== undefined ? { json } : { text: body };
}

function decode(type: string, bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const charset = marked ?? CHARSET.exec(type)?.[1] ?? guessCharset(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    throw new CommandError('invalid_input', `The charset ${charset} is unknown. Send UTF-8.`);
  }
}

/** Windows PowerShell sends Latin-1 without a word about it. Half a character at the end is of a text that was cut. */
function guessCharset(bytes: Uint8Array): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

async function parseMultipart(type: string, bytes: Uint8Array): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new CommandError('invalid_input', 'The form in the body is broken or incomplete');
  }
}

/** The escapes are bytes of the declared charset. */
function parseUrlEncoded(type: string, bytes: Uint8Array): Map<string, unknown> {
  // A character for each byte.
  const fields = parseQuery(Buffer.from(bytes).toString('latin1'), '&', '=', {
    decodeURIComponent: escaped => decode(type, Buffer.from(unescapeBytes(escaped), 'latin1')),
  });
  return new Map(Object.entries(fields).map(([name, value]) => [name, [value].flat()[0]]));
}

function unescapeBytes(escaped: string): string {
  return escaped.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function readForm(form: FormData | Map<string, unknown>): WebhookBody | undefined {
  // Programs for Discord send files beside `payload_json`.
  const [payload, text] = [form.get('payload') ?? form.get('payload_json'), form.get('text')];
  if (typeof payload === 'string' && payload !== '') return { json: parse(payload) };
  const fields = Object.fromEntries(form);
  if (typeof text === 'string') return { text: addTitle(fields, text) };
  return MESSAGE_FIELDS.some(name => form.has(name)) ? { json: fields } : undefined;
}

function parse(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    const advice = 'Escape the quotes and line breaks of its texts, or send a text as text/plain.';
    throw new CommandError('invalid_input', `The JSON in the body is broken. ${advice}`);
  }
  if (hasTooManyValues(value))
    throw new CommandError('invalid_input', `The JSON has more than ${MAX_JSON_VALUES} values. Send fewer.`);
  return value;
}

function hasTooManyValues(json: unknown): boolean {
  const values = [json];
  for (const value of values) {
    if (values.length > MAX_JSON_VALUES) return true;
    if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) values.push(each);
  }
  return false;
}
