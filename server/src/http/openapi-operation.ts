import { ERRORS, type ErrorCode } from '@snug/protocol';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Link } from './openapi-links.ts';

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: object[];
  /** Of a request whose body is not its input. */
  parameters?: { name: string; in: 'query' | 'path' | 'header'; required: boolean; schema: object }[];
  requestBody: { required: boolean; content: Content };
  responses: Record<string, { description: string; content: Content; links?: Record<string, Link> }>;
}

/** Schemas by content type. */
type Content = Partial<JsonContent> & Record<string, { schema: object }>;
type JsonContent = { 'application/json': { schema: object } };

export const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'wrong_origin',
  'rate_limited',
  'internal',
];

export function toErrorResponses(codes: readonly ErrorCode[]): Operation['responses'] {
  const byStatus = Map.groupBy(new Set(codes), code => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(code => `\`${code}\`: ${ERRORS[code].message}`).join('; '),
        content: toJsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

export function toJsonContent(schema: object): JsonContent {
  return { 'application/json': { schema } };
}

// Omits checks without a JSON Schema equivalent, such as a maximum in UTF-16 units and after trimming.
export function toSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return rest;
}
