import { createHash } from 'node:crypto';

const COMPRESSED = /\.(?:br|gz)$/;
/** They depend on the request, and on when a node published the file. */
const OWN_HEADERS = new Set(['connection', 'date', 'etag', 'keep-alive', 'last-modified', 'x-request-id']);

/** What a node returns for each of these files of `assets`, in the form that browsers request. */
export function fetchAssets(url: string, files: readonly string[]): Promise<object[]> {
  const names = files.filter(file => !COMPRESSED.test(file));
  return Promise.all(names.map(name => fetchAsset(url, name)));
}

async function fetchAsset(url: string, name: string): Promise<object> {
  const response = await fetch(`${url}/assets/${name}`, { headers: { 'accept-encoding': 'br' } });
  const hash = createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
  const headers = [...response.headers].filter(([header]) => !OWN_HEADERS.has(header));
  return { name, status: response.status, hash, headers };
}
