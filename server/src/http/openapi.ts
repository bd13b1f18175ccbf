import {
  COMMANDS,
  type Command,
  type CommandName,
  ERRORS,
  FileUpload,
  MAX_UNSENT_FILES,
  UploadedFile,
} from '@snug/protocol';
import * as v from 'valibot';
import { getSessionCookieName } from '../account/cookies.ts';
import { RELEASE } from '../base/release.ts';
import { TOKEN_RULES, type TokenRule } from '../commands/token-rules.ts';
import { createLinks, type LinkedOperation, type ObjectSchema } from './openapi-links.ts';
import {
  COMMON_ERRORS,
  type Operation,
  toErrorResponses,
  toJsonContent,
  toSchema,
} from './openapi-operation.ts';
import { createWebhookOperation } from './openapi-webhook.ts';

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'retry'],
      properties: {
        code: { enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        retry: { type: 'boolean', description: 'Whether the same command may succeed later' },
        retryAfter: { type: 'number', description: 'Seconds until a retry may succeed' },
        id: { type: 'string', description: "Of the request, as in x-request-id and in the server's log" },
      },
    },
  },
};

const SESSION = { session: [] };
const TOKEN = { token: [] };

const TOKEN_NOTES: Readonly<Record<TokenRule, string>> = {
  any: '',
  all_rooms: ' Not for access tokens of some rooms.',
  person: ' Not for bots, nor for access tokens of some rooms.',
  bot: ' With an access token, only for bots.',
  never: ' Not for access tokens.',
};

export function createOpenApiDocument(url: string, maxFileBytes: number): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Snug',
      version: RELEASE,
      description:
        'Every command of Snug. The same commands are served over the WebSocket at /api/live. ' +
        'GET /api/version returns the protocol version of the server and the oldest one that it accepts. ' +
        'A `maxLength` counts UTF-16 units. The links of a result name the operations that take its ids.',
    },
    servers: [{ url }],
    security: [SESSION, TOKEN],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: getSessionCookieName(url) },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, from "Access tokens" in the Dashboard.',
        },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
    paths: addLinks({
      ...Object.fromEntries(
        (Object.keys(COMMANDS) as CommandName[]).map(name => [
          `/api/${name}`,
          { post: createCommandOperation(name) },
        ]),
      ),
      '/api/files': { post: createUploadOperation(maxFileBytes) },
      '/api/hooks/{code}': { post: createWebhookOperation() },
    }),
  };
}

function addLinks(paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const linked = Object.values(paths).map(({ post }) => toLinked(post));
  const withLinks = Object.entries(paths).map(([path, { post }]) => {
    const links = createLinks(toLinked(post), linked);
    if (Object.keys(links).length === 0) return [path, { post }];
    const { 200: done, ...errors } = post.responses;
    return [path, { post: { ...post, responses: { 200: { ...done, links }, ...errors } } }];
  });
  return Object.fromEntries(withLinks) as OpenApiDocument['paths'];
}

function toLinked({ operationId, requestBody, responses }: Operation): LinkedOperation {
  return {
    operationId: operationId as LinkedOperation['operationId'],
    input: requestBody.content['application/json']?.schema ?? {},
    output: responses['200']?.content['application/json']?.schema ?? {},
  };
}

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: object[];
  components: { securitySchemes: object; schemas: Record<string, object> };
  paths: Record<string, { post: Operation }>;
}

function createCommandOperation(name: CommandName): Operation {
  const { summary, description, input, output, errors, deprecated }: Command = COMMANDS[name];
  const rule = TOKEN_RULES[name];
  return {
    operationId: name,
    summary,
    description: description + TOKEN_NOTES[rule] + (deprecated ? ` Deprecated: ${deprecated}` : ''),
    ...(deprecated !== undefined && { deprecated: true }),
    ...(rule === 'never' && { security: [SESSION] }),
    // A missing body counts as an empty object.
    requestBody: { required: !v.is(input, {}), content: toJsonContent(toSchema(input, 'input')) },
    responses: {
      200: { description: 'Done', content: toJsonContent(toSchema(output, 'output')) },
      ...toErrorResponses([...COMMON_ERRORS, ...errors]),
    },
  };
}

/** Not a command: the body is the file, so the input is in the query. */
function createUploadOperation(maxFileBytes: number): Operation {
  const { properties = {}, required = [] } = toSchema(FileUpload, 'input') as ObjectSchema;
  return {
    operationId: 'upload_file',
    summary: 'Upload a file',
    description:
      `The body has at least one and at most ${maxFileBytes} bytes; the server detects the content type. The result has the id for ` +
      `\`send_message\` or \`set_avatar\`. At most ${MAX_UNSENT_FILES} files can wait to be sent.`,
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: { minLength: 1, maxLength: maxFileBytes } } },
    },
    responses: {
      200: { description: 'Done', content: toJsonContent(toSchema(UploadedFile, 'output')) },
      ...toErrorResponses([...COMMON_ERRORS, 'too_large', 'limit_exceeded', 'disk_full', 'unavailable']),
    },
  };
}
