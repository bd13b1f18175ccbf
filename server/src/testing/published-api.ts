import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../http/openapi.ts';
import type { Operation } from '../http/openapi-operation.ts';

const ERROR_REFERENCE = '{"$ref":"#/components/schemas/Error"}';

/** The document of a running server, as a program reads it. */
export class PublishedApi {
  readonly operations: readonly Operation[];
  readonly #errorSchema: string;
  readonly #validators = new Map<object, ValidateFunction>();
  readonly #ajv = new Ajv2020({ formats: {} });

  static async read(url: string): Promise<PublishedApi> {
    const response = await fetch(`${url}/api/openapi.json`);
    return new PublishedApi((await response.json()) as OpenApiDocument);
  }

  private constructor({ paths, components }: OpenApiDocument) {
    this.operations = Object.values(paths).map(({ post }) => post);
    this.#errorSchema = JSON.stringify(components.schemas['Error']);
  }

  getOperation(id: string): Operation {
    const operation = this.operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`no operation ${id}`);
    return operation;
  }

  getInputSchema(id: string): { properties?: Record<string, { pattern?: string }> } {
    return this.getOperation(id).requestBody.content['application/json']?.schema ?? {};
  }

  matches(schema: object, value: unknown): boolean {
    let validate = this.#validators.get(schema);
    if (!validate) {
      const text = JSON.stringify(schema).replace(ERROR_REFERENCE, this.#errorSchema);
      validate = this.#ajv.compile(JSON.parse(text) as object);
      this.#validators.set(schema, validate);
    }
    return validate(value);
  }
}
