import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../base/escape-html.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { createOpenApiDocument, type OpenApiDocument } from './openapi.ts';
import type { Operation } from './openapi-operation.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

interface DocsRouteOptions {
  /** The public address. */
  url: string;
  maxFileBytes: number;
  limits: RateLimits;
}

/** Creates each text when somebody asks for it first: few do, and creating them takes longer than the other routes together. */
export function docsRoute(app: FastifyInstance, { url, maxFileBytes, limits }: DocsRouteOptions): void {
  const readDocument = once(() => createOpenApiDocument(url, maxFileBytes));
  const texts = {
    '/api/openapi.json': ['application/json; charset=utf-8', () => JSON.stringify(readDocument())],
    '/api/docs': ['text/html; charset=utf-8', () => renderPage(readDocument())],
  } as const;
  for (const [path, [type, createText]] of Object.entries(texts)) {
    const readBytes = once(() => Buffer.from(createText()));
    app.get(path, PUBLIC_ROUTE, async (request, reply) => {
      limits.take('documents', networkAddress(request.ip));
      return reply.type(type).send(readBytes());
    });
  }
}

function once<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

function renderPage({ info, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths);
  const links = operations.map(
    ([path, { post }]) => `<li><a href="#${post.operationId}">${escapeHtml(path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(info.title)} API</title>
<main>
<h1>${escapeHtml(info.title)} API</h1>
<p>${escapeHtml(info.description)} As a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Each command is a <code>POST</code> with a JSON body and the header <code>Authorization: Bearer snug_...</code>. Create an access token in the Dashboard.</p>
<ul>${links.join('')}</ul>
${operations.map(([path, { post }]) => renderSection(path, post)).join('\n')}
</main>
</html>`;
}

function renderSection(path: string, operation: Operation): string {
  const { operationId, summary, description, responses } = operation;
  const responseSections = Object.entries(responses).map(([status, { description, content }]) =>
    status === '200'
      ? `<h3>Answer</h3>${renderSchema(Object.values(content)[0]?.schema ?? {})}<h3>Refusals</h3>`
      : `<p><b>${status}</b> ${escapeHtml(description)}</p>`,
  );
  return `<section id="${operationId}">
<h2>${escapeHtml(summary)}</h2>
<p><code>POST ${escapeHtml(path)}</code></p>
<p>${escapeHtml(description)}</p>
<h3>Input</h3>${renderSchema(getInputSchema(operation))}
${responseSections.join('\n')}
</section>`;
}

function getInputSchema({ parameters = [], requestBody }: Operation): object {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  return requestBody.content['application/json']?.schema ?? { type: 'object', properties };
}

function renderSchema(value: object): string {
  return `<details><summary>JSON Schema</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
}
