import { COMMANDS } from '@snug/protocol';
import { COMMON_ERRORS, type Operation, toErrorResponses, toSchema } from './openapi-operation.ts';

const { send_message: sendMessage } = COMMANDS;

/** Not a command: the credential is in the path, and the formats are those of Slack. */
export function createWebhookOperation(): Operation {
  const { properties = {} } = toSchema(sendMessage.input, 'input') as { properties?: Record<string, object> };
  const text = properties['text'] ?? {};
  const schema = {
    type: 'object',
    properties: { text, attachments: { type: 'array' }, blocks: { type: 'array' } },
    additionalProperties: true,
  };
  const errors = COMMON_ERRORS.filter(code => code !== 'unauthenticated');
  return {
    operationId: 'post_webhook',
    summary: 'Post a message, with nothing but an address',
    description:
      'For programs that send webhooks to Slack, or lines of text. `code`: at the end of the `webhook` of `create_token`. Blocks, ' +
      'texts and attachments become one message, and a long one is cut. A repetition with the same `Idempotency-Key` posts nothing new, and is `id_taken` with another text.',
    security: [],
    parameters: [
      { name: 'code', in: 'path', required: true, schema: { type: 'string' } },
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema },
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: { payload: { type: 'string' } }, required: ['payload'] },
        },
        'text/plain': { schema: text },
      },
    },
    responses: {
      200: { description: 'Done', content: { 'text/plain': { schema: { type: 'string', const: 'ok' } } } },
      ...toErrorResponses([...errors, 'too_large', ...sendMessage.errors]),
    },
  };
}
