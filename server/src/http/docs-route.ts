import type { FastifyInstance } from 'fastify';
import { networkAddress } from '../limits/network-address.ts';
import type { Limits } from '../limits/rate-limits.ts';
import { type OpenApi, type Operation, openApi } from './openapi.ts';
import { OPEN } from './require-session.ts';

/** `/api/openapi.json` for programs, `/api/docs` for people. Both are made once. */
export function docsRoute(app: FastifyInstance, url: string, limits: Limits): void {
  const document = openApi(url);
  const answers = {
    '/api/openapi.json': ['application/json; charset=utf-8', JSON.stringify(document)],
    '/api/docs': ['text/html; charset=utf-8', page(document)],
  } as const;
  for (const [path, [type, text]] of Object.entries(answers)) {
    const bytes = Buffer.from(text);
    app.get(path, OPEN, async (request, reply) => {
      limits.take('documents', networkAddress(request.ip));
      return reply.type(type).send(bytes);
    });
  }
}

function page({ info, paths }: OpenApi): string {
  const operations = Object.entries(paths);
  const links = operations.map(
    ([path, { post }]) => `<li><a href="#${post.operationId}">${escape(path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(info.title)} API</title>
<main>
<h1>${escape(info.title)} API</h1>
<p>${escape(info.description)} As a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>Each command is a <code>POST</code> with a JSON body and the session cookie that signing in sets.</p>
<ul>${links.join('')}</ul>
${operations.map(([path, { post }]) => section(path, post)).join('\n')}
</main>
</html>`;
}

function section(path: string, operation: Operation): string {
  const { operationId, summary, description, responses } = operation;
  const answers = Object.entries(responses).map(([status, { description, content }]) =>
    status === '200'
      ? `<h3>Answer</h3>${schema(content['application/json'].schema)}<h3>Refusals</h3>`
      : `<p><b>${status}</b> ${escape(description)}</p>`,
  );
  return `<section id="${operationId}">
<h2>${escape(summary)}</h2>
<p><code>POST ${escape(path)}</code></p>
<p>${escape(description)}</p>
<h3>Input</h3>${schema(inputOf(operation))}
${answers.join('\n')}
</section>`;
}

/** Of an upload, the input is its query. */
function inputOf({ parameters = [], requestBody }: Operation): object {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  return requestBody.content['application/json']?.schema ?? { type: 'object', properties };
}

function schema(value: object): string {
  return `<details><summary>JSON Schema</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, character => ENTITIES[character] ?? character);
}
