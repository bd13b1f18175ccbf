import { CommandError } from '@snug/protocol';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

/**
 * The text of a message in a webhook's body: a line of text, or the `text` of Slack's payload, as JSON or in a form's `payload`.
 * Throws `invalid_input`.
 */
export function readWebhookText(contentType: string | undefined, body: string): unknown {
  const json = JSON_TYPE.test(contentType ?? '') ? body : findJson(contentType, body);
  // Programs write a line end after the text.
  return json === undefined ? body.replace(/\r?\n$/, '') : parse(json);
}

/** curl declares everything as a form, also JSON and plain text. */
function findJson(contentType: string | undefined, body: string): string | undefined {
  if (!FORM_TYPE.test(contentType ?? '')) return undefined;
  if (body.trimStart().startsWith('{')) return body;
  return new URLSearchParams(body).get('payload') ?? undefined;
}

function parse(json: string): unknown {
  try {
    return (JSON.parse(json) as { text?: unknown } | null)?.text;
  } catch {
    throw new CommandError('invalid_input', 'The body must be a text, or JSON with a text');
  }
}
