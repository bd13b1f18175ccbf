import { expect, test } from 'vitest';
import { readWebhookText } from './webhook-body.ts';

const JSON_BODY = '{"text":"A ship","username":"ignored","attachments":[]}';

const BODIES = [
  ['text/plain', 'A ship'],
  ['text/plain; charset=utf-8', 'A ship\n'],
  [undefined, 'A ship\r\n'],
  ['application/json', JSON_BODY],
  ['Application/JSON; charset=utf-8', JSON_BODY],
  ['application/x-www-form-urlencoded', new URLSearchParams({ payload: JSON_BODY }).toString()],
  // curl with `-d` and no type.
  ['application/x-www-form-urlencoded', JSON_BODY],
  ['application/x-www-form-urlencoded', 'A ship'],
] as const;

for (const [type, body] of BODIES) {
  test(`BT10 a webhook takes the text of ${type}: ${body.slice(0, 20)}`, () => {
    expect(readWebhookText(type, body)).toBe('A ship');
  });
}

test('BT10 the text stays as it is, and plain text is no JSON', () => {
  expect(readWebhookText('text/plain', ' {"text":1}\n\nx ')).toBe(' {"text":1}\n\nx ');
  expect(readWebhookText('application/json', '{"text":"a\\n"}')).toBe('a\n');
});

test('BT10 JSON without a text has none', () => {
  for (const body of ['{}', 'null', '1', '[]', '"x"'])
    expect([body, readWebhookText('application/json', body)]).toEqual([body, undefined]);
  for (const body of ['', '{', '{"text":'])
    expect(() => readWebhookText('application/json', body)).toThrow('must be a text');
});
