import { CommandError } from '@snug/protocol';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART_TYPE = /^multipart\/form-data\b/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w:.+-]+)/i;
const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** In lower case. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A line of text, or what a program wrote as JSON. */
export type WebhookBody = { text: string } | { json: unknown };

/**
 * The content of a request, also in the field `payload` or `text` of a form. A byte order mark overrules the declared charset, as
 * in browsers (Encoding Standard). Throws `invalid_input`.
 */
export async function readWebhookBody(headers: WebhookHeaders, bytes: Uint8Array): Promise<WebhookBody> {
  const type = String(headers['content-type'] ?? '');
  if (MULTIPART_TYPE.test(type)) return readForm(await parseMultipart(type, bytes)) ?? { text: '' };
  const body = decode(type, bytes);
  if (JSON_TYPE.test(type)) return { json: parse(body) };
  if (!FORM_TYPE.test(type)) return { text: body };
  // curl declares everything as a form, also JSON and plain text.
  if (body.trimStart().startsWith('{')) return { json: parse(body) };
  return readForm(new URLSearchParams(body)) ?? { text: body };
}

function decode(type: string, bytes: Uint8Array): string {
  const declared = CHARSET.exec(type)?.[1] ?? 'utf-8';
  const [marked] = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [
    declared,
  ];
  try {
    return new TextDecoder(marked).decode(bytes);
  } catch {
    throw new CommandError('invalid_input', `The charset ${declared} is unknown. Send UTF-8.`);
  }
}

async function parseMultipart(type: string, bytes: Uint8Array): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    throw new CommandError('invalid_input', 'The form in the body is broken or incomplete');
  }
}

function readForm(form: FormData | URLSearchParams): WebhookBody | undefined {
  const [payload, text] = [form.get('payload'), form.get('text')];
  if (typeof payload === 'string') return { json: parse(payload) };
  return typeof text === 'string' ? { text } : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CommandError('invalid_input', 'The body must be a text, or JSON with a text');
  }
}
